import type { PlanReason, PlanStart, WhileLive } from "@neonrelay/contract";
import type { PlanStart as OnAirStart } from "@neonrelay/on-air/protocol";
import { createHash, randomUUID } from "node:crypto";
import type { ShowSlot } from "../schedule/live-slot-times.ts";
import { EXACT_GRACE_MS, NEAR_MS, type PlanNote } from "./frame-walk.ts";
import type { PlanPlace } from "./plan-fill.ts";
import type { StoredPlanItem } from "./plan-item-store.ts";
import { noteSentence, planSentence, requestSentence, unplannedWords } from "./plan-words.ts";
import type { ItemPlace, ItemStart, PlannedTrack } from "./programme-planner.ts";
import type { PlanTrack } from "./recent-plays.ts";

/** How far a DJ is ducked below an item played over them, in dB. */
const DUCK_DB = 15;

/** An item of the plan. */
export interface PlanEntry extends PlanPlace {
  readonly isByHand: boolean;
  readonly reason: PlanReason;
}

/** Outside of shows and clocks, following the previous item. */
export const noPlace: ItemPlace = {
  entryId: null,
  show: null,
  clock: null,
  slotId: null,
  start: { kind: "follow" },
};

/** The reason of an item that an operator placed. */
export const byHand: PlanReason = {
  rule: "hand",
  playlist: null,
  playlistEntryId: null,
  ...noPlace,
  start: { kind: "follow" },
  isFitted: false,
  notes: [],
  empty: [],
  considered: 0,
  keptOut: { track: 0, title: 0, artist: 0, album: 0, hour: 0 },
  gaveWay: [],
  nearest: [],
  sentence: "An operator put it here.",
};

/** The reason of an item that is in no plan any more. */
export const unknownReason: PlanReason = {
  ...byHand,
  rule: "unknown",
  sentence: unplannedWords.unknown,
};

/** The reason of a request that replaced an item. @param requestedBy null: unknown */
export function requestReason(ofItem: PlanReason, requestedBy: string | null): PlanReason {
  const { entryId, show, clock, slotId, start, notes } = { ...byHand, ...ofItem };
  const told = { ...byHand, rule: "requests", entryId, show, clock, slotId, start, notes } as const;
  return { ...told, sentence: requestSentence(told, requestedBy) };
}

/** @param nameOf returns the names of playlists */
export function toNewEntry(
  { track, startsAtMs, reason, place, notes }: PlannedTrack,
  nameOf: (playlistId: string) => string | undefined,
): PlanEntry {
  const { rule, playlistId, playlistEntryId, empty, pick, isFitted } = reason;
  const named = (id: string) => {
    const name = nameOf(id);
    return name === undefined ? [] : [{ id, name }];
  };
  const told = {
    rule: rule === "off" ? ("library" as const) : rule,
    playlist: playlistId === null ? null : (named(playlistId)[0] ?? null),
    playlistEntryId,
    ...place,
    start: toPlanStart(place.start),
    isFitted,
    notes: notes.map(noteSentence),
    empty: empty.flatMap(named),
    considered: pick.considered,
    keptOut: { ...pick.keptOut },
    gaveWay: [...pick.gaveWay],
    nearest: pick.nearest.map((near) => ({ ...near })),
  };
  return {
    id: idOf(place),
    track,
    playlistId,
    playlistEntryId,
    startsAtMs,
    isLocked: false,
    isByHand: false,
    gaveWay: pick.gaveWay,
    place,
    reason: { ...told, sentence: planSentence(told) },
  };
}

/**
 * A timed item keeps its id across plans, so that on-air never starts it twice, even if it began while a new plan was
 * on its way.
 */
function idOf({ slotId, start }: ItemPlace): string {
  if (slotId === null || start.kind === "follow") return randomUUID();
  const atMs = start.kind === "exact" ? start.atMs : start.fromMs;
  const hash = createHash("sha256").update(`${slotId} ${atMs}`).digest("hex");
  // A version 8 UUID, whose content is free to choose: RFC 9562.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/**
 * Makes ids unique. An item moved to another hour keeps its id; when another item has the same one, the later gets a
 * new id.
 */
export function withOwnIds(entries: readonly PlanEntry[]): readonly PlanEntry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const own = taken.has(entry.id) ? { ...entry, id: randomUUID() } : entry;
    taken.add(own.id);
    return own;
  });
}

/**
 * A started play, in the planner's form.
 * @param item the item itself, or the one it replaced; undefined: not from the plan
 */
export function begunPlay(
  track: PlanTrack,
  { item, nowMs }: { readonly item: PlanEntry | undefined; readonly nowMs: number },
) {
  const elsewhere = { playlistId: null, playlistEntryId: null };
  if (item === undefined) return { track, ...elsewhere, atMs: nowMs, slotId: null };
  const { playlistId, playlistEntryId } = track.id === item.track.id ? item : elsewhere;
  return {
    track,
    playlistId,
    playlistEntryId,
    atMs: begunAtMs(item, nowMs),
    slotId: item.place.slotId,
  };
}

/** When an item counts as begun: on-air reports it up to a second early, but its place begins at its time. */
function begunAtMs({ place: { start } }: PlanEntry, nowMs: number): number {
  switch (start.kind) {
    case "follow":
      return nowMs;
    case "soft":
    case "window":
      return Math.max(nowMs, start.fromMs);
    case "exact":
      return Math.max(nowMs, start.atMs);
    default:
      return start satisfies never;
  }
}

/** Updates the reason of an item that stays in place, or moved to the next hour of the same clock. */
export function withPlace(entry: PlanEntry, notes: readonly PlanNote[]): PlanEntry {
  const { place, reason } = entry;
  const told = notes.map(noteSentence).filter((sentence) => !reason.notes.includes(sentence));
  const start = toPlanStart(place.start);
  const isSame = JSON.stringify(start) === JSON.stringify(reason.start);
  if (told.length === 0 && isSame && place.slotId === reason.slotId) return entry;
  const after = { ...reason, ...place, start, notes: [...reason.notes, ...told] };
  return { ...entry, reason: { ...after, sentence: planSentence(after) } };
}

/** @param merged maps each removed copy's id to that of its track */
export function withOtherTrack(entry: PlanEntry, merged: ReadonlyMap<string, string>): PlanEntry {
  const id = merged.get(entry.track.id);
  return id === undefined ? entry : { ...entry, track: { ...entry.track, id } };
}

/** @param planned maps item ids to track ids */
export function withOwnTrack(entry: PlanEntry, planned: ReadonlyMap<string, string>): PlanEntry {
  const id = planned.get(entry.id);
  return id === undefined ? entry : { ...entry, track: { ...entry.track, id } };
}

/** The stored items whose tracks are still in the library, with these tracks. */
export function toEntries(
  items: readonly StoredPlanItem[],
  tracks: ReadonlyMap<string, PlanTrack>,
): readonly PlanEntry[] {
  return items.flatMap((item) => {
    const track = tracks.get(item.trackId);
    return track === undefined ? [] : toEntry(item, track);
  });
}

function toEntry(item: StoredPlanItem, track: PlanTrack): PlanEntry {
  const { id, startsAtMs, isLocked, isByHand } = item;
  // Items stored by an older version lack a place in the schedule.
  const reason = { ...byHand, ...item.reason };
  const playlistId = reason.playlist?.id ?? null;
  const { gaveWay, entryId, show, clock, slotId, playlistEntryId } = reason;
  const place = { entryId, show, clock, slotId, start: toItemStart(reason.start) };
  const from = { playlistId, playlistEntryId };
  return { id, track, ...from, startsAtMs, isLocked, isByHand, gaveWay, place, reason };
}

export function toStored(entry: PlanEntry): StoredPlanItem {
  const { id, track, startsAtMs, isLocked, isByHand, reason } = entry;
  const durationMs = track.lengthMs;
  return { id, trackId: track.id, durationMs, startsAtMs, isLocked, isByHand, reason };
}

export function toPlanStart(start: ItemStart): PlanStart {
  const toIso = (atMs: number) => new Date(atMs).toISOString();
  switch (start.kind) {
    case "follow":
      return { kind: "follow" };
    case "soft":
      return {
        kind: "soft",
        from: toIso(start.fromMs),
        until: start.untilMs === null ? null : toIso(start.untilMs),
      };
    case "exact":
      return { kind: "exact", at: toIso(start.atMs), whileLive: start.whileLive };
    case "window": {
      const { kind, fromMs, untilMs, whileLive } = start;
      return { kind, from: toIso(fromMs), until: toIso(untilMs), whileLive };
    }
    default:
      return start satisfies never;
  }
}

/**
 * The start in on-air's form. In a filled hour a soft item may begin at a join shortly before its time; an item that
 * stands in for a live show is not wanted after the show.
 */
export function toOnAirStart(
  { startsAtMs, place: { start, show } }: Pick<PlanEntry, "startsAtMs" | "place">,
  slots: readonly ShowSlot[],
): OnAirStart {
  switch (start.kind) {
    case "follow": {
      const slot = slots.find(
        (each) =>
          each.show.id === show?.id && each.fromMs <= startsAtMs && startsAtMs < each.untilMs,
      );
      return slot === undefined ? start : { kind: "follow", untilMs: slot.untilMs };
    }
    case "soft":
      return { ...start, fromMs: start.fromMs - NEAR_MS };
    case "exact":
      return exactStart({ ...start, fromMs: null });
    case "window":
      return exactStart({ ...start, atMs: start.untilMs });
    default:
      return start satisfies never;
  }
}

function exactStart({
  fromMs,
  atMs,
  whileLive,
}: {
  readonly fromMs: number | null;
  readonly atMs: number;
  readonly whileLive: WhileLive;
}): OnAirStart {
  const start = { kind: "exact", fromMs, atMs, graceMs: EXACT_GRACE_MS } as const;
  // Releases of on-air without ducking let such an item wait.
  if (whileLive === "duck") return { ...start, whileLive: "wait", duckDb: DUCK_DB };
  return { ...start, whileLive };
}

function toItemStart(start: PlanStart): ItemStart {
  switch (start.kind) {
    case "follow":
      return start;
    case "soft":
      return {
        kind: "soft",
        fromMs: Date.parse(start.from),
        untilMs: start.until === null ? null : Date.parse(start.until),
      };
    case "exact":
      return { kind: "exact", atMs: Date.parse(start.at), whileLive: start.whileLive };
    case "window": {
      const { kind, from, until, whileLive } = start;
      return { kind, fromMs: Date.parse(from), untilMs: Date.parse(until), whileLive };
    }
    default:
      return start satisfies never;
  }
}
