import type { Clock, Playlist, Show } from "@neonrelay/contract/callers";
import { CalendarPlus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useFocusAfter } from "../../../ui/move-focus.ts";
import { useIsWide } from "../../../ui/use-is-wide.ts";
import { useClocks, useShows, useWeek } from "../schedule-data.ts";
import { mondayOf, weekFrom } from "../../../ui/calendar-dates.ts";
import { DayPicker } from "./day-picker.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { offeredSpan } from "./entry-draft.ts";
import type { Opened } from "./entry-dialog.tsx";
import type { Span } from "./week-geometry.ts";
import { useWeekChanges, WeekQuestions } from "./week-changes.tsx";
import { WeekGrid } from "./week-grid.tsx";
import { blocksByDay, holidayNames, weekItems } from "./week-item.ts";
import type { HolidayNames, WeekItem } from "./week-item.ts";
import { WeekToolbar } from "./week-toolbar.tsx";
import { localMoment, nextFullHour, useNow } from "./zone-time.ts";

const { Part: ShowDialog } = lazyPart(
  async () => (await import("../shows/show-dialog.tsx")).ShowDialog,
);

/** Until the station's time zone is known. */
const VISITORS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The week as a calendar. The URL names the week. */
export function WeekPanel({ playlists }: { readonly playlists: readonly Playlist[] }) {
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
              nowMs={nowMs}
              timeZone={timeZone}
              holidays={holidayNames(holidays, occurrences)}
              items={weekItems(occurrences, { entries, timeZone })}
              known={{ shows: knownShows, clocks: clocks.data ?? noClocks, playlists }}
              onShow={(shown) => setSearch({ tab: "week", week: shown }, { replace: true })}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const noClocks: readonly Clock[] = [];

/** What an entry can hold, and a show can play. */
interface Known {
  readonly shows: readonly Show[];
  readonly clocks: readonly Clock[];
  readonly playlists: readonly Playlist[];
}

/** The form of an entry, or of a new show for a time. */
type OpenDialog =
  | (Opened & { readonly kind: "entry" })
  | { readonly kind: "show"; readonly span: Span };

function Week({
  monday,
  nowMs,
  timeZone,
  items,
  holidays,
  known,
  onShow,
}: {
  readonly monday: string;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly items: readonly WeekItem[];
  readonly holidays: HolidayNames;
  readonly known: Known;
  readonly onShow: (monday: string) => void;
}) {
  const isWide = useIsWide();
  const days = weekFrom(monday);
  const today = localMoment(nowMs, timeZone).date;
  const [picked, setPicked] = useState(today);
  const { section, open, setOpen, close } = useOpenDialog();
  const changes = useWeekChanges();
  const shownDay = days.find((date) => date === picked) ?? monday;
  const makeShow = (span: Span) => setOpen({ kind: "show", span });
  const add = (span: Span) => {
    if (known.shows.length === 0 && known.clocks.length === 0) makeShow(span);
    else setOpen({ kind: "entry", span, entry: undefined, date: span.date, name: "" });
  };
  const addDay = days.includes(today) && isWide ? today : shownDay;
  const offered = () => offeredSpan(addDay, nextFullHour(Date.now(), timeZone));
  return (
    <section ref={section} tabIndex={-1} aria-label="Week" className="panel overflow-hidden">
      <WeekToolbar
        monday={monday}
        thisMonday={mondayOf(today)}
        timeZone={timeZone}
        clocks={known.clocks}
        onShow={onShow}
        onAdd={() => add(offered())}
      />
      {!isWide && (
        <DayPicker days={days} shown={shownDay} today={today} names={holidays} onShow={setPicked} />
      )}
      {blocksByDay(items, days).every((ofDay) => ofDay.length === 0) && (
        <EmptyWeek hasShows={known.shows.length > 0} onNewShow={() => makeShow(offered())} />
      )}
      <WeekGrid
        key={isWide ? "week" : "day"}
        days={isWide ? days : [shownDay]}
        items={items}
        holidays={holidays}
        timeZone={timeZone}
        nowMs={nowMs}
        pending={changes.pending}
        onDraw={add}
        onOpen={(item) => setOpen({ kind: "entry", ...openedOf(item) })}
        onChange={changes.change}
        onRemove={changes.remove}
        onPending={changes.setPending}
      />
      <WeekQuestions changes={changes} />
      {open !== undefined && (
        <OpenedDialog
          open={open}
          timeZone={timeZone}
          known={known}
          onNewShow={makeShow}
          onRemove={(opened) => {
            const item = itemOf(items, opened);
            close();
            if (item !== undefined) changes.remove(item);
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Once it is closed, the focus stays in the week, even if the button that opened it is gone. */
function useOpenDialog() {
  const section = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<OpenDialog | "closed" | undefined>(undefined);
  useFocusAfter(section, open === "closed");
  return {
    section,
    open: open === "closed" ? undefined : open,
    setOpen,
    close: () => setOpen("closed"),
  };
}

/** The dialog for a new show is loaded when it opens. */
function OpenedDialog({
  open,
  timeZone,
  known: { shows, clocks, playlists },
  onNewShow,
  onRemove,
  onClose,
}: {
  readonly open: OpenDialog;
  readonly timeZone: string;
  readonly known: Known;
  readonly onNewShow: (span: Span) => void;
  readonly onRemove: (opened: Opened) => void;
  readonly onClose: () => void;
}) {
  if (open.kind === "entry")
    return (
      <EntryDialog
        opened={open}
        timeZone={timeZone}
        shows={shows}
        clocks={clocks}
        onNewShow={onNewShow}
        onRemove={() => onRemove(open)}
        onClose={onClose}
      />
    );
  return (
    <ErrorBoundary scope="dialog" onClose={onClose}>
      <Suspense>
        <ShowDialog
          show={undefined}
          span={open.span}
          clocks={clocks}
          playlists={playlists}
          onClose={onClose}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** How to begin. */
function EmptyWeek({
  hasShows,
  onNewShow,
}: {
  readonly hasShows: boolean;
  readonly onNewShow: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-s2 px-4 py-3 text-[13px] leading-5">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-semibold">Nothing is on this week.</span>{" "}
        {hasShows
          ? "Choose Add to Week, or an empty hour of the calendar, to give a show its time."
          : "Begin with a show: its name, its hosts, what plays, and when it is on."}{" "}
        Outside shows the station’s playlists take turns.
      </p>
      {!hasShows && (
        <button type="button" className="button button-small button-primary" onClick={onNewShow}>
          <CalendarPlus size={15} aria-hidden="true" />
          New Show
        </button>
      )}
    </div>
  );
}

function openedOf({ span, entry, occurrence: { date }, name }: WeekItem): Opened {
  return { span, entry, date, name };
}

function itemOf(items: readonly WeekItem[], { entry, date }: Opened): WeekItem | undefined {
  return items.find(
    ({ occurrence }) => occurrence.entryId === entry?.id && occurrence.date === date,
  );
}
