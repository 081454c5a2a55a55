import { type ListeningHistory, MAX_PLACE_DAYS } from "@neonrelay/contract/callers";
import { ChartLine, Clock, Headphones, Hourglass, Radio, Users } from "lucide-react";
import { countOf } from "../../ui/count-of.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState, ErrorRow } from "../../ui/panel-state.tsx";
import { StatCard } from "../../ui/stat-card.tsx";
import { HistoryCurve } from "./history-curve.tsx";
import { HistoryTable } from "./history-table.tsx";
import { figureWords } from "./listener-words.ts";
import { type StationDay, useListeningHistory } from "./listeners-data.ts";
import { WithPeriod } from "./period-fields.tsx";
import { pairSteps, type Period } from "./period-rules.ts";

/** How much was listened, against the period before. */
export function HistoryPanel({ station }: { readonly station: StationDay }) {
  return (
    <WithPeriod station={station} maxDays={MAX_PLACE_DAYS} isCompared>
      {(period) => <History period={period} />}
    </WithPeriod>
  );
}

function History({ period }: { readonly period: Period }) {
  const history = useListeningHistory(period, period.step);
  const before = useListeningHistory(period.before, period.step);
  return (
    <Loaded what="history" query={history}>
      {(shown) => (
        <>
          {before.isError && (
            <div className="panel overflow-hidden">
              <ErrorRow
                text="The period before could not be loaded"
                onRetry={() => void before.refetch()}
              />
            </div>
          )}
          <Shown
            history={shown}
            before={before.data}
            period={period}
            nowMs={history.dataUpdatedAt}
          />
        </>
      )}
    </Loaded>
  );
}

function Shown({
  history,
  before,
  period,
  nowMs,
}: {
  readonly history: ListeningHistory;
  /** undefined until loaded. */
  readonly before: ListeningHistory | undefined;
  readonly period: Period;
  readonly nowMs: number;
}) {
  if (history.total.sessions === 0 && history.total.seconds === 0)
    return (
      <section aria-label="Figures" className="panel">
        <EmptyState
          icon={<Headphones size={32} />}
          title="No one has listened in these days yet"
          text="Figures appear here a quarter of an hour after someone listened."
        />
      </section>
    );
  const pairs = pairSteps(history.steps, { before: before?.steps ?? [], nowMs });
  return (
    <>
      <Cards total={history.total} before={before?.total} />
      {history.total.lostSessions > 0 && (
        <p className="px-1 text-[13px] text-muted">
          Of {countOf(history.total.lostSessions, "session")} only time, mount and country are
          known.
        </p>
      )}
      <HistoryCurve pairs={pairs} history={history} period={period} />
      <HistoryTable pairs={pairs} history={history} period={period} />
    </>
  );
}

function Cards({
  total,
  before,
}: {
  readonly total: ListeningHistory["total"];
  readonly before: ListeningHistory["total"] | undefined;
}) {
  const now = figureWords(total);
  const then = before === undefined ? undefined : figureWords(before);
  const cards = [
    { name: "Peak", value: "peak", icon: <Radio size={20} /> },
    { name: "Average", value: "average", icon: <ChartLine size={20} /> },
    { name: "Listening hours", value: "hours", icon: <Clock size={20} /> },
    { name: "Sessions", value: "sessions", icon: <Headphones size={20} /> },
    { name: "Unique listeners a day", value: "uniques", icon: <Users size={20} /> },
    { name: "Average session", value: "length", icon: <Hourglass size={20} /> },
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {cards.map(({ name, value, icon }) => (
        <StatCard
          key={name}
          icon={icon}
          name={name}
          value={now[value]}
          hint={then === undefined ? "Before: …" : `Before: ${then[value]}`}
        />
      ))}
    </dl>
  );
}
