import type { PlanItem } from "../protocol/index.ts";

/** How long before its time an exact item is opened, in ms. */
export const PREPARE_MS = 15_000;

/** How long before the end of its window an item no longer takes a join, in ms: the ring may be 5 s ahead. */
const LAST_JOIN_MS = 8000;

/** Whether the item comes at the next join, before everything else that waits: [P29], [P32]. */
export function isDueAtJoin({ start }: PlanItem, nowMs: number): boolean {
  switch (start.kind) {
    case "follow":
      return false;
    case "soft":
      return nowMs >= start.fromMs && (start.untilMs === null || nowMs <= start.untilMs);
    case "exact":
      return start.fromMs !== null && nowMs >= start.fromMs && nowMs <= start.atMs - LAST_JOIN_MS;
    default:
      return start satisfies never;
  }
}

/** Why an item whose time has passed is missed, as a sentence; null: it may still begin. */
export function whyMissed({ start }: PlanItem, nowMs: number): string | null {
  switch (start.kind) {
    case "follow":
      return null;
    case "soft":
      return start.untilMs === null || nowMs <= start.untilMs
        ? null
        : `its time had passed: it was to begin until ${clockTime(start.untilMs)}`;
    case "exact":
      return nowMs <= start.atMs + start.graceMs
        ? null
        : `its time had passed: it was to begin at ${clockTime(start.atMs)}`;
    default:
      return start satisfies never;
  }
}

/**
 * The soonest exact item to open now, or that is late and may still begin. While a DJ is on air only
 * an item that interrupts; while the station is paused none.
 */
export function exactItem(
  plan: readonly PlanItem[],
  {
    nowMs,
    isLive,
    isPlaying,
    isResting,
  }: {
    readonly nowMs: number;
    readonly isLive: boolean;
    readonly isPlaying: boolean;
    /** Whether its file could not be read recently. */
    readonly isResting: (item: PlanItem) => boolean;
  },
): ExactItem | null {
  if (!isPlaying) return null;
  let soonest: ExactItem | null = null;
  for (const item of plan) {
    const { start } = item;
    if (start.kind !== "exact" || start.atMs - nowMs > PREPARE_MS) continue;
    if (nowMs > start.atMs + start.graceMs || isResting(item)) continue;
    if (isLive && start.whileLive === "wait") continue;
    if (soonest === null || start.atMs < soonest.start.atMs) soonest = { item, start };
  }
  return soonest;
}

export interface ExactItem {
  readonly item: PlanItem;
  readonly start: Extract<PlanItem["start"], { readonly kind: "exact" }>;
}

/** In UTC: only the server knows the station's time zone. */
function clockTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 19)} UTC`;
}
