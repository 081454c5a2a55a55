import type { Playlist, PlaylistTurn } from "@neonrelay/contract";

/** Programs that a station can move in from. */
export const origins = ["azuracast", "libretime", "icecast", "m3u"] as const;
export type Origin = (typeof origins)[number];

/** Formats in which an old address was heard; any other becomes MP3. */
export type OldFormat = "mp3" | "opus" | "aac";

/** From the beginning of the file; null: not set. */
export interface MovedCues {
  readonly cueInMs: number | null;
  readonly cueOutMs: number | null;
  readonly startNextMs: number | null;
}

export interface MovedTrack {
  /** What the other parts call it. */
  readonly key: string;
  /** Absolute, relative to a music folder, or a web address. */
  readonly location: string;
  /** Without an artist this may be `Artist - Title`. */
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
  /** Local, such as "2027-03-01T18:00". */
  readonly startsAt: string;
  readonly durationMinutes: number;
  /** A rule of RFC 5545; null: once. */
  readonly repeat: string | null;
}

export interface MovedDj {
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  /** argon2id; null: a password is made. */
  readonly passwordHash: string | null;
}

export interface MovedPlay {
  /** The same each time the origin is read. */
  readonly key: string;
  readonly trackKey: string | null;
  readonly title: string;
  readonly artist: string;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  readonly djName: string | null;
}

/** A path on the web or stream server of the origin. */
export interface OldAddress {
  readonly path: string;
  readonly format: OldFormat;
}

/** Something of the origin that is not imported. */
export interface LeftBehind {
  readonly what: string;
  readonly why: string;
}

/** A station as any of the origins has it. Whatever the origin lacks is empty. */
export interface MovedStation {
  /** null: the origin does not say. */
  readonly timeZone: string | null;
  readonly tracks: readonly MovedTrack[];
  readonly playlists: readonly MovedPlaylist[];
  readonly shows: readonly MovedShow[];
  readonly entries: readonly MovedEntry[];
  readonly djs: readonly MovedDj[];
  /** The newest, oldest first. */
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

/** Whether there is nothing to import: a wrong folder, or a backup of an empty station. */
export function isEmptyStation(station: MovedStation): boolean {
  const { tracks, playlists, shows, entries, djs, plays, addresses } = station;
  return [tracks, playlists, shows, entries, djs, plays, addresses].every(
    ({ length }) => length === 0,
  );
}

/** The newest plays that are imported. */
export const MAX_PLAYS = 200_000;
/** The origin can't be read; the message is for people. */
export class UnreadableOrigin extends Error {
  override name = "UnreadableOrigin";
}
