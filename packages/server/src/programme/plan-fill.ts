import type { SeparationRule } from "@neonrelay/contract";
import { costOf } from "./fill-rules.ts";
import type { Expected, PlanNote } from "./frame-walk.ts";
import {
  placeOf,
  type ItemPlace,
  type PlannedTrack,
  type ProgrammePlanner,
} from "./programme-planner.ts";
import type { PlanTrack } from "./recent-plays.ts";
import type { Steps } from "./small-steps.ts";

/** A place in the plan, with what determines its order. */
export interface PlanPlace {
  readonly id: string;
  readonly track: PlanTrack;
  /** Its playlist; null: none. */
  readonly playlistId: string | null;
  /** The entry of an ordered playlist; null: none, or unknown. */
  readonly playlistEntryId: string | null;
  /** Expected start, in ms since 1970. */
  readonly startsAtMs: number;
  /** Separation rules it violates. */
  readonly gaveWay: readonly SeparationRule[];
  /** Stays as close to its time as the joins allow. */
  readonly isLocked: boolean;
  /** Its position in the schedule. */
  readonly place: ItemPlace;
}

export interface PlanWindow {
  /** Expected start of the first item; `untilMs` is how far the plan reaches. */
  readonly startMs: number;
  readonly untilMs: number;
  readonly mostItems: number;
}

interface PlaceMaker<Place extends PlanPlace> {
  /** Turns the planner's choice into a place in the plan. */
  readonly toPlace: (planned: PlannedTrack) => Place;
  /** Adds notes about what was skipped before a place that stays. */
  readonly withNotes: (place: Place, notes: readonly PlanNote[]) => Place;
}

/** Maximum distance of a join from a locked item's time: the next join would likely be further off. */
const HALF_A_TRACK_MS = 100_000;
/** How long before a time of the clock the planned items must hit it. */
const MEETS_MS = 11 * 60_000;

/**
 * Makes a plan from the existing items, as far as schedule and separation rules still allow them, and from the
 * planner's choices for the gaps and the time after. Locked items always stay. May pause after each item.
 * @param planned in order
 */
export function* fillPlan<Place extends PlanPlace>(
  planner: ProgrammePlanner,
  { startMs, untilMs, mostItems }: PlanWindow,
  planned: readonly Place[],
  { toPlace, withNotes }: PlaceMaker<Place>,
): Steps<readonly Place[]> {
  const waiting = [...planned];
  const places: Place[] = [];
  let atMs = startMs;
  const add = (place: Place): void => {
    places.push({ ...place, startsAtMs: atMs });
    atMs = planner.endOf(place.track, atMs);
  };
  const keep = (next: Place, place: ItemPlace): void => {
    const { track, playlistId, playlistEntryId } = next;
    const slotId = place.slotId;
    const notes = planner.record({ track, atMs, playlistId, playlistEntryId, slotId });
    add(withNotes({ ...next, place }, notes));
  };
  const isOpen = (): boolean =>
    places.length < mostItems && (atMs < untilMs || waiting.some(({ isLocked }) => isLocked));
  while (isOpen()) {
    yield;
    const [next] = waiting;
    const isEarly = next?.isLocked === true && next.startsAtMs - atMs >= HALF_A_TRACK_MS;
    if (next !== undefined && !isEarly) {
      const expected = planner.expect(atMs);
      // Exact items come before items placed by operators.
      if (next.isLocked && !(isExactNow(expected, atMs) && !isPlaceOf(next, expected))) {
        waiting.shift();
        keep(next, isPlaceOf(next, expected) ? placeOf(expected) : outOfClock(expected));
        continue;
      }
      const belongs = !next.isLocked && isPlaceOf(next, expected);
      if (!belongs && !next.isLocked && next.startsAtMs <= atMs) {
        // Too late: its place has passed.
        waiting.shift();
        continue;
      }
      if (belongs) {
        const meets = meetsTarget(waiting, expected);
        waiting.shift();
        // An item that has to go is replaced, so that jingles keep their spacing.
        if (meets && !planner.isBlocked({ ...next, atMs }, expected)) {
          keep(next, placeOf(expected));
          continue;
        }
      }
    }
    const chosen = planner.next(atMs);
    if (chosen === null) break;
    add(toPlace(chosen));
  }
  return places;
}

/** Whether a planned item may stay at this position. */
function isPlaceOf({ place }: PlanPlace, expected: Expected): boolean {
  const { entryId, clock, slotId } = placeOf(expected);
  return place.entryId === entryId && place.clock?.id === clock?.id && place.slotId === slotId;
}

function isExactNow({ frame, isFirst }: Expected, atMs: number): boolean {
  return isFirst && (frame?.latestMs ?? Infinity) <= atMs;
}

/** For an item placed by an operator: it belongs to the show but to no slot. */
function outOfClock(expected: Expected): ItemPlace {
  return { ...placeOf(expected), slotId: null, start: { kind: "follow" } };
}

/** Whether the waiting items bring a join close to the clock's next time. */
function meetsTarget(waiting: readonly PlanPlace[], { target }: Expected): boolean {
  if (target === null || target.remainingMs > MEETS_MS) return true;
  let left = target.remainingMs;
  for (const { track } of waiting) {
    left -= track.lengthMs;
    if (costOf(left, target) !== Infinity) return true;
    if (left < 0) return false;
  }
  return false;
}

/** Start times of all items, given that of the first. Exact items begin at their time. */
export function timePlan<Place extends PlanPlace>(
  places: readonly Place[],
  startMs: number,
): readonly Place[] {
  let atMs = startMs;
  return places.map((place) => {
    const { start } = place.place;
    const startsAtMs = Math.max(startOf(start, atMs), startMs);
    atMs = startsAtMs + place.track.lengthMs;
    return { ...place, startsAtMs };
  });
}

/** @param atMs end of the previous item */
function startOf(start: ItemPlace["start"], atMs: number): number {
  switch (start.kind) {
    case "exact":
      return start.atMs;
    case "window":
      return Math.min(atMs, start.untilMs);
    case "soft":
    case "follow":
      return atMs;
    default:
      return start satisfies never;
  }
}

/** @param beforeId the item to move it before; null: to the end. @returns null when either does not exist */
export function movePlace<Place extends PlanPlace>(
  places: readonly Place[],
  { id, beforeId }: { readonly id: string; readonly beforeId: string | null },
): readonly Place[] | null {
  const moved = places.find((place) => place.id === id);
  if (moved === undefined) return null;
  if (beforeId === id) return places;
  const at = places.indexOf(moved);
  const isDown = places.findIndex((place) => place.id === beforeId) > at;
  const order = insertPlace(places.toSpliced(at, 1), { place: moved, beforeId });
  if (order === null || !isDown) return order;
  // The items it passes move up by its length, and it follows directly after them.
  return order.map((place) =>
    place.id === id ? { ...place, startsAtMs: place.startsAtMs - moved.track.lengthMs } : place,
  );
}

/** @returns null when the item to insert before does not exist */
export function insertPlace<Place extends PlanPlace>(
  places: readonly Place[],
  { place, beforeId }: { readonly place: Place; readonly beforeId: string | null },
): readonly Place[] | null {
  if (beforeId === null) return [...places, place];
  const index = places.findIndex(({ id }) => id === beforeId);
  const after = places[index];
  if (after === undefined) return null;
  return places.toSpliced(index, 0, { ...place, startsAtMs: after.startsAtMs });
}
