import type { SpotAiring, SpotLog } from "@neonrelay/contract/callers";
import { FileDown, Megaphone } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import { formatClock } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import {
  firstRows,
  moreRows,
  outcomeWords,
  placeWords,
  spotFileUrl,
  type SpotFilter,
  type SpotRows,
  stationTime,
  useSpotLog,
} from "./spots-data.ts";

const EVERY = "";

/** The log of spots: which were on air when, and how often. */
export function SpotsPanel() {
  const [filter, setFilter] = useState<SpotFilter>({ from: null, to: null, trackId: null });
  const [rows, setRows] = useState(firstRows);
  const log = useSpotLog(filter, rows);
  const change = (part: Partial<SpotFilter>) => {
    setFilter({ ...filter, ...part });
    setRows(firstRows);
  };
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Which spots" className="panel flex flex-wrap items-end gap-3 p-4">
        <Day label="From" value={filter.from} onChange={(from) => change({ from })} />
        <Day label="To" value={filter.to} onChange={(to) => change({ to })} />
        <div className="min-w-48 flex-1">
          <SelectField
            label="Spot"
            value={filter.trackId ?? EVERY}
            choices={[
              { value: EVERY, name: "Every spot" },
              ...(log.data?.spots ?? []).map(({ trackId, title, artist }) => ({
                value: trackId,
                name: artist === "" ? title : `${title} – ${artist}`,
              })),
            ]}
            onChange={(trackId) => change({ trackId: trackId === EVERY ? null : trackId })}
          />
        </div>
        <a className="button" href={spotFileUrl(filter)} download>
          <FileDown size={15} aria-hidden="true" />
          Download CSV
        </a>
      </section>
      <Loaded what="spots" query={log}>
        {(data) => <Log log={data} onMore={(more) => setRows({ ...rows, ...more })} />}
      </Loaded>
    </div>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
}) {
  return (
    <div className="w-40">
      <TextField
        label={label}
        type="date"
        value={value ?? ""}
        onChange={(day) => onChange(day === "" ? null : day)}
      />
    </div>
  );
}

function Log({
  log: { airings, total, days, dayTotal, timeZone },
  onMore,
}: {
  readonly log: SpotLog;
  readonly onMore: (rows: Partial<SpotRows>) => void;
}) {
  if (total === 0)
    return (
      <section aria-label="Spots" className="panel">
        <EmptyState
          icon={<Megaphone size={32} />}
          title="No spots in these days"
          text="Spots, and everything played in a spot break, are listed here after they were on air."
        />
      </section>
    );
  const moreAirings = total > airings.length ? moreRows(airings.length) : null;
  const moreDays = dayTotal > days.length ? moreRows(days.length) : null;
  return (
    <>
      <Rows
        title="Per Day"
        note={dayTotal > days.length ? newestOf(days.length, dayTotal) : timeZone}
        onMore={moreDays === null ? undefined : () => onMore({ days: moreDays })}
      >
        {days.map(({ date, title, artist, whole, cut }) => (
          <li key={`${date} ${artist} ${title}`} className={ROW}>
            <span className="w-24 shrink-0 text-[13px] whitespace-nowrap tabular-nums">{date}</span>
            <Spot title={title} artist={artist} />
            <span className="shrink-0 text-right text-[13px] tabular-nums">
              {whole} whole{cut > 0 && `, ${cut} cut`}
            </span>
          </li>
        ))}
      </Rows>
      <Rows
        title="Aired"
        note={total > airings.length ? newestOf(airings.length, total) : countOf(total, "spot")}
        onMore={moreAirings === null ? undefined : () => onMore({ airings: moreAirings })}
      >
        {airings.map((airing) => (
          <Airing key={airing.id} airing={airing} timeZone={timeZone} />
        ))}
      </Rows>
    </>
  );
}

function newestOf(shown: number, total: number): string {
  return `The newest ${shown} of ${total}`;
}

const ROW = "flex min-h-14 items-center gap-3 border-t border-line px-4 py-2";

function Rows({
  title,
  note,
  onMore,
  children,
}: {
  readonly title: string;
  readonly note: string;
  /** undefined if no more can be shown. */
  readonly onMore: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel overflow-hidden">
      <div className="flex items-center gap-2 px-4 py-2">
        <h2 className="text-[15px] font-semibold">{title}</h2>
        <span className="badge text-muted tabular-nums">{note}</span>
      </div>
      <ul aria-label={title}>{children}</ul>
      {onMore !== undefined && (
        <div className="border-t border-line px-4 pb-3">
          <button type="button" className="button mt-3 w-full" onClick={onMore}>
            Show More
          </button>
        </div>
      )}
    </section>
  );
}

function Airing({ airing, timeZone }: { readonly airing: SpotAiring; readonly timeZone: string }) {
  const { title, artist, airedAt, plannedAt, lengthMs, listeners } = airing;
  const [date, time] = stationTime(airedAt, timeZone).split(" ");
  return (
    <li className={ROW}>
      <span className="flex w-24 shrink-0 flex-col leading-5 tabular-nums">
        <time dateTime={airedAt}>{time}</time>
        <span className="text-[13px] text-muted">{date}</span>
      </span>
      <Spot title={title} artist={artist}>
        <span className="text-[13px] text-muted">{placeWords(airing)}</span>
        {plannedAt !== null && (
          <span className="text-[13px] text-muted tabular-nums">
            Planned {stationTime(plannedAt, timeZone).slice(11)}
          </span>
        )}
      </Spot>
      <span className="flex shrink-0 flex-col text-right text-[13px] leading-5 tabular-nums">
        <span className={airing.outcome === "cut" ? "text-danger" : ""}>
          {outcomeWords(airing)}
        </span>
        <span className="text-muted">{formatClock(lengthMs)} long</span>
        {listeners !== null && <span className="text-muted">{countOf(listeners, "listener")}</span>}
      </span>
    </li>
  );
}

function Spot({
  title,
  artist,
  children,
}: {
  readonly title: string;
  readonly artist: string;
  readonly children?: ReactNode;
}) {
  return (
    <span className="flex min-w-0 flex-1 flex-col leading-5">
      <span className="text-[15px] font-medium break-words">{title}</span>
      <span className="text-[13px] break-words text-muted">{artist}</span>
      {children}
    </span>
  );
}
