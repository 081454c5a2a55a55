import type { SpotAiring, SpotLog } from "@neonrelay/contract/callers";
import { FileDown, Megaphone } from "lucide-react";
import { useId, useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { SelectField, TextField } from "../../../ui/form-fields.tsx";
import { formatClock, UNKNOWN } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { outcomeWords, placeWords, stationTime } from "./spot-words.ts";
import { spotFileUrl, useSpotLog, type SpotFilter } from "./spots-data.ts";

const EVERY = "";

/** The log of spots: which were on air, when and how often. */
export function SpotsPanel() {
  const [filter, setFilter] = useState<SpotFilter>({ from: null, to: null, trackId: null });
  const log = useSpotLog(filter);
  const change = (part: Partial<SpotFilter>) => setFilter({ ...filter, ...part });
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
                name: `${title} – ${artist}`,
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
        {(data) => <Log log={data} />}
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

function Log({ log: { airings, total, days, timeZone } }: { readonly log: SpotLog }) {
  if (total === 0)
    return (
      <section aria-label="Spots" className="panel">
        <EmptyState
          icon={<Megaphone size={32} />}
          title="No spots in these days"
          text="Tracks of the kind spot, and what the spot breaks of clocks give, are listed here once they were on air."
        />
      </section>
    );
  return (
    <>
      <Table
        title="Per Day"
        note={timeZone}
        heads={["Day", "Spot", "Whole", "Cut"]}
        rows={days.map(({ date, title, artist, whole, cut }) => ({
          id: `${date} ${artist} ${title}`,
          cells: [date, `${title} – ${artist}`, String(whole), String(cut)],
        }))}
      />
      <Table
        title="Aired"
        note={
          total > airings.length
            ? `The newest ${airings.length} of ${total}`
            : countOf(total, "spot")
        }
        heads={["Aired", "Planned", "Spot", "Place", "Length", "Outcome", "Listeners"]}
        rows={airings.map((airing) => ({ id: airing.id, cells: cellsOf(airing, timeZone) }))}
      />
    </>
  );
}

function cellsOf(airing: SpotAiring, timeZone: string): readonly string[] {
  const { title, artist, airedAt, plannedAt, lengthMs, listeners } = airing;
  return [
    stationTime(airedAt, timeZone),
    plannedAt === null ? UNKNOWN : stationTime(plannedAt, timeZone).slice(11),
    `${title} – ${artist}`,
    placeWords(airing),
    formatClock(lengthMs),
    outcomeWords(airing),
    listeners === null ? UNKNOWN : String(listeners),
  ];
}

function Table({
  title,
  note,
  heads,
  rows,
}: {
  readonly title: string;
  readonly note: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly string[] }[];
}) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="panel overflow-hidden">
      <div className="flex items-center gap-2 px-4 py-2">
        <h2 id={titleId} className="text-[15px] font-semibold">
          {title}
        </h2>
        <span className="badge text-muted tabular-nums">{note}</span>
      </div>
      {/* A wide table is moved within its frame, by keys too. */}
      <div
        className="max-h-[60vh] overflow-auto focus-visible:-outline-offset-4"
        role="group"
        aria-labelledby={titleId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={0}
      >
        <table className="w-full border-collapse text-left text-[13px] tabular-nums">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-4 py-2 font-medium text-muted">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells }) => (
              <tr key={id} className="border-t border-line">
                {cells.map((cell, index) => (
                  <td key={heads[index]} className="px-4 py-2 whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
