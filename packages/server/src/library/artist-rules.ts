import { MAX_ARTISTS } from "@neonrelay/contract";
import { BETWEEN_NAMES } from "@neonrelay/on-air/media-jobs";
import { foldText, MAX_KEY_LENGTH, MAX_TAG_LENGTH } from "./track-rules.ts";

/** Joins names for display. */
export function joinNames(names: readonly string[]): string {
  return names.join(BETWEEN_NAMES);
}

/** Splits a typed text into names, without duplicates. */
export function splitNames(text: string): string[] {
  const names = text.split(/;\s+/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The names in a text: `names` while the text still is exactly them joined, else the text split. */
export function namesOf(text: string | null, names: readonly string[] | undefined): string[] {
  if (names !== undefined && joinNames(names) === (text ?? "")) return [...names];
  return splitNames(text ?? "");
}

/** Removes duplicates and names that don't fit into the displayed text. */
export function tidyNames(names: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of new Set(names)) {
    const fits = joinNames([...kept, name]).length <= MAX_TAG_LENGTH;
    if (name !== "" && fits && kept.length < MAX_ARTISTS) kept.push(name);
  }
  return kept;
}

/** Columns for the artists of a track. */
export function artistColumns(artists: readonly string[]): {
  readonly artist: string;
  readonly artists: string[];
  readonly artistKeys: string[];
} {
  return {
    artist: joinNames(artists),
    artists: [...artists],
    artistKeys: artistKeysOf(artists),
  };
}

/** Columns for the artists of its album. */
export function albumArtistColumns(names: readonly string[]): {
  readonly albumArtist: string | null;
  readonly albumArtists: string[];
} {
  return { albumArtist: names.length === 0 ? null : joinNames(names), albumArtists: [...names] };
}

/** Keys by which artists are compared, in the order of the artists. */
export function artistKeysOf(artists: readonly string[]): string[] {
  return artists.map(artistKeyOf);
}

export function artistKeyOf(artist: string): string {
  return foldText(artist).slice(0, MAX_KEY_LENGTH);
}
