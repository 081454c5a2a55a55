import {
  MAX_CLOCKS,
  type Clock,
  type ClockChange,
  type NewClock,
  type SlotContent,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Connection } from "../database/database.ts";
import type { Caller } from "../identity/rights-rules.ts";
import { foldText } from "../library/track-rules.ts";
import { findTrack } from "../library/track-store.ts";
import { findPlaylist } from "../playlists/playlist-store.ts";
import {
  countClocks,
  deleteClock,
  findClock,
  findClockUses,
  insertClock,
  isClockNameTaken,
  saveClock,
} from "./clock-store.ts";
import {
  changeSchedule,
  type ScheduleOutcome,
  type ScheduleParts,
  type ScheduleRefusal,
} from "./schedule-change.ts";

export async function createClock(
  parts: ScheduleParts,
  { clock, by }: { readonly clock: NewClock; readonly by: Caller },
): Promise<ScheduleOutcome<Clock>> {
  const id = randomUUID();
  const told = { by, action: "made a clock", details: { id, clock: clock.name } };
  return await changeSchedule(parts, told, async (transaction) => {
    if ((await countClocks(transaction)) >= MAX_CLOCKS) return { kind: "too-many" };
    const nameKey = foldText(clock.name);
    if (await isClockNameTaken(transaction, { id, nameKey })) return { kind: "name-taken" };
    const refusal = await findMissingSource(transaction, clock);
    if (refusal !== null) return refusal;
    await insertClock(transaction, { ...clock, id, nameKey });
    return await stored(transaction, id);
  });
}

export async function changeClock(
  parts: ScheduleParts,
  { id, change, by }: { readonly id: string; readonly change: ClockChange; readonly by: Caller },
): Promise<ScheduleOutcome<Clock>> {
  const { version, ...columns } = change;
  const told = { by, action: "changed a clock", details: { id, ...columns } };
  return await changeSchedule(parts, told, async (transaction) => {
    const clock = await findClock(transaction, id);
    if (clock === null) return { kind: "unknown" };
    if (clock.version !== version) return { kind: "outdated" };
    const nameKey = foldText(columns.name ?? clock.name);
    if (await isClockNameTaken(transaction, { id, nameKey })) return { kind: "name-taken" };
    const refusal = await findMissingSource(transaction, columns);
    if (refusal !== null) return refusal;
    await saveClock(transaction, id, { ...columns, nameKey });
    return await stored(transaction, id);
  });
}

export async function removeClock(
  parts: ScheduleParts,
  { id, by }: { readonly id: string; readonly by: Caller },
): Promise<ScheduleOutcome<null>> {
  const told = { by, action: "removed a clock", details: { id } };
  return await changeSchedule(parts, told, async (transaction) => {
    if ((await findClock(transaction, id)) === null) return { kind: "unknown" };
    const { shows, entries, holidays } = await findClockUses(transaction, id);
    const uses = [
      ...shows.map((name) => `the show “${name}”`),
      ...(entries === 0
        ? []
        : [entries === 1 ? "one entry of the schedule" : `${entries} entries of the schedule`]),
      ...(holidays === 0 ? [] : [holidays === 1 ? "one holiday" : `${holidays} holidays`]),
    ];
    if (uses.length > 0) return { kind: "in-use", by: uses.join(", ") };
    await deleteClock(transaction, id);
    return { kind: "stored", value: null };
  });
}

async function stored(transaction: Connection, id: string): Promise<ScheduleOutcome<Clock>> {
  const value = await findClock(transaction, id);
  return value === null ? { kind: "unknown" } : { kind: "stored", value };
}

/** Only checked on saving: if a playlist or track is removed later, its slots are empty, and the plan says so. */
async function findMissingSource(
  transaction: Connection,
  { slots }: Pick<ClockChange, "slots">,
): Promise<ScheduleRefusal | null> {
  const field = "slots";
  for (const { content } of slots ?? []) {
    const what = content.kind === "track" ? "track" : "playlist";
    const isThere = await isSourceThere(transaction, content);
    if (!isThere) return { kind: "unknown-part", field, what };
  }
  return null;
}

async function isSourceThere(transaction: Connection, content: SlotContent): Promise<boolean> {
  if (content.kind === "track") return (await findTrack(transaction, content.trackId)) !== null;
  if (content.kind === "content" || content.playlistId === null) return true;
  return (await findPlaylist(transaction, content.playlistId)) !== null;
}
