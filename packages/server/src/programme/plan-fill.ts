import type { PlannedTrack, Planner } from "./planner.ts";
import type { PlanTrack, SeparationRule } from "./recent-plays.ts";

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
}

export interface PlanSpan {
  /** When the first item is expected to begin, and how far the plan reaches. */
  readonly startMs: number;
  readonly untilMs: number;
  readonly mostItems: number;
}

/** A join that is nearer to the time of a locked item than the next one is likely to be. */
const HALF_A_TRACK_MS = 100_000;

/**
 * Makes a plan of what is planned already, as far as the rules of separation still allow it, and of what the planner
 * chooses for the gaps and for the hours behind it. What is locked stays whatever the rules say.
 * @param planned in its order
 * @param toPlace gives what the planner chose a place of its own
 */
export function fillPlan<Place extends PlanPlace>(
  planner: Planner,
  { startMs, untilMs, mostItems }: PlanSpan,
  planned: readonly Place[],
  toPlace: (planned: PlannedTrack) => Place,
): readonly Place[] {
  const waiting = [...planned];
  const places: Place[] = [];
  let atMs = startMs;
  const add = (place: Place): void => {
    places.push({ ...place, startsAtMs: atMs });
    atMs += place.track.lengthMs;
  };
  const isOpen = (): boolean =>
    places.length < mostItems && (atMs < untilMs || waiting.some(({ isLocked }) => isLocked));
  while (isOpen()) {
    const [next] = waiting;
    const isEarly = next?.isLocked === true && next.startsAtMs - atMs >= HALF_A_TRACK_MS;
    if (next !== undefined && !isEarly) {
      waiting.shift();
      const { track, playlistId, gaveWay } = next;
      // What has to go leaves its place to another track, so that jingles keep their distance.
      if (next.isLocked || !planner.isBlocked({ track, atMs, playlistId, gaveWay })) {
        planner.note({ track, atMs, playlistId });
        add(next);
        continue;
      }
    }
    const chosen = planner.next(atMs);
    if (chosen === null) break;
    add(toPlace(chosen));
  }
  return places;
}

/** When each item begins if the first one does at that moment. */
export function timePlan<Place extends PlanPlace>(
  places: readonly Place[],
  startMs: number,
): readonly Place[] {
  let atMs = startMs;
  return places.map((place) => {
    const timed = { ...place, startsAtMs: atMs };
    atMs += place.track.lengthMs;
    return timed;
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
