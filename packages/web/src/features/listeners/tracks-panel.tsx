import { type ListenedTrack, MAX_LISTENED_DAYS } from "@neonrelay/contract/callers";
import { ListMusic } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "wouter";
import { ArtistBehind } from "../../ui/artist-behind.tsx";
import { countOf, formatCount } from "../../ui/count-of.ts";
import { SelectField } from "../../ui/form-fields.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { MoreRows } from "../../ui/more-rows.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { csvHours } from "./csv-rules.ts";
import { type Csv, CsvButton, FigurePanel } from "./figure-panel.tsx";
import { type Column, FigureTable } from "./figure-table.tsx";
import { hoursWords, shareWords } from "./listener-words.ts";
import {
  type StationDay,
  type TrackOrder,
  type TrackSort,
  useListenedTracks,
} from "./listeners-data.ts";
import { WithPeriod } from "./period-fields.tsx";
import type { Period } from "./period-rules.ts";

const views = [
  { value: "all", name: "All tracks" },
  { value: "away", name: "What drives people away" },
] as const;
type View = (typeof views)[number]["value"];

/** What listeners did during each track. The URL names the view. */
export function TracksPanel({ station }: { readonly station: StationDay }) {
  const [search, setSearch] = useSearchParams();
  const view = views.find(({ value }) => value === search.get("view"))?.value ?? "all";
  return (
    <WithPeriod
      station={station}
      maxDays={MAX_LISTENED_DAYS}
      beside={
        <div className="w-64">
          <SelectField<View>
            label="Show"
            value={view}
            choices={views}
            onChange={(value) =>
              setSearch((old) => ({ ...Object.fromEntries(old), view: value }), { replace: true })
            }
          />
        </div>
      }
    >
      {(period) =>
        view === "away" ? <AwayTracks period={period} /> : <AllTracks period={period} />
      }
    </WithPeriod>
  );
}

const columns: readonly (TrackColumn & { readonly sort: TrackSort })[] = [
  { name: "Plays", sort: "plays", figureOf: ({ plays }) => formatCount(plays) },
  { name: "Hours", sort: "seconds", figureOf: ({ seconds }) => hoursWords(seconds) },
  { name: "Joined", sort: "joined", figureOf: ({ joined }) => formatCount(joined) },
  { name: "Left", sort: "left", figureOf: ({ left }) => formatCount(left) },
  {
    name: "Left within 30 s",
    sort: "leftEarly",
    figureOf: ({ leftEarly }) => formatCount(leftEarly),
  },
  { name: "Likes", sort: "likes", figureOf: ({ likes }) => formatCount(likes) },
  { name: "Requests", sort: "requests", figureOf: ({ requests }) => formatCount(requests) },
];

type TrackColumn = Pick<Column<ListenedTrack>, "name" | "figureOf">;

function AllTracks({ period }: { readonly period: Period }) {
  const [order, setOrder] = useState<TrackOrder>({ sort: "seconds", order: "descending" });
  const sortBy = (sort: TrackSort) => setOrder({ sort, order: orderAfter(sort, order) });
  const sortable = columns.map(({ sort, ...column }) => ({
    ...column,
    sort: {
      order: sort === order.sort ? order.order : undefined,
      onSort: () => sortBy(sort),
    },
  }));
  return (
    <TrackTable title="Tracks" period={period} order={order} columns={sortable}>
      <div className="pb-2 md:hidden">
        <SelectField<TrackSort>
          label="Most first of"
          value={order.sort}
          choices={columns.map(({ name, sort }) => ({ value: sort, name }))}
          onChange={(sort) => setOrder({ sort, order: "descending" })}
        />
      </div>
    </TrackTable>
  );
}

/** The highest first; the same column again turns it round. */
function orderAfter(sort: TrackSort, shown: TrackOrder): TrackOrder["order"] {
  return sort === shown.sort && shown.order === "descending" ? "ascending" : "descending";
}

const awayColumns: readonly TrackColumn[] = [
  { name: "Left within 30 s", figureOf: ({ leftEarly }) => formatCount(leftEarly) },
  { name: "Heard by", figureOf: (track) => formatCount(heardBy(track)) },
  { name: "Rate", figureOf: (track) => shareWords(track.leftEarly, heardBy(track)) },
  { name: "Plays", figureOf: ({ plays }) => formatCount(plays) },
];

function AwayTracks({ period }: { readonly period: Period }) {
  return (
    <TrackTable
      title="What drives people away"
      text="The tracks that most listeners left within 30 s of hearing them. The rate is their part of all who heard the track's plays."
      period={period}
      order={{ sort: "leftEarly", order: "descending" }}
      columns={awayColumns}
    />
  );
}

/** Listeners at the start of its plays, and those who came during them. */
function heardBy({ atStart, joined }: ListenedTrack): number {
  return atStart + joined;
}

function TrackTable({
  title,
  text,
  period,
  order,
  columns,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly period: Period;
  readonly order: TrackOrder;
  readonly columns: readonly Column<ListenedTrack>[];
  readonly children?: ReactNode;
}) {
  const tracks = useListenedTracks(period, order);
  return (
    <Loaded what="tracks" query={tracks}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0)
          return (
            <section aria-label={title} className="panel">
              <EmptyState
                icon={<ListMusic size={32} />}
                title="No track has had a listener in these days"
                text="Each play is counted once the next has begun, a quarter of an hour later at most."
              />
            </section>
          );
        return (
          <FigurePanel
            title={title}
            text={text ?? "A play counts from its start to the start of the next one."}
            tools={<CsvButton of="the tracks shown" csvIn={() => tracksCsv(rows, period)} />}
          >
            {children}
            <FigureTable
              label={title}
              first={countOf(pages[0]?.total ?? 0, "track")}
              columns={columns}
              rows={rows}
              keyOf={({ trackId, title, artist }) => trackId ?? `${artist} ${title}`}
              nameOf={trackName}
            />
            <MoreRows query={tracks} />
          </FigurePanel>
        );
      }}
    </Loaded>
  );
}

function trackName({ title, artist }: ListenedTrack) {
  return (
    <>
      {title} <ArtistBehind artist={artist} />
    </>
  );
}

function tracksCsv(tracks: readonly ListenedTrack[], { from, to }: Period): Csv {
  return {
    name: `tracks-${from}-to-${to}`,
    heads: [
      "Title",
      "Artist",
      "Plays",
      "Listening hours",
      "Heard by",
      "Joined",
      "Left",
      "Left within 30 s",
      "Likes",
      "Requests",
    ],
    rows: tracks.map((track) => [
      track.title,
      track.artist,
      track.plays,
      csvHours(track.seconds),
      heardBy(track),
      track.joined,
      track.left,
      track.leftEarly,
      track.likes,
      track.requests,
    ]),
  };
}
