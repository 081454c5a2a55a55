import type { ClockSlot, RequestTurns } from "@neonrelay/contract";
import type { ItemPlace } from "./programme-planner.ts";
import type { OnAirStatus } from "@neonrelay/on-air/protocol";

/** Whether waiting requests go before an item of the plan, after it at the earliest, or replace it. */
export type RequestPlace = "before" | "behind" | "here";

/** @param clock of the item; undefined: none */
export function requestPlaceOf(
  clock: { readonly slots: readonly ClockSlot[] } | undefined,
  { slotId, place }: { readonly slotId: string | null; readonly place: RequestTurns["place"] },
): RequestPlace {
  const slots = clock?.slots.filter(({ content }) => content.kind === "requests") ?? [];
  if (slots.some(({ id }) => id === slotId)) return "here";
  return place === "in-slots" && slots.length > 0 ? "behind" : "before";
}

/** An entry of the queue. */
export interface WaitingEntry {
  readonly id: string;
  readonly isRequest: boolean;
  /** null: unknown until it ends. */
  readonly lengthMs: number | null;
}

/** An item of the plan. */
export interface ComingItem {
  readonly id: string;
  readonly lengthMs: number;
  readonly requests: RequestPlace;
  readonly place: Pick<ItemPlace, "start" | "show" | "clock">;
}

export interface RequestLimit {
  /** null: no limit. */
  readonly mostPerHour: number | null;
  /** Start times of requests. */
  readonly startsMs: readonly number[];
}

/** When an entry is expected on air. */
export interface ExpectedEntry {
  readonly id: string;
  /** null: unknown, or beyond the plan. */
  readonly startsAtMs: number | null;
  /** The plan item it replaces; null: none. */
  readonly itemId: string | null;
  readonly waitsFor:
    | { readonly kind: "slot"; readonly clock: string; readonly show: string | null }
    | { readonly kind: "limit" }
    | null;
}

const HOUR_MS = 3_600_000;

/** When the limit admits another request; Infinity: never. */
export function freeAtMs({ mostPerHour, startsMs }: RequestLimit, atMs: number): number {
  if (mostPerHour === null) return atMs;
  if (mostPerHour === 0) return Infinity;
  const counted = startsMs.filter((startMs) => startMs > atMs - HOUR_MS).toSorted((a, b) => a - b);
  const oldest = counted[counted.length - mostPerHour];
  return oldest === undefined ? atMs : oldest + HOUR_MS;
}

/** When the plan continues, after the queue entries that come before it. @param placeAt by the schedule */
export function planStartMs({
  joinMs,
  entries,
  limit,
  placeAt,
}: {
  readonly joinMs: number;
  readonly entries: readonly WaitingEntry[];
  readonly limit: RequestLimit;
  readonly placeAt: (atMs: number) => RequestPlace;
}): number {
  const startsMs = [...limit.startsMs];
  let atMs = joinMs;
  for (const { isRequest, lengthMs } of entries) {
    if (isRequest) {
      const isFree = freeAtMs({ ...limit, startsMs }, atMs) <= atMs;
      if (!isFree || placeAt(atMs) !== "before") continue;
      startsMs.push(atMs);
    }
    atMs += lengthMs ?? 0;
  }
  return atMs;
}

/**
 * Simulates queue and plan as on-air plays them, join by join.
 * @param joinMs end of what is on air
 * @param items of the plan, soonest first
 */
export function expectEntries({
  joinMs,
  entries,
  items,
  limit,
}: {
  readonly joinMs: number;
  readonly entries: readonly WaitingEntry[];
  readonly items: readonly ComingItem[];
  readonly limit: RequestLimit;
}): readonly ExpectedEntry[] {
  const waiting = [...entries];
  const coming = [...items];
  const expected = new Map<string, ExpectedEntry>();
  const startsMs = [...limit.startsMs];
  /** What each request had to wait for. */
  let waitedFor: ExpectedEntry["waitsFor"] = null;
  let atMs: number | null = joinMs;
  while (atMs !== null && waiting.length > 0) {
    const nowMs: number = atMs;
    const [next] = coming;
    // Nothing is known beyond the planned hours.
    if (next === undefined && items.length > 0) break;
    const isDue = next !== undefined && dueMs(next) <= nowMs;
    const item = isDue ? next : (coming.find(isFollowing) ?? next);
    const freeMs = freeAtMs({ ...limit, startsMs }, nowMs);
    const mayRequest = freeMs <= nowMs && item?.requests !== "behind";
    const mayQueue = !isDue || item?.requests === "here";
    const entry = waiting.find(({ isRequest }) => (isRequest ? mayRequest : !isDue));
    if (entry !== undefined && mayQueue) {
      const isHere = entry.isRequest && item?.requests === "here";
      const taken = isHere ? item : null;
      const waitsFor = taken === null ? (entry.isRequest ? waitedFor : null) : slotOf(taken);
      expected.set(entry.id, {
        id: entry.id,
        startsAtMs: nowMs,
        itemId: taken?.id ?? null,
        waitsFor,
      });
      waiting.splice(waiting.indexOf(entry), 1);
      if (taken !== null) coming.splice(coming.indexOf(taken), 1);
      if (entry.isRequest) startsMs.push(nowMs);
      atMs = entry.lengthMs === null ? null : endMs(coming, nowMs, entry.lengthMs);
      continue;
    }
    waitedFor = item?.requests === "behind" ? slotOf(item) : { kind: "limit" };
    if (next === undefined) {
      // Without a plan the rotation plays until the limit admits a request.
      atMs = freeMs === Infinity ? null : freeMs;
      continue;
    }
    coming.shift();
    const { start } = next.place;
    const beginMs = start.kind === "exact" ? Math.max(start.atMs, nowMs) : nowMs;
    atMs = endMs(coming, beginMs, next.lengthMs);
  }
  return entries.map(
    ({ id, isRequest }) =>
      expected.get(id) ?? {
        id,
        startsAtMs: null,
        itemId: null,
        waitsFor: isRequest ? waitedFor : null,
      },
  );
}

/** An exact item fades out what is playing. */
function endMs(coming: readonly ComingItem[], beginMs: number, lengthMs: number): number {
  const exact = coming.find(({ place: { start } }) => start.kind === "exact");
  const cutMs = exact?.place.start.kind === "exact" ? exact.place.start.atMs : Infinity;
  return Math.max(Math.min(beginMs + lengthMs, cutMs), beginMs + 1);
}

function isFollowing({ place }: ComingItem): boolean {
  return place.start.kind === "follow";
}

/** When the item takes precedence over the queue; Infinity: never. */
function dueMs({ place: { start } }: ComingItem): number {
  switch (start.kind) {
    case "follow":
      return Infinity;
    case "soft":
    case "window":
      return start.fromMs;
    case "exact":
      return start.atMs;
    default:
      return start satisfies never;
  }
}

function slotOf({ place: { clock, show } }: ComingItem): ExpectedEntry["waitsFor"] {
  return { kind: "slot", clock: clock?.name ?? "", show: show?.name ?? null };
}

/** When what is on air ends, if known. */
type ExpectedJoin =
  | { readonly kind: "in"; readonly waitMs: number }
  | { readonly kind: "paused" }
  /** A DJ or an external stream has no known end. */
  | { readonly kind: "unknown" };

/** @param status null: on-air can't be reached */
export function expectJoin({
  status,
  nowMs,
}: {
  readonly status: Pick<OnAirStatus, "now" | "source" | "positionMs" | "atMs"> | null;
  /** Wall clock. */
  readonly nowMs: number;
}): ExpectedJoin {
  if (status === null) return { kind: "unknown" };
  if (status.source === "paused") return { kind: "paused" };
  const { now } = status;
  if (now !== null && (now.kind !== "library" || now.durationMs === null))
    return { kind: "unknown" };
  const positionMs = status.positionMs + (nowMs - status.atMs);
  const leftMs =
    now === null || now.durationMs === null
      ? 0
      : Math.max(now.audioStartMs + now.durationMs - positionMs, 0);
  return { kind: "in", waitMs: leftMs };
}
