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

/** A place in the plan, as far as its order matters. */
export interface PlanPlace {
  readonly id: string;
  readonly track: PlanTrack;
  /** Which playlist gave it; null: none. */
  readonly playlistId: string | null;
  /** When it is expected to begin, in ms since 1970. */
  readonly startsAtMs: number;
  /** Rules of separation that had to give way for it. */
  readonly gaveWay: readonly SeparationRule[];
  /** It stays, and keeps its time as nearly as the joins allow. */
  readonly isLocked: boolean;
  /** Where in the schedule it is. */
  readonly place: ItemPlace;
}

export interface PlanWindow {
  /** When the first item is expected to begin, and how far the plan reaches. */
  readonly startMs: number;
  readonly untilMs: number;
  readonly mostItems: number;
}

interface PlaceMaker<Place extends PlanPlace> {
  /** Gives what the planner chose a place of its own. */
  readonly toPlace: (planned: PlannedTrack) => Place;
  /** Says on a place that stays what did not come before it. */
  readonly withNotes: (place: Place, notes: readonly PlanNote[]) => Place;
}

/** A join that is nearer to the time of a locked item than the next one is likely to be. */
const HALF_A_TRACK_MS = 100_000;
/** So long before a time of the clock the items that are planned must meet it. */
const MEETS_MS = 11 * 60_000;

/**
 * Makes a plan of what is planned already, as far as schedule and rules of separation still allow it, and of what the
 * planner chooses for the gaps and for the hours behind it. What is locked stays whatever the rules say.
 * @param planned in its order
 */
export function fillPlan<Place extends PlanPlace>(
  planner: ProgrammePlanner,
  { startMs, untilMs, mostItems }: PlanWindow,
  planned: readonly Place[],
  { toPlace, withNotes }: PlaceMaker<Place>,
): readonly Place[] {
  const waiting = [...planned];
  const places: Place[] = [];
  let atMs = startMs;
  const add = (place: Place): void => {
    places.push({ ...place, startsAtMs: atMs });
    atMs = planner.endOf(place.track, atMs);
  };
  const keep = (next: Place, place: ItemPlace): void => {
    const { track, playlistId } = next;
    const notes = planner.note({ track, atMs, playlistId, slotId: place.slotId });
    add(withNotes({ ...next, place }, notes));
  };
  const isOpen = (): boolean =>
    places.length < mostItems && (atMs < untilMs || waiting.some(({ isLocked }) => isLocked));
  while (isOpen()) {
    const [next] = waiting;
    const isEarly = next?.isLocked === true && next.startsAtMs - atMs >= HALF_A_TRACK_MS;
    if (next !== undefined && !isEarly) {
      const expected = planner.expect(atMs);
      // What has an exact time comes before whatever an operator put there.
      if (next.isLocked && !(isExactNow(expected) && !isPlaceOf(next, expected))) {
        waiting.shift();
        keep(next, isPlaceOf(next, expected) ? placeOf(expected) : outOfClock(expected));
        continue;
      }
      const belongs = !next.isLocked && isPlaceOf(next, expected);
      if (!belongs && !next.isLocked && next.startsAtMs <= atMs) {
        // Its place has passed.
        waiting.shift();
        continue;
      }
      if (belongs) {
        const meets = meetsTarget(waiting, expected);
        waiting.shift();
        // What has to go leaves its place to another track, so that jingles keep their distance.
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

/** Whether an item that is planned may stand in this place. */
function isPlaceOf({ place }: PlanPlace, expected: Expected): boolean {
  const { entryId, clock, slotId } = placeOf(expected);
  return place.entryId === entryId && place.clock?.id === clock?.id && place.slotId === slotId;
}

function isExactNow({ frame, isFirst }: Expected): boolean {
  return isFirst && frame?.start === "exact";
}

/** An operator put it here: it is of the show, and of no slot. */
function outOfClock(expected: Expected): ItemPlace {
  return { ...placeOf(expected), slotId: null, start: { kind: "follow" } };
}

/** Whether the items that wait bring a join near the time of the clock that comes next. */
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

/** When each item begins if the first one does at that moment: what has an exact time, then. */
export function timePlan<Place extends PlanPlace>(
  places: readonly Place[],
  startMs: number,
): readonly Place[] {
  let atMs = startMs;
  return places.map((place) => {
    const { start } = place.place;
    const startsAtMs = start.kind === "exact" ? Math.max(start.atMs, startMs) : atMs;
    atMs = startsAtMs + place.track.lengthMs;
    return { ...place, startsAtMs };
  });
}

/** @param beforeId the item it goes in front of; null: to the end. @returns null when one of them is not there */
export function movePlace<Place extends PlanPlace>(
  places: readonly Place[],
  { id, beforeId }: { readonly id: string; readonly beforeId: string | null },
): readonly Place[] | null {
  const moved = places.find((place) => place.id === id);
  if (moved === undefined) return null;
  if (beforeId === id) return places;
  const others = places.filter((place) => place !== moved);
  return insertPlace(others, { place: moved, beforeId });
}

/** @returns null when the item it is to go in front of is not there */
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
