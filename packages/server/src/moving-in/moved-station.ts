import type { Playlist, PlaylistTurn } from "@neonrelay/contract";

/** Programs that a station can be imported from. */
export const origins = ["azuracast", "libretime", "icecast", "m3u"] as const;
export type Origin = (typeof origins)[number];

/** Formats of an old address; any other becomes MP3. */
export type OldFormat = "mp3" | "opus" | "aac";

/** From the start of the file; null: not set. */
export interface MovedCues {
  readonly cueInMs: number | null;
  readonly cueOutMs: number | null;
  readonly startNextMs: number | null;
}

export interface MovedTrack {
  /** Identifies the track in the other parts. */
  readonly key: string;
  /** An absolute path, one relative to a music folder, or a web address. */
  readonly location: string;
  /** When there is no artist, this may be `Artist - Title`. */
  readonly title: string | null;
  readonly artist: string | null;
  readonly durationMs: number | null;
  readonly cues: MovedCues | null;
}

export interface MovedPlaylist {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly order: Playlist["order"];
  readonly turn: PlaylistTurn;
  readonly isJingles: boolean;
  /** In order. */
  readonly trackKeys: readonly string[];
}

interface MovedShow {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly content:
    | { readonly kind: "turns" }
    | { readonly kind: "live" }
    | { readonly kind: "playlist"; readonly playlistKey: string };
  /** User names. */
  readonly hosts: readonly string[];
}

interface MovedEntry {
  readonly showKey: string;
  /** Local time, such as "2027-03-01T18:00". */
  readonly startsAt: string;
  readonly durationMinutes: number;
  /** An RFC 5545 rule; null: once. */
  readonly repeat: string | null;
}

export interface MovedDj {
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  /** argon2id; null: a new password is generated. */
  readonly passwordHash: string | null;
}

export interface MovedPlay {
  /** The same whenever the origin is read. */
  readonly key: string;
  readonly trackKey: string | null;
  readonly title: string;
  readonly artist: string;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  readonly djName: string | null;
}

/** A path on the origin's web or stream server. */
export interface OldAddress {
  readonly path: string;
  readonly format: OldFormat;
}

/** Something on the origin that is not imported. */
export interface LeftBehind {
  readonly what: string;
  readonly why: string;
}

/** A station as read from any origin. Parts that the origin lacks are empty. */
export interface MovedStation {
  /** null: unknown. */
  readonly timeZone: string | null;
  readonly tracks: readonly MovedTrack[];
  readonly playlists: readonly MovedPlaylist[];
  readonly shows: readonly MovedShow[];
  readonly entries: readonly MovedEntry[];
  readonly djs: readonly MovedDj[];
  /** The newest plays, oldest first. */
  readonly plays: readonly MovedPlay[];
  readonly addresses: readonly OldAddress[];
  readonly leftBehind: readonly LeftBehind[];
}

export const emptyStation: MovedStation = {
  timeZone: null,
  tracks: [],
  playlists: [],
  shows: [],
  entries: [],
  djs: [],
  plays: [],
  addresses: [],
  leftBehind: [],
};

/** Whether there is nothing to import: the wrong folder, or a backup of an empty station. */
export function isEmptyStation(station: MovedStation): boolean {
  const { tracks, playlists, shows, entries, djs, plays, addresses } = station;
  return [tracks, playlists, shows, entries, djs, plays, addresses].every(
    ({ length }) => length === 0,
  );
}

/** Maximum imported plays; the newest are kept. */
export const MAX_PLAYS = 200_000;
/** The origin can't be read; the message is for people. */
export class UnreadableOrigin extends Error {
  override name = "UnreadableOrigin";
}
