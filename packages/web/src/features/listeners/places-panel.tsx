import { type ListenerPlaces, MAX_PLACE_DAYS } from "@neonrelay/contract/callers";
import { Earth } from "lucide-react";
import { Suspense } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { formatCount } from "../../ui/count-of.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { csvHours } from "./csv-rules.ts";
import { CsvButton, FigurePanel } from "./figure-panel.tsx";
import { type Column, FigureTable } from "./figure-table.tsx";
import { hoursWords, placeName, shareWords } from "./listener-words.ts";
import { type StationDay, useListenerPlaces } from "./listeners-data.ts";
import { WithPeriod } from "./period-fields.tsx";
import type { Days } from "./period-rules.ts";

const { Part: WorldMap } = lazyPart(async () => (await import("./world-map.tsx")).WorldMap);

const dimensions = [
  { id: "players", title: "Players", first: "Player" },
  { id: "devices", title: "Devices", first: "Device" },
  { id: "mounts", title: "Mounts", first: "Mount" },
  { id: "via", title: "Ways in", first: "Way in" },
  { id: "edges", title: "Edges", first: "Edge" },
] as const;

/** From where and how they listened. */
export function PlacesPanel({ station }: { readonly station: StationDay }) {
  return (
    <WithPeriod station={station} maxDays={MAX_PLACE_DAYS}>
      {(period) => <Places days={period} />}
    </WithPeriod>
  );
}

function Places({ days }: { readonly days: Days }) {
  const places = useListenerPlaces(days);
  return (
    <Loaded what="countries and players" query={places}>
      {(found) =>
        Object.values(found).every((rows) => rows.length === 0) ? (
          <section aria-label="Countries" className="panel">
            <EmptyState
              icon={<Earth size={32} />}
              title="No one has listened in these days yet"
              text="Countries, players and devices appear here a quarter of an hour after someone listened."
            />
          </section>
        ) : (
          <>
            <Countries rows={found.countries} days={days} />
            <div className="grid min-w-0 items-start gap-3 xl:grid-cols-2">
              {dimensions.map(({ id, title, first }) => (
                <FigurePanel
                  key={id}
                  title={title}
                  tools={<PlacesCsv dimension={id} first={first} rows={found[id]} days={days} />}
                >
                  <PlaceTable dimension={id} title={title} first={first} rows={found[id]} />
                </FigurePanel>
              ))}
            </div>
          </>
        )
      }
    </Loaded>
  );
}

type Place = ListenerPlaces["countries"][number];

function Countries({ rows, days }: { readonly rows: readonly Place[]; readonly days: Days }) {
  const isKnown = rows.some(({ value }) => value !== null);
  return (
    <FigurePanel
      title="Countries"
      tools={<PlacesCsv dimension="countries" first="Country" rows={rows} days={days} />}
    >
      {!isKnown && (
        <p className="pb-2 text-[13px] text-muted">
          No country is known: the station has no file of addresses and countries.
        </p>
      )}
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        {isKnown && (
          <ErrorBoundary scope="panel">
            <Suspense fallback={<div className="aspect-[2/1]" />}>
              <WorldMap countries={rows} />
            </Suspense>
          </ErrorBoundary>
        )}
        <PlaceTable dimension="countries" title="Countries" first="Country" rows={rows} />
      </div>
    </FigurePanel>
  );
}

function PlaceTable({
  dimension,
  title,
  first,
  rows,
}: {
  readonly dimension: keyof ListenerPlaces;
  readonly title: string;
  readonly first: string;
  readonly rows: readonly Place[];
}) {
  const whole = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  return (
    <FigureTable
      label={title}
      first={first}
      columns={columns}
      rows={rows.map((row) => ({ ...row, whole, name: placeName(dimension, row.value) }))}
      keyOf={({ value }) => value ?? ""}
      nameOf={nameWithBar}
    />
  );
}

interface PlaceRow extends Place {
  readonly name: string;
  /** Listening time of all rows, in seconds. */
  readonly whole: number;
}

const columns: readonly Column<PlaceRow>[] = [
  { name: "Share", figureOf: ({ seconds, whole }) => shareWords(seconds, whole) },
  { name: "Hours", figureOf: ({ seconds }) => hoursWords(seconds) },
  { name: "Sessions", figureOf: ({ sessions }) => formatCount(sessions) },
];

function nameWithBar({ name, seconds, whole }: PlaceRow) {
  return (
    <>
      {name}
      <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-s3">
        <span
          className="block h-full bg-primary-edge"
          style={{ width: `${whole === 0 ? 0 : (seconds / whole) * 100}%` }}
        />
      </span>
    </>
  );
}

function PlacesCsv({
  dimension,
  first,
  rows,
  days: { from, to },
}: {
  readonly dimension: keyof ListenerPlaces;
  readonly first: string;
  readonly rows: readonly Place[];
  readonly days: Days;
}) {
  return (
    <CsvButton
      of={dimension}
      csvIn={() => ({
        name: `${dimension}-${from}-to-${to}`,
        heads: [first, "Listening hours", "Sessions"],
        rows: rows.map(({ value, seconds, sessions }) => [
          placeName(dimension, value),
          csvHours(seconds),
          sessions,
        ]),
      })}
    />
  );
}
