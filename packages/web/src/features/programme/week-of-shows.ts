import type { ClockSlot, Show } from "@neonrelay/contract/callers";
import { type ClockDraft, newSlot } from "./clocks/clocks-data.ts";
import { newShow } from "./shows/show-draft.ts";
import type { ShowDraft } from "./shows/show-draft.ts";
import { daysLater, weekdays, weekdayOf } from "../../ui/calendar-dates.ts";
import type { Weekday } from "../../ui/calendar-dates.ts";
import type { EntryDraft } from "./week/entry-draft.ts";
import { localTime } from "./week/repeat-rules.ts";

/** Music, with a jingle on the hour and on the half hour. */
export function weekClocks(newId: () => string): {
  readonly music: ClockDraft;
  readonly morning: ClockDraft;
} {
  const music = (): ClockSlot => newSlot(newId());
  const jingle = (second: number): ClockSlot => ({
    id: newId(),
    content: { kind: "content", contentKind: "jingle" },
    start: { kind: "soft", second },
    length: { kind: "tracks", tracks: 1 },
  });
  const hour = (seconds: readonly number[]) =>
    seconds.flatMap((second) => [jingle(second), music()]);
  return {
    music: { name: "Music hour", color: "violet", isFilled: true, slots: hour([0, 1800]) },
    morning: {
      name: "Morning hour",
      color: "amber",
      isFilled: true,
      slots: hour([0, 900, 1800, 2700]),
    },
  };
}

/** A show of that week, and when it is on. */
interface WeekShow {
  readonly show: ShowDraft;
  readonly days: readonly Weekday[];
  readonly fromMinute: number;
  readonly minutes: number;
}

const workdays = weekdays.slice(0, 5);

/** Three shows that use those clocks and the station's playlists. */
export function weekShows(clockIds: {
  readonly music: string;
  readonly morning: string;
}): readonly WeekShow[] {
  return [
    {
      show: {
        ...newShow,
        name: "Morning Show",
        text: "Music to wake up to.",
        color: "amber",
        content: { kind: "clock", clockId: clockIds.morning },
      },
      days: workdays,
      fromMinute: 6 * 60,
      minutes: 4 * 60,
    },
    {
      show: {
        ...newShow,
        name: "Drive Time",
        text: "Music for the way home.",
        color: "cyan",
        content: { kind: "clock", clockId: clockIds.music },
      },
      days: workdays,
      fromMinute: 16 * 60,
      minutes: 3 * 60,
    },
    {
      show: {
        ...newShow,
        name: "Weekend Night",
        text: "Music for a long night.",
        color: "magenta",
        content: { kind: "turns" },
      },
      days: ["FR", "SA"],
      fromMinute: 21 * 60,
      minutes: 5 * 60,
    },
  ];
}

/** The entry of a show, from the first of its days. @param today local date of the station */
export function weekEntry(
  { days, fromMinute, minutes }: WeekShow,
  { showId, today }: { readonly showId: Show["id"]; readonly today: string },
): EntryDraft {
  const date =
    weekdays.map((_, day) => daysLater(today, day)).find((day) => days.includes(weekdayOf(day))) ??
    today;
  return {
    what: { kind: "show", showId },
    startsAt: localTime({ date, minute: fromMinute }),
    durationMinutes: minutes,
    repeat: `FREQ=WEEKLY;BYDAY=${days.join(",")}`,
    except: [],
    priority: 0,
  };
}
