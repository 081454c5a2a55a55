import type { PlanTrack } from "./recent-plays.ts";

/** The place of a track in the order: the lowest turn first, then by lot. */
export interface Place {
  readonly track: PlanTrack;
  readonly turn: number;
  readonly lot: number;
}

export interface ArtistPlaces {
  readonly artistKey: string;
  /** The soonest first; never empty. */
  readonly places: Place[];
  /** Ids of the artist's tracks by title and by album; made when first needed. */
  alike: ReadonlyMap<string, readonly string[]> | undefined;
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.turn !== b.turn) return a.turn < b.turn ? -1 : 1;
  if (a.lot !== b.lot) return a.lot - b.lot;
  return a.track.id < b.track.id ? -1 : Number(a.track.id > b.track.id);
}

export function compareArtists(a: ArtistPlaces, b: ArtistPlaces): number {
  const [first] = a.places;
  const [second] = b.places;
  return first === undefined || second === undefined ? 0 : comparePlaces(first, second);
}

/** Where a value is in a sorted list, or belongs. */
export function placeOf<Value>(
  values: readonly Value[],
  value: Value,
  compare: (a: Value, b: Value) => number,
): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = values[middle];
    if (other !== undefined && compare(other, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
