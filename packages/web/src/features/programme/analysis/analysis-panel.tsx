import { COMING_DAYS } from "@neonrelay/contract/callers";
import type { Analysis } from "@neonrelay/contract/callers";
import { ChartColumn, RefreshCw } from "lucide-react";
import { useSearchParams } from "wouter";
import { SelectField } from "../../../ui/form-fields.tsx";
import { countOf } from "../../../ui/count-of.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { useAnalysis } from "./analysis-data.ts";
import type { AnalysedSpan } from "./analysis-data.ts";
import { momentWords } from "./figure-table.tsx";
import { ArtistTable, NeverTable, PlaylistTable, ProblemTable } from "./analysis-tables.tsx";
import { ComingDays } from "./coming-days.tsx";
import { ResultAge } from "./result-age.tsx";
import { SeparationTables } from "./separation-tables.tsx";

const views = [
  { value: "days", name: "The coming days, item by item" },
  { value: "coming", name: `The coming ${COMING_DAYS} days, in figures` },
  { value: "past", name: "The last 4 weeks, in figures" },
  { value: "past-12", name: "The last 12 weeks, in figures" },
] as const;
type View = (typeof views)[number]["value"];

/** How the programme was and will be. The URL names the span. */
export function AnalysisPanel() {
  const [search, setSearch] = useSearchParams();
  const view = views.find(({ value }) => value === search.get("view"))?.value ?? "days";
  return (
    <section aria-label="Analysis" className="flex min-w-0 flex-col gap-3">
      <div className="panel px-4 py-3">
        <SelectField<View>
          label="Show"
          value={view}
          choices={views}
          onChange={(value) => setSearch({ tab: "analysis", view: value }, { replace: true })}
        />
      </div>
      {view === "days" ? <ComingDays /> : <Figures key={view} wanted={spanOf(view)} />}
    </section>
  );
}

function spanOf(view: Exclude<View, "days">): AnalysedSpan {
  if (view === "coming") return { span: "coming" };
  return { span: "past", weeks: view === "past" ? 4 : 12 };
}

function Figures({ wanted }: { readonly wanted: AnalysedSpan }) {
  const analysis = useAnalysis(wanted);
  return (
    <Loaded what="analysis" query={analysis}>
      {(found) => (
        <>
          <Summary analysis={found} query={analysis} />
          {found.from !== null && (
            <div className="grid min-w-0 items-start gap-3 xl:grid-cols-2">
              <ProblemTable analysis={found} isPast={wanted.span === "past"} />
              <PlaylistTable analysis={found} />
              <SeparationTables analysis={found} />
              <ArtistTable analysis={found} />
              <NeverTable analysis={found} />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

function Summary({
  analysis: { from, until, timeZone, itemCount, isWhole },
  query,
}: {
  readonly analysis: Analysis;
  readonly query: ReturnType<typeof useAnalysis>;
}) {
  if (from === null || until === null)
    return (
      <div className="panel">
        <EmptyState
          icon={<ChartColumn size={32} />}
          title="Nothing to look at yet"
          text="Nothing was on air in this time, and nothing is planned: no playlist has a turn, and nothing is on the week."
        />
      </div>
    );
  return (
    <div className="panel flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 flex-1 text-[13px] text-muted">
        {countOf(itemCount, "track")} from {momentWords(from, timeZone)} to{" "}
        {momentWords(until, timeZone)}, station time.
        {!isWhole && " There was too much to look at, so a part is left out."}
        <ResultAge query={query} />
      </p>
      <button
        type="button"
        className="button button-small"
        disabled={query.isFetching}
        onClick={() => void query.refetch()}
      >
        <RefreshCw size={15} aria-hidden="true" />
        Work Out Again
      </button>
    </div>
  );
}
