import {
  clocksApi,
  holidaysApi,
  MAX_SCHEDULE_DAYS,
  scheduleApi,
  showsApi,
} from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { createTurns } from "../limits/turns.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { changeClock, createClock, removeClock } from "./clock-actions.ts";
import { listClocks } from "./clock-store.ts";
import {
  changeEntry,
  changeOccurrence,
  copyWeek,
  createEntry,
  removeEntry,
} from "./entry-actions.ts";
import { listEntries } from "./entry-store.ts";
import type { ScheduleParts } from "./schedule-change.ts";
import { storedOf } from "./schedule-failures.ts";
import { changeShow, createShow, removeShow } from "./show-actions.ts";
import { toPublicShow, toShow } from "./show-views.ts";
import { listPossibleHosts, listShows } from "./show-store.ts";
import { changeHoliday, createHoliday, importHolidays, removeHoliday } from "./holiday-actions.ts";
import { listHolidays } from "./holiday-store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const clockFeature = feature(clocksApi, clockHandlers);

function clockHandlers(parts: ScheduleParts): HandlersFor<typeof clocksApi> {
  return {
    listClocks: async () => [...(await listClocks(parts.database.connection))],
    createClock: async ({ body }, { caller }) =>
      storedOf("clock", await createClock(parts, { clock: body, by: caller })),
    changeClock: async ({ params: { id }, body }, { caller }) =>
      storedOf("clock", await changeClock(parts, { id, change: body, by: caller })),
    removeClock: async ({ params: { id } }, { caller }) => {
      storedOf("clock", await removeClock(parts, { id, by: caller }));
      return { isRemoved: true };
    },
  };
}

export const scheduleFeature = feature(scheduleApi, scheduleHandlers);

function scheduleHandlers(parts: ScheduleParts): HandlersFor<typeof scheduleApi> {
  const { connection } = parts.database;
  const inTurn = createTurns();
  return {
    getSchedule: async ({ query }) => {
      const times = { fromMs: Date.parse(query.from), untilMs: Date.parse(query.to) };
      if (times.fromMs >= times.untilMs) throw badSpan("to: must be after from");
      if (times.untilMs - times.fromMs > MAX_SCHEDULE_DAYS * DAY_MS)
        throw badSpan(`to: must be at most ${MAX_SCHEDULE_DAYS} days after from`);
      const { schedule } = parts;
      return {
        timeZone: schedule.timeZone,
        occurrences: [...(await inTurn(() => schedule.occurrences(times)))],
        holidays: schedule.holidays(times),
      };
    },
    getOnNow: async () => parts.schedule.onNow(Date.now()),
    listScheduleEntries: async () => [...(await listEntries(connection))],
    createScheduleEntry: async ({ body }, { caller }) =>
      storedOf("entry", await createEntry(parts, { entry: body, by: caller })),
    changeScheduleEntry: async ({ params: { id }, body }, { caller }) =>
      storedOf("entry", await changeEntry(parts, { id, change: body, by: caller })),
    removeScheduleEntry: async ({ params: { id } }, { caller }) => {
      storedOf("entry", await removeEntry(parts, { id, by: caller }));
      return { isRemoved: true };
    },
    changeOccurrence: async ({ params, body }, { caller }) => [
      ...storedOf("entry", await changeOccurrence(parts, { ...params, change: body, by: caller })),
    ],
    copyWeek: async ({ body }, { caller }) => ({
      copied: storedOf("entry", await copyWeek(parts, { ...body, by: caller })),
    }),
  };
}

function badSpan(error: string): ApiFailure {
  return new ApiFailure({ error, code: "invalid_request", field: "to" });
}

/** How many dates a show's page lists, and how far ahead to look for them. */
const MAX_DATES = 10;
const AHEAD_MS = 13 * 7 * 24 * 60 * 60 * 1000;

export const showFeature = feature(showsApi, showHandlers);

function showHandlers(parts: ScheduleParts): HandlersFor<typeof showsApi> {
  const { connection } = parts.database;
  return {
    listShows: async () => (await listShows(connection)).map(toPublicShow),
    getShow: async ({ params: { slug } }) => {
      const { schedule } = parts;
      const show = [...schedule.contents.shows.values()].find((each) => each.slug === slug);
      if (show === undefined)
        throw new ApiFailure({ error: "Show not found", code: "not_found", field: "slug" });
      const dates = schedule
        .coming(Date.now(), AHEAD_MS)
        .filter(({ occurrence }) => occurrence.show?.id === show.id)
        .slice(0, MAX_DATES)
        .map(({ fromMs: startMs, untilMs: endMs }) => ({
          startsAt: new Date(startMs).toISOString(),
          endsAt: new Date(endMs).toISOString(),
        }));
      return { ...toPublicShow(show), dates };
    },
    listProgrammeShows: async () => (await listShows(connection)).map(toShow),
    listShowHosts: async () => [...(await listPossibleHosts(connection))],
    createShow: async ({ body }, { caller }) =>
      toShow(storedOf("show", await createShow(parts, { show: body, by: caller }))),
    changeShow: async ({ params: { id }, body }, { caller }) =>
      toShow(storedOf("show", await changeShow(parts, { id, change: body, by: caller }))),
    removeShow: async ({ params: { id } }, { caller }) => {
      storedOf("show", await removeShow(parts, { id, by: caller }));
      return { isRemoved: true };
    },
  };
}

export const holidayFeature = feature(holidaysApi, holidayHandlers);

function holidayHandlers(parts: ScheduleParts): HandlersFor<typeof holidaysApi> {
  return {
    listHolidays: async () => [...(await listHolidays(parts.database.connection))],
    createHoliday: async ({ body }, { caller }) =>
      storedOf("holiday", await createHoliday(parts, { holiday: body, by: caller })),
    changeHoliday: async ({ params: { id }, body }, { caller }) =>
      storedOf("holiday", await changeHoliday(parts, { id, change: body, by: caller })),
    removeHoliday: async ({ params: { id } }, { caller }) => {
      storedOf("holiday", await removeHoliday(parts, { id, by: caller }));
      return { isRemoved: true };
    },
    importHolidays: async ({ body }, { caller }) =>
      storedOf("holiday", await importHolidays(parts, { ...body, by: caller })),
  };
}
