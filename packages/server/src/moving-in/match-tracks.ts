import {
  searchFor,
  type Candidate,
  type Candidates,
  type Search,
} from "../playlists/files/match-rules.ts";
import { eachOf, type Steps } from "../programme/small-steps.ts";
import type { MovedTrack } from "./moved-station.ts";

/** A folder of the origin and where its music is now. */
export interface PathMap {
  readonly from: string;
  readonly to: string;
}

/** Where music is. */
export interface MusicPlaces {
  readonly maps: readonly PathMap[];
  readonly roots: readonly string[];
}

/** Tracks that may be the origin's. */
export interface TrackSource {
  readonly candidates: Candidates;
  /** Nothing else is known of them yet. */
  readonly isByNameOnly: boolean;
}

/** What was found of the origin's tracks. */
export interface MatchedTracks {
  /** By keys of tracks. */
  readonly found: ReadonlyMap<string, Candidate>;
  readonly by: { readonly path: number; readonly name: number; readonly tags: number };
  readonly lost: readonly { readonly track: MovedTrack; readonly why: string }[];
}

/** @returns null when the text is not `OLD=NEW` */
export function readPathMap(text: string): PathMap | null {
  const equals = text.indexOf("=");
  if (equals < 1 || equals === text.length - 1) return null;
  return { from: text.slice(0, equals), to: text.slice(equals + 1) };
}

/** The location with the first map that fits; Windows' paths with slashes. */
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

/** Matches by path, else by file name and length, else by artist and title. It may pause. */
export function* matchTracks(
  tracks: readonly MovedTrack[],
  {
    sources,
    places,
  }: {
    /** In the order of preference. */
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
    // That there are several says more than that there is none elsewhere.
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
