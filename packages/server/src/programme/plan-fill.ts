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

/** A place in the plan, with what decides its order. */
export interface PlanPlace {
  readonly id: string;
  readonly track: PlanTrack;
  /** Its playlist; null: none. */
  readonly playlistId: string | null;
  /** Which entry of an ordered playlist; null: none, or not known. */
  readonly playlistEntryId: string | null;
  /** Expected start, in ms since 1970. */
  readonly startsAtMs: number;
  /** Separation rules that it ignores. */
  readonly gaveWay: readonly SeparationRule[];
  /** It stays, as near to its time as the joins allow. */
  readonly isLocked: boolean;
  /** Where in the schedule it is. */
  readonly place: ItemPlace;
}

export interface PlanWindow {
  /** Expected start of the first item, and how far the plan reaches. */
  readonly startMs: number;
  readonly untilMs: number;
  readonly mostItems: number;
}

interface PlaceMaker<Place extends PlanPlace> {
  /** Makes a place in the plan for the planner's choice. */
  readonly toPlace: (planned: PlannedTrack) => Place;
  /** Notes on a place that stays what was left out before it. */
  readonly withNotes: (place: Place, notes: readonly PlanNote[]) => Place;
}

/** How near a join must be to the time of a locked item: the next join is likely to be farther. */
const HALF_A_TRACK_MS = 100_000;
/** How long before a time of the clock the planned items must hit it. */
const MEETS_MS = 11 * 60_000;

/**
 * Makes a plan from what is planned already, if schedule and separation rules still allow it, and from what the
 * planner chooses for the gaps and the hours after it. Locked items always stay. It may pause after each item.
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
    const notes = planner.note({ track, atMs, playlistId, playlistEntryId, slotId });
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
        // Another track replaces an item that has to go, so that jingles keep their distance.
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

/** Whether a planned item may stay in this place. */
function isPlaceOf({ place }: PlanPlace, expected: Expected): boolean {
  const { entryId, clock, slotId } = placeOf(expected);
  return place.entryId === entryId && place.clock?.id === clock?.id && place.slotId === slotId;
}

function isExactNow({ frame, isFirst }: Expected, atMs: number): boolean {
  return isFirst && (frame?.latestMs ?? Infinity) <= atMs;
}

/** Placed by an operator: it belongs to the show but to no slot. */
function outOfClock(expected: Expected): ItemPlace {
  return { ...placeOf(expected), slotId: null, start: { kind: "follow" } };
}

/** Whether the items that wait bring a join near the next time of the clock. */
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

/** When each item begins if the first begins at that moment. Exact items begin at their time. */
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

/** @param atMs where the item before it ends */
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

/** @param beforeId the item to put it before; null: the end. @returns null when either does not exist */
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
  // Those that it passes move up by its length, and it stands right behind them.
  return order.map((place) =>
    place.id === id ? { ...place, startsAtMs: place.startsAtMs - moved.track.lengthMs } : place,
  );
}

/** @returns null when the item to put it before does not exist */
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
