import type { PlanItem, PlayableTrack } from "../protocol/index.ts";

/** How long before its time an exact item is opened, in ms. */
export const PREPARE_MS = 15_000;

/** How long before the end of its window an item stops taking joins, in ms: the ring may be 5 s ahead. */
const LAST_JOIN_MS = 8000;

/**
 * What an exact item does with DJs: waits until they leave, and they take over from it; makes them wait until it is
 * over; or is heard over them.
 */
export type WhileLive = "wait" | "interrupt" | "duck";

export function whileLiveOf({ whileLive, duckDb }: ExactItem["start"]): WhileLive {
  return duckDb === undefined ? whileLive : "duck";
}

/**
 * Whether the item comes at the next join, before anything else waiting: [P29], [P32], [P33].
 * @param joinBehind behaviour of the exact item on air, or `wait` for a DJ; null: neither, or the next item takes over
 */
export function isDueAtJoin(
  { start }: PlanItem,
  { nowMs, joinBehind }: { readonly nowMs: number; readonly joinBehind: WhileLive | null },
): boolean {
  switch (start.kind) {
    case "follow":
      return false;
    case "soft":
      return nowMs >= start.fromMs && (start.untilMs === null || nowMs <= start.untilMs);
    case "exact":
      if (nowMs <= start.atMs)
        return start.fromMs !== null && nowMs >= start.fromMs && nowMs <= start.atMs - LAST_JOIN_MS;
      if (joinBehind === null || nowMs > start.atMs + start.graceMs) return false;
      // After one that took over from a DJ, the DJ comes first.
      return joinBehind !== "interrupt" || start.whileLive === "interrupt";
    default:
      return start satisfies never;
  }
}

/**
 * [P30] An item that interrupts a DJ is heard to its end, where the DJ comes back: without a crossfade into something
 * else.
 */
export function heardToItsEnd(track: PlayableTrack): PlayableTrack {
  const { cues, durationMs } = track;
  const endMs = cues?.cueOutMs ?? durationMs;
  if (endMs === null || (cues?.startNextMs ?? null) !== null) return track;
  const whole = { cueInMs: 0, cueOutMs: null };
  return { ...track, cues: { ...whole, ...cues, startNextMs: endMs, isDecay: true } };
}

/** [P30] Whether the item takes over so soon that a play starting now would be cut off. */
export function isTakeOverSoon({ start }: PlanItem, nowMs: number): boolean {
  if (start.kind !== "exact" || start.duckDb !== undefined) return false;
  return nowMs <= start.atMs && start.atMs - nowMs <= PREPARE_MS;
}

/** Whether an untimed item is the fallback for something that is over: [P35]. */
export function isTooLate({ start }: PlanItem, nowMs: number): boolean {
  return start.kind === "follow" && start.untilMs !== undefined && nowMs >= start.untilMs;
}

/** Why an item whose time has passed is missed, as a sentence; null: it may still start. */
export function whyMissed({ start }: Pick<PlanItem, "start">, nowMs: number): string | null {
  switch (start.kind) {
    case "follow":
      return null;
    case "soft":
      return start.untilMs === null || nowMs <= start.untilMs
        ? null
        : `its time had passed: it was due by ${clockTime(start.untilMs)}`;
    case "exact":
      return nowMs <= start.atMs + start.graceMs
        ? null
        : `its time had passed: it was due at ${clockTime(start.atMs)}`;
    default:
      return start satisfies never;
  }
}

/**
 * The soonest exact item to open now, including a late one that may still start. While a DJ is on air, only items that
 * interrupt or are heard over them; while the station is paused, none; while another exact item is on air, no late one
 * [P33].
 */
export function exactItem(
  plan: readonly PlanItem[],
  {
    nowMs,
    isLive,
    isExactOnAir,
    orderedId,
    isPlaying,
    isResting,
  }: {
    readonly nowMs: number;
    readonly isLive: boolean;
    readonly isExactOnAir: boolean;
    /** The item the engine has an order for; null: none. */
    readonly orderedId: string | null;
    readonly isPlaying: boolean;
    /** Whether its file was unreadable recently. */
    readonly isResting: (item: PlanItem) => boolean;
  },
): ExactItem | null {
  if (!isPlaying) return null;
  let soonest: ExactItem | null = null;
  for (const item of plan) {
    const { start } = item;
    if (start.kind !== "exact" || start.atMs - nowMs > PREPARE_MS) continue;
    if (nowMs > start.atMs + start.graceMs || isResting(item)) continue;
    if (isLive && whileLiveOf(start) === "wait") continue;
    if (isExactOnAir && nowMs > start.atMs && item.itemId !== orderedId) continue;
    if (soonest === null || start.atMs < soonest.start.atMs) soonest = { item, start };
  }
  return soonest;
}

interface ExactItem {
  readonly item: PlanItem;
  readonly start: Extract<PlanItem["start"], { readonly kind: "exact" }>;
}

/** In UTC: only the server knows the station's time zone. */
function clockTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 19)} UTC`;
}
