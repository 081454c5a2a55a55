import {
  MAX_HOLIDAYS,
  type Holiday,
  type HolidayChange,
  type HolidayDay,
  type HolidayImport,
  type NewHoliday,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection } from "../database/database.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { findClock } from "./clock-store.ts";
import { readCalendarDays } from "./holiday-rules.ts";
import {
  deleteHoliday,
  findHoliday,
  insertHolidays,
  listHolidays,
  saveHoliday,
} from "./holiday-store.ts";
import { isDate, localDateOf } from "./local-time-rules.ts";
import {
  changeSchedule,
  type ScheduleOutcome,
  type ScheduleParts,
  type ScheduleRefusal,
} from "./schedule-change.ts";

export async function createHoliday(
  parts: ScheduleParts,
  { holiday, by }: { readonly holiday: NewHoliday; readonly by: Caller },
): Promise<ScheduleOutcome<Holiday>> {
  const id = randomUUID();
  const told = { by, action: "added a holiday", details: { id, ...holiday } };
  return await changeSchedule(parts, told, async (transaction) => {
    if ((await listHolidays(transaction)).length >= MAX_HOLIDAYS) return { kind: "too-many" };
    const refusal = await findProblem(transaction, holiday);
    if (refusal !== null) return refusal;
    await insertHolidays(transaction, [{ id, ...holiday }]);
    return await stored(transaction, id);
  });
}

export async function changeHoliday(
  parts: ScheduleParts,
  { id, change, by }: { readonly id: string; readonly change: HolidayChange; readonly by: Caller },
): Promise<ScheduleOutcome<Holiday>> {
  const { version, ...wanted } = change;
  const told = { by, action: "changed a holiday", details: { id, ...wanted } };
  return await changeSchedule(parts, told, async (transaction) => {
    const holiday = await findHoliday(transaction, id);
    if (holiday === null) return { kind: "unknown" };
    if (holiday.version !== version) return { kind: "outdated" };
    const {
      date = holiday.date,
      name = holiday.name,
      isYearly = holiday.isYearly,
      day = holiday.day,
    } = wanted;
    const refusal = await findProblem(transaction, { date, day });
    if (refusal !== null) return refusal;
    await saveHoliday(transaction, id, { date, name, isYearly, day });
    return await stored(transaction, id);
  });
}

export async function removeHoliday(
  parts: ScheduleParts,
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<ScheduleOutcome<null>> {
  const told = { by, action: "removed a holiday", details: { id } };
  return await changeSchedule(parts, told, async (transaction) =>
    (await deleteHoliday(transaction, id)) ? { kind: "stored", value: null } : { kind: "unknown" },
  );
}

/** Adds a calendar's future whole-day events that are not there yet. */
export async function importHolidays(
  parts: ScheduleParts,
  { calendar, day, by }: HolidayImport & { readonly by: Caller },
): Promise<
  ScheduleOutcome<{ readonly added: number; readonly known: number; readonly leftOut: number }>
> {
  const read = readCalendarDays(calendar, localDateOf(Date.now(), parts.schedule.timeZone));
  if (read === null)
    return { kind: "invalid", field: "calendar", problem: "this is no iCalendar file" };
  const told = { by, action: "imported holidays", details: { days: read.days.length } };
  return await changeSchedule(parts, told, async (transaction) => {
    const refusal = await findProblem(transaction, { day });
    if (refusal !== null) return refusal;
    const before = await listHolidays(transaction);
    const known = new Set(before.map(keyOf));
    const added = new Map(read.days.map((each) => [keyOf(each), each]));
    const fresh = [...added].flatMap(([key, each]) =>
      known.has(key) ? [] : [{ id: randomUUID(), ...each, day }],
    );
    if (before.length + fresh.length > MAX_HOLIDAYS) return { kind: "too-many" };
    await insertHolidays(transaction, fresh);
    const value = {
      added: fresh.length,
      known: read.days.length - fresh.length,
      leftOut: read.leftOut,
    };
    return { kind: "stored", value };
  });
}

function keyOf({ date, name }: Pick<Holiday, "date" | "name">): string {
  return `${date} ${name}`;
}

async function findProblem(
  transaction: Connection,
  { date, day }: { readonly date?: string; readonly day: HolidayDay },
): Promise<ScheduleRefusal | null> {
  if (date !== undefined && !isDate(date))
    return { kind: "invalid", field: "date", problem: "there is no such day" };
  if (day.kind === "clock" && (await findClock(transaction, day.clockId)) === null)
    return { kind: "unknown-part", field: "day", what: "clock" };
  return null;
}

async function stored(transaction: Connection, id: string): Promise<ScheduleOutcome<Holiday>> {
  const value = await findHoliday(transaction, id);
  return value === null ? { kind: "unknown" } : { kind: "stored", value };
}
