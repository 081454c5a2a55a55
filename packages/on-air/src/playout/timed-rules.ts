import type { PlanItem } from "../protocol/index.ts";

/** So long before its moment an exact item is opened, in ms. */
export const PREPARE_MS = 15_000;

/** Whether the item comes with the next join, whatever else waits: [P29]. */
export function isDueAtJoin({ start }: PlanItem, nowMs: number): boolean {
  if (start.kind !== "soft") return false;
  return nowMs >= start.fromMs && (start.untilMs === null || nowMs <= start.untilMs);
}

/** Why an item whose time has passed does not come any more, as a sentence; null: it may still come. */
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
 * The exact item that is to be opened now, or is late and may still begin: the soonest one. While a DJ is on air only
 * one that takes over from them; while the station is paused none.
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
    /** Whether its file could not be read lately. */
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

/** In UTC: the station's zone is the server's affair. */
function clockTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 19)} UTC`;
}
