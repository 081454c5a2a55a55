import { type ListenedShow, MAX_LISTENED_DAYS } from "@neonrelay/contract/callers";
import { CalendarDays } from "lucide-react";
import { formatCount } from "../../ui/count-of.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/panel-state.tsx";
import { csvHours } from "./csv-rules.ts";
import { CsvButton, FigurePanel } from "./figure-panel.tsx";
import { type Column, FigureTable } from "./figure-table.tsx";
import { decimalWords, hoursWords } from "./listener-words.ts";
import { type StationDay, useListenedShows } from "./listeners-data.ts";
import { WithPeriod } from "./period-fields.tsx";
import type { Days } from "./period-rules.ts";

/** What listeners did during each show. */
export function ShowsPanel({ station }: { readonly station: StationDay }) {
  return (
    <WithPeriod station={station} maxDays={MAX_LISTENED_DAYS}>
      {({ from, to }) => (
        <ListenedShows
          title="Shows"
          text="A play belongs to the show in which it began. Plays that the station no longer keeps are not counted."
          days={{ from, to }}
        />
      )}
    </WithPeriod>
  );
}

/** The last 30 days of the shows that the signed-in account hosts. */
export function ListenersOfMyShows() {
  return (
    <ListenedShows title="Who listened to your shows" text="The last 30 days." days={undefined} />
  );
}

function ListenedShows({
  title,
  text,
  days,
}: {
  readonly title: string;
  readonly text: string;
  readonly days: Days | undefined;
}) {
  const shows = useListenedShows(days);
  return (
    <Loaded what="listeners of shows" query={shows}>
      {(list) => (
        <FigurePanel
          title={title}
          text={text}
          tools={
            list.length > 0 && (
              <CsvButton
                of={title}
                csvIn={() => ({
                  name: days === undefined ? "shows" : `shows-${days.from}-to-${days.to}`,
                  heads: csvHeads,
                  rows: list.map(csvRowOf),
                })}
              />
            )
          }
        >
          {list.length === 0 ? (
            <EmptyState
              icon={<CalendarDays size={32} />}
              title="No show was on in these days"
              text="Shows on the week have their listeners here once they were on air."
            />
          ) : (
            <FigureTable
              label={title}
              first="Show"
              columns={columns}
              rows={list}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
            />
          )}
        </FigurePanel>
      )}
    </Loaded>
  );
}

const columns: readonly Column<ListenedShow>[] = [
  { name: "Broadcasts", figureOf: ({ broadcasts }) => formatCount(broadcasts) },
  { name: "Average", figureOf: ({ averageListeners }) => decimalWords(averageListeners) },
  { name: "Hours", figureOf: ({ seconds }) => hoursWords(seconds) },
  { name: "Plays", figureOf: ({ plays }) => formatCount(plays) },
  { name: "Joined", figureOf: ({ joined }) => formatCount(joined) },
  { name: "Left", figureOf: ({ left }) => formatCount(left) },
  { name: "Left within 30 s", figureOf: ({ leftEarly }) => formatCount(leftEarly) },
];

const csvHeads = [
  "Show",
  "Broadcasts",
  "Average listeners",
  "Listening hours",
  "Plays",
  "Joined",
  "Left",
  "Left within 30 s",
];

function csvRowOf(show: ListenedShow): readonly (string | number)[] {
  const { name, broadcasts, averageListeners, seconds, plays, joined, left, leftEarly } = show;
  return [name, broadcasts, averageListeners, csvHours(seconds), plays, joined, left, leftEarly];
}
