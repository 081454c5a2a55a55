import { holidaysApi } from "@neonrelay/contract";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { changeHoliday, createHoliday, importHolidays, removeHoliday } from "./holiday-actions.ts";
import { listHolidays } from "./holiday-store.ts";
import type { ScheduleParts } from "./schedule-change.ts";
import { storedOf } from "./schedule-failures.ts";

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
