import {
  MAX_SCHEDULE_ENTRIES,
  type NewScheduleEntry,
  type OccurrenceChange,
  type ScheduleEntry,
  type ScheduleEntryChange,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection } from "../database/database.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { findClock } from "./clock-store.ts";
import {
  countEntries,
  deleteEntry,
  findEntry,
  insertEntries,
  listEntries,
  saveEntry,
  type EntryContent,
} from "./entry-store.ts";
import { addDays, isDate, isMonday, momentOf, readLocalTime } from "./local-time-rules.ts";
import { beginsOn, listOccurrences } from "./occurrence-rules.ts";
import { findRepeatProblem } from "./repeat-rules.ts";
import {
  changeSchedule,
  type ScheduleOutcome,
  type ScheduleParts,
  type ScheduleRefusal,
} from "./schedule-change.ts";
import { findShow } from "./show-store.ts";

const MAX_EXCEPTIONS = 500;

export async function createEntry(
  parts: ScheduleParts,
  { entry, by }: { readonly entry: NewScheduleEntry; readonly by: Caller },
): Promise<ScheduleOutcome<ScheduleEntry>> {
  const id = randomUUID();
  const told = { by, action: "put something on the schedule", details: { id, ...entry } };
  return await changeSchedule(parts, told, async (transaction) => {
    if ((await countEntries(transaction)) >= MAX_SCHEDULE_ENTRIES) return { kind: "too-many" };
    const read = await readExisting(transaction, entry);
    if (read.kind !== "stored") return read;
    await insertEntries(transaction, [{ id, ...read.value }]);
    return await stored(transaction, id);
  });
}

export async function changeEntry(
  parts: ScheduleParts,
  {
    id,
    change,
    by,
  }: { readonly id: string; readonly change: ScheduleEntryChange; readonly by: Caller },
): Promise<ScheduleOutcome<ScheduleEntry>> {
  const { version, ...wanted } = change;
  const told = { by, action: "changed an entry of the schedule", details: { id, ...wanted } };
  return await changeSchedule(parts, told, async (transaction) => {
    const entry = await findEntry(transaction, id);
    if (entry === null) return { kind: "unknown" };
    if (entry.version !== version) return { kind: "outdated" };
    const read = await readExisting(transaction, { ...entry, ...given(wanted) });
    if (read.kind !== "stored") return read;
    await saveEntry(transaction, id, read.value);
    return await stored(transaction, id);
  });
}

export async function removeEntry(
  parts: ScheduleParts,
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<ScheduleOutcome<null>> {
  const told = { by, action: "took an entry off the schedule", details: { id } };
  return await changeSchedule(parts, told, async (transaction) =>
    (await deleteEntry(transaction, id)) ? { kind: "stored", value: null } : { kind: "unknown" },
  );
}

/** Moves or cancels one occurrence: adds an exception, and for a move a one-time entry. */
export async function changeOccurrence(
  parts: ScheduleParts,
  {
    id,
    date,
    change,
    by,
  }: {
    readonly id: string;
    readonly date: string;
    readonly change: OccurrenceChange;
    readonly by: Caller;
  },
): Promise<ScheduleOutcome<readonly ScheduleEntry[]>> {
  const action = change.isCancelled
    ? "cancelled one date of an entry"
    : "moved one date of an entry";
  const told = { by, action, details: { id, date, ...change } };
  return await changeSchedule(parts, told, async (transaction) => {
    const entry = await findEntry(transaction, id);
    if (entry === null) return { kind: "unknown" };
    if (entry.version !== change.version) return { kind: "outdated" };
    const { holidays } = parts.schedule.contents;
    if (!isDate(date) || !beginsOn(entry, { date, holidays }))
      return { kind: "invalid", field: "date", problem: "it doesn't happen on this day" };
    if (
      entry.except.length >= MAX_EXCEPTIONS ||
      (await countEntries(transaction)) >= MAX_SCHEDULE_ENTRIES
    )
      return { kind: "too-many" };
    const { startsAt = `${date}${entry.startsAt.slice(date.length)}` } = change;
    const { durationMinutes = entry.durationMinutes } = change;
    const once = { ...entry, startsAt, durationMinutes, repeat: null, except: [] };
    const read = await readExisting(transaction, once);
    if (read.kind !== "stored") return read;
    await saveEntry(transaction, id, { ...entry, except: [...entry.except, date].toSorted() });
    if (!change.isCancelled)
      await insertEntries(transaction, [{ id: randomUUID(), ...read.value }]);
    return { kind: "stored", value: await listEntries(transaction) };
  });
}

/** Copies the occurrences of one week into another, as one-time entries at the same local times. */
export async function copyWeek(
  parts: ScheduleParts,
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: Caller },
): Promise<ScheduleOutcome<number>> {
  const told = { by, action: "copied a week of the schedule", details: { from, to } };
  const { timeZone } = parts.schedule;
  for (const [field, date] of Object.entries({ from, to }))
    if (!isDate(date) || !isMonday(date))
      return { kind: "invalid", field, problem: "must be a Monday" };
  if (from === to) return { kind: "invalid", field: "to", problem: "must be another week" };
  return await changeSchedule(parts, told, async (transaction) => {
    const fromMs = momentOf(`${from}T00:00`, timeZone);
    const untilMs = momentOf(`${addDays(from, 7)}T00:00`, timeZone);
    const entries = await listEntries(transaction);
    const days = Array.from({ length: 7 }, (_, index) => addDays(from, index));
    const copies = listOccurrences({ entries, holidays: [], timeZone, fromMs, untilMs }).flatMap(
      ({ entry, date }) => {
        const day = days.indexOf(date);
        if (day === -1) return [];
        const startsAt = `${addDays(to, day)}${entry.startsAt.slice(date.length)}`;
        return [{ ...entry, id: randomUUID(), startsAt, repeat: null, except: [] }];
      },
    );
    if (entries.length + copies.length > MAX_SCHEDULE_ENTRIES) return { kind: "too-many" };
    await insertEntries(transaction, copies);
    return { kind: "stored", value: copies.length };
  });
}

/** Removes undefined fields. */
function given(
  change: Partial<{ [Name in keyof EntryContent]: EntryContent[Name] | undefined }>,
): Partial<EntryContent> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

async function stored(
  transaction: Connection,
  id: string,
): Promise<ScheduleOutcome<ScheduleEntry>> {
  const value = await findEntry(transaction, id);
  return value === null ? { kind: "unknown" } : { kind: "stored", value };
}

/** Checks what the schema can't, and that the referenced show or clock exists. */
async function readExisting(
  transaction: Connection,
  entry: EntryContent,
): Promise<ScheduleOutcome<EntryContent>> {
  const { what } = entry;
  const isThere =
    what.kind === "show"
      ? (await findShow(transaction, what.showId)) !== null
      : (await findClock(transaction, what.clockId)) !== null;
  const read = readEntry(entry);
  return read.kind !== "stored" || isThere
    ? read
    : { kind: "unknown-part", field: "what", what: what.kind };
}

/** Checks what the schema can't. */
export function readEntry({
  what,
  startsAt,
  durationMinutes,
  repeat,
  except,
  priority,
}: EntryContent): { readonly kind: "stored"; readonly value: EntryContent } | Invalid {
  const time = readLocalTime(startsAt);
  if (time === null) return invalid("startsAt", "this day or time doesn't exist");
  const noDay = except.find((date) => !isDate(date));
  if (noDay !== undefined) return invalid("except", `there is no day ${noDay}`);
  const problem = repeat === null ? null : findRepeatProblem(repeat);
  if (problem !== null) return invalid("repeat", problem);
  const days = [...new Set(except)].toSorted();
  return {
    kind: "stored",
    value: { what, startsAt: time, durationMinutes, repeat, except: days, priority },
  };
}

type Invalid = Extract<ScheduleRefusal, { readonly kind: "invalid" }>;

function invalid(field: string, problem: string): Invalid {
  return { kind: "invalid", field, problem };
}
