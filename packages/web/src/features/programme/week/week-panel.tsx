import type { Clock, Show } from "@neonrelay/contract/callers";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { Loaded } from "../../../ui/loaded.tsx";
import { useIsWide } from "../../../ui/use-is-wide.ts";
import { useClocks, useShows, useWeek } from "../schedule-data.ts";
import { mondayOf, weekFrom } from "./calendar-dates.ts";
import { DayPicker } from "./day-picker.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import type { Opened } from "./entry-dialog.tsx";
import { localMoment, useNow } from "./zone-time.ts";
import { useWeekChanges, WeekQuestions } from "./week-changes.tsx";
import { WeekGrid } from "./week-grid.tsx";
import { holidayNames, weekItems } from "./week-item.ts";
import type { HolidayNames, WeekItem } from "./week-item.ts";
import { WeekToolbar } from "./week-toolbar.tsx";

/** Until the station's time zone is known. */
const VISITORS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The initial time of 'Add to Week'. */
const USUAL_MINUTE = 20 * 60;

/** The week as a calendar. The URL names the week. */
export function WeekPanel() {
  const [search, setSearch] = useSearchParams();
  const [timeZone, setTimeZone] = useState(VISITORS_ZONE);
  const nowMs = useNow();
  const thisMonday = mondayOf(localMoment(nowMs, timeZone).date);
  const asked = search.get("week");
  const monday = asked !== null && !Number.isNaN(Date.parse(asked)) ? mondayOf(asked) : thisMonday;
  const week = useWeek(monday);
  const shows = useShows();
  const clocks = useClocks();
  const known = week.data?.timeZone;
  if (known !== undefined && known !== timeZone) setTimeZone(known);
  return (
    <Loaded what="week" query={week}>
      {({ occurrences, entries, holidays }) => (
        <Loaded what="shows" query={shows}>
          {(knownShows) => (
            <Week
              key={timeZone}
              monday={monday}
              thisMonday={thisMonday}
              nowMs={nowMs}
              timeZone={timeZone}
              holidays={holidayNames(holidays, occurrences)}
              items={weekItems(occurrences, { entries, timeZone })}
              shows={knownShows}
              clocks={clocks.data ?? noClocks}
              onShow={(shown) => setSearch({ tab: "week", week: shown }, { replace: true })}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const noClocks: readonly Clock[] = [];

function Week({
  monday,
  thisMonday,
  nowMs,
  timeZone,
  items,
  holidays,
  shows,
  clocks,
  onShow,
}: {
  readonly monday: string;
  readonly thisMonday: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly items: readonly WeekItem[];
  readonly holidays: HolidayNames;
  readonly shows: readonly Show[];
  readonly clocks: readonly Clock[];
  readonly onShow: (monday: string) => void;
}) {
  const isWide = useIsWide();
  const days = weekFrom(monday);
  const today = localMoment(nowMs, timeZone).date;
  const [picked, setPicked] = useState(today);
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  const changes = useWeekChanges();
  const shownDay = days.find((date) => date === picked) ?? monday;
  return (
    <section aria-label="Week" className="panel overflow-hidden">
      <WeekToolbar
        monday={monday}
        thisMonday={thisMonday}
        timeZone={timeZone}
        clocks={clocks}
        onShow={onShow}
        onAdd={() => {
          const date = days.includes(today) && isWide ? today : shownDay;
          setOpened(newAt({ date, minute: USUAL_MINUTE, minutes: 60 }));
        }}
      />
      {!isWide && (
        <DayPicker days={days} shown={shownDay} today={today} names={holidays} onShow={setPicked} />
      )}
      <WeekGrid
        key={isWide ? "week" : "day"}
        days={isWide ? days : [shownDay]}
        items={items}
        holidays={holidays}
        timeZone={timeZone}
        nowMs={nowMs}
        pending={changes.pending}
        onDraw={(span) => setOpened(newAt(span))}
        onOpen={(item) => setOpened(openedOf(item))}
        onChange={changes.change}
        onRemove={changes.remove}
        onPending={changes.setPending}
      />
      <WeekQuestions changes={changes} />
      {opened !== undefined && (
        <EntryDialog
          opened={opened}
          shows={shows}
          clocks={clocks}
          onRemove={() => {
            const item = itemOf(items, opened);
            setOpened(undefined);
            if (item !== undefined) changes.remove(item);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

function newAt(span: Opened["span"]): Opened {
  return { span, entry: undefined, date: span.date, name: "" };
}

function openedOf({ span, entry, occurrence: { date }, name }: WeekItem): Opened {
  return { span, entry, date, name };
}

function itemOf(items: readonly WeekItem[], { entry, date }: Opened): WeekItem | undefined {
  return items.find(
    ({ occurrence }) => occurrence.entryId === entry?.id && occurrence.date === date,
  );
}
