import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { localDateSchema } from "./on-now.ts";
import { lineSchema } from "./texts.ts";

export const MAX_HOLIDAYS = 300;
/** Maximum length of an imported calendar, in characters. */
export const MAX_CALENDAR_CHARACTERS = 500_000;

/**
 * What replaces the repeating schedule on a holiday. `usual`: nothing, the day only has a name; `weekday`: that
 * weekday's schedule, 1 for Monday to 7 for Sunday; `nothing`: the station's playlists; `clock`: one clock all day.
 * One-off entries always take place.
 */
export const holidayDaySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("usual") }),
  z.object({ kind: z.literal("weekday"), weekday: z.int().check(z.minimum(1), z.maximum(7)) }),
  z.object({ kind: z.literal("nothing") }),
  z.object({ kind: z.literal("clock"), clockId: z.uuid() }),
]);
export type HolidayDay = z.infer<typeof holidayDaySchema>;

export const holidayShape = {
  /** The first occurrence, in the station's calendar. */
  date: localDateSchema,
  name: lineSchema({ shortest: 1, longest: 80 }),
  /** Repeats yearly. */
  isYearly: z.boolean(),
  day: holidayDaySchema,
};

export const holidaySchema = z.object({
  id: z.uuid(),
  ...holidayShape,
  /** Incremented with each change; changes based on an older version are refused. */
  version: z.int(),
});
export type Holiday = z.infer<typeof holidaySchema>;

export const holidaysCalls = defineCalls({
  listHolidays: {
    method: "GET",
    path: "/api/schedule/holidays",
    response: z.array(holidaySchema),
  },
  createHoliday: {
    method: "POST",
    path: "/api/schedule/holidays",
    response: holidaySchema,
  },
  changeHoliday: {
    method: "PATCH",
    path: "/api/schedule/holidays/:id",
    response: holidaySchema,
  },
  removeHoliday: {
    method: "DELETE",
    path: "/api/schedule/holidays/:id",
    response: z.object({ isRemoved: z.literal(true) }),
  },
  importHolidays: {
    method: "POST",
    path: "/api/schedule/holidays/import",
    /** `known`: days already listed; `leftOut`: days in the past or not whole days. */
    response: z.object({ added: z.int(), known: z.int(), leftOut: z.int() }),
  },
});
