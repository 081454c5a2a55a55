import type { ArtistTracks } from "./pool-tracks.ts";
import type { PlanTrack } from "./recent-plays.ts";
import type { ArtistKeys } from "./separation-keys.ts";

/** A track's place in the order: lowest turn first, then the earliest day of its last play, then random. */
export interface Place {
  readonly track: PlanTrack;
  readonly turn: number;
  /** Days since 1970; -Infinity: not on air recently. */
  readonly lastDay: number;
  readonly lot: number;
}

/** Places of tracks by one artist, or by the same several. For most artists only the first is ever needed. */
export interface ArtistPlaces {
  readonly artistKeys: ArtistKeys;
  readonly artist: ArtistTracks;
  /** The next place. */
  first: Place;
  /** In order, next one first; built on demand. */
  places: Place[] | undefined;
  /** A track's place before the plan began. */
  readonly startOf: (track: PlanTrack) => Place;
}

export function createArtistPlaces(
  artist: ArtistTracks,
  startOf: ArtistPlaces["startOf"],
): ArtistPlaces {
  const [one, ...others] = artist.tracks;
  let first = startOf(one);
  for (const track of others) {
    const place = startOf(track);
    if (comparePlaces(place, first) < 0) first = place;
  }
  return { artistKeys: artist.artistKeys, artist, first, places: undefined, startOf };
}

export function replacePlace(own: ArtistPlaces, before: Place, after: Place): void {
  const places = placesInOrder(own);
  places.splice(placeOf(places, before, comparePlaces), 1);
  places.splice(placeOf(places, after, comparePlaces), 0, after);
  own.first = places[0] ?? after;
}

/** In order, next one first. */
export function placesInOrder(own: ArtistPlaces): Place[] {
  const { artist, first, startOf } = own;
  own.places ??= artist.tracks
    .map((track) => (track === first.track ? first : startOf(track)))
    .toSorted(comparePlaces);
  return own.places;
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.turn !== b.turn) return a.turn < b.turn ? -1 : 1;
  if (a.lastDay !== b.lastDay) return a.lastDay < b.lastDay ? -1 : 1;
  if (a.lot !== b.lot) return a.lot - b.lot;
  return a.track.id < b.track.id ? -1 : Number(a.track.id > b.track.id);
}

export function compareArtists(a: ArtistPlaces, b: ArtistPlaces): number {
  return comparePlaces(a.first, b.first);
}

/** The index of a value in a sorted list, or where to insert it. */
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
