import type { PlanTrack } from "./recent-plays.ts";

/** The place of a track in the order: the lowest turn first, then random. */
export interface Place {
  readonly track: PlanTrack;
  readonly turn: number;
  readonly lot: number;
}

/** The tracks of one artist. Sorted only when needed: for most artists only the first is used. */
export interface ArtistPlaces {
  readonly artistKey: string;
  /** The next one. */
  first: Place;
  /** Never empty. */
  readonly places: Place[];
  isSorted: boolean;
  /** Ids of the artist's tracks by title and by album; made when first needed. */
  alike: ReadonlyMap<string, readonly string[]> | undefined;
}

export function createArtistPlaces(artistKey: string, first: Place): ArtistPlaces {
  return { artistKey, first, places: [first], isSorted: true, alike: undefined };
}

export function addPlace(artist: ArtistPlaces, place: Place): void {
  if (comparePlaces(place, artist.first) < 0) artist.first = place;
  artist.places.push(place);
  artist.isSorted = false;
}

export function replacePlace(artist: ArtistPlaces, before: Place, after: Place): void {
  const { places } = sorted(artist);
  places.splice(placeOf(places, before, comparePlaces), 1);
  places.splice(placeOf(places, after, comparePlaces), 0, after);
  artist.first = places[0] ?? after;
}

/** The next one first. */
export function placesInOrder(artist: ArtistPlaces): readonly Place[] {
  return sorted(artist).places;
}

function sorted(artist: ArtistPlaces): ArtistPlaces {
  if (!artist.isSorted) artist.places.sort(comparePlaces);
  artist.isSorted = true;
  return artist;
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.turn !== b.turn) return a.turn < b.turn ? -1 : 1;
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
