import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { localDateSchema } from "./on-now.ts";
import { lineSchema } from "./texts.ts";

export const MAX_HOLIDAYS = 300;
/** Most characters of a calendar that holidays are imported from. */
export const MAX_CALENDAR_CHARACTERS = 500_000;

/**
 * What happens on a holiday instead of what repeats. `usual`: nothing instead, it only has a name; `weekday`: what
 * repeats on that day of its week, 1 for Monday to 7 for Sunday; `nothing`: the station's playlists; `clock`: a clock all
 * day. What happens once always happens.
 */
export const holidayDaySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("usual") }),
  z.object({ kind: z.literal("weekday"), weekday: z.int().check(z.minimum(1), z.maximum(7)) }),
  z.object({ kind: z.literal("nothing") }),
  z.object({ kind: z.literal("clock"), clockId: z.uuid() }),
]);
export type HolidayDay = z.infer<typeof holidayDaySchema>;

export const holidayShape = {
  /** The first time, on the station's calendar. */
  date: localDateSchema,
  name: lineSchema({ shortest: 1, longest: 80 }),
  /** Each year from then on. */
  isYearly: z.boolean(),
  day: holidayDaySchema,
};

export const holidaySchema = z.object({
  id: z.uuid(),
  ...holidayShape,
  /** Goes up with each change; a change of an older one is refused. */
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
    /** Days that were there already, and those that are over or no whole days. */
    response: z.object({ added: z.int(), known: z.int(), leftOut: z.int() }),
  },
});
