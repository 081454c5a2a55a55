import {
  searchFor,
  type Candidate,
  type Candidates,
  type Search,
} from "../playlists/files/match-rules.ts";
import { eachOf, type Steps } from "../programme/small-steps.ts";
import type { MovedTrack } from "./moved-station.ts";

/** A folder on the origin and the current location of its music. */
export interface PathMap {
  readonly from: string;
  readonly to: string;
}

/** Where to look for music. */
export interface MusicPlaces {
  readonly maps: readonly PathMap[];
  readonly roots: readonly string[];
}

/** Candidates for the origin's tracks. */
export interface TrackSource {
  readonly candidates: Candidates;
  /** Only their file names are known yet. */
  readonly isByNameOnly: boolean;
}

/** The result of matching the origin's tracks. */
export interface MatchedTracks {
  /** By key of the track. */
  readonly found: ReadonlyMap<string, Candidate>;
  readonly by: { readonly path: number; readonly name: number; readonly tags: number };
  readonly lost: readonly { readonly track: MovedTrack; readonly why: string }[];
}

/** Parses `OLD=NEW`. @returns null for any other text */
export function readPathMap(text: string): PathMap | null {
  const equals = text.indexOf("=");
  if (equals < 1 || equals === text.length - 1) return null;
  return { from: text.slice(0, equals), to: text.slice(equals + 1) };
}

/** Applies the first matching map; Windows paths get slashes. */
export function mapLocation(location: string, maps: readonly PathMap[]): string {
  const slashed = location.replaceAll("\\", "/");
  for (const { from, to } of maps) {
    const folder = withoutSlash(from.replaceAll("\\", "/"));
    const rest = slashed.slice(folder.length);
    if (slashed.startsWith(folder) && (rest === "" || rest.startsWith("/")))
      return `${withoutSlash(to)}${rest}`;
  }
  return location;
}

function withoutSlash(folder: string): string {
  return folder.endsWith("/") ? folder.slice(0, -1) : folder;
}

/** Matches by path, else by file name and length, else by artist and title. May pause. */
export function* matchTracks(
  tracks: readonly MovedTrack[],
  {
    sources,
    places,
  }: {
    /** In order of preference. */
    readonly sources: readonly TrackSource[];
    readonly places: MusicPlaces;
  },
): Steps<MatchedTracks> {
  const found = new Map<string, Candidate>();
  const by = { path: 0, name: 0, tags: 0 };
  const lost: { track: MovedTrack; why: string }[] = [];
  yield* eachOf(tracks, (track) => {
    const matches = sources.map(({ candidates, isByNameOnly }) =>
      candidates.match(searchOf(isByNameOnly ? nameOnly(track) : track, places)),
    );
    // Ambiguity in one source is more informative than absence in another.
    const match =
      matches.find(({ kind }) => kind === "found") ??
      matches.find((each) => each.kind === "left-out" && each.reason === "ambiguous") ??
      matches[0];
    if (match?.kind === "found") {
      found.set(track.key, match.track);
      by[match.by] += 1;
    } else if (match !== undefined) lost.push({ track, why: reasons[match.reason] });
  });
  return { found, by, lost };
}

export function searchOf(
  { location, title, artist, durationMs }: MovedTrack,
  { maps, roots }: MusicPlaces,
): Search {
  const mapped = location === "" ? null : mapLocation(location, maps);
  return searchFor({ location: mapped, title, artist, durationMs }, roots);
}

export function nameOnly(track: MovedTrack): MovedTrack {
  return { ...track, title: null, artist: null, durationMs: null };
}

const reasons = {
  unknown: "no such file in the library",
  ambiguous: "several files of the library could be it",
  address: "it is a web address",
} as const;
