import type { ContentKind, Track } from "@neonrelay/contract";
import type { PlayableTrack } from "@neonrelay/on-air/protocol";
import { decideCues, withFades, type KnownCues } from "./cue-point-rules.ts";
import {
  albumGainDb,
  decideGain,
  playedGainDb,
  type AlbumLevel,
  type TrackLevel,
} from "./gain-rules.ts";

/** The fields needed to display a track. */
interface ShownTrack extends TrackLevel {
  readonly id: string;
  readonly kind: "file" | "stream" | "source";
  readonly title: string;
  readonly artist: string;
  readonly artists: readonly string[];
  readonly albumArtists: readonly string[];
  readonly album: string | null;
  readonly genre: string | null;
  readonly bitrateKbps: number | null;
  readonly durationMs: number;
  /** An operator's extra gain. */
  readonly userGainDb: number | null;
  /** The loudness every track of the station is brought to. */
  readonly targetLufs: number;
  readonly artworkName: string | null;
  readonly contentKind: ContentKind;
  readonly weightPercent: number;
  readonly isInRotation: boolean;
}

/** A track from the library, as other rooms see it. */
export interface LibraryTrack extends ShownTrack, KnownCues {
  readonly path: string;
  readonly albumArtist: string | null;
  readonly discNumber: number | null;
  readonly trackNumber: number | null;
  /** Set by an operator; null: chosen by the join. */
  readonly userFadeInMs: number | null;
  readonly userFadeOutMs: number | null;
  /** Level of its quietest audible 10 s, in dBFS; null: not measured. */
  readonly quietestDb: number | null;
  /** Whether its samples, or those of its album, have a constant offset. */
  readonly hasDcOffset: boolean;
  /** Of its disc; null: no disc, the only track on it, or nothing measured. */
  readonly albumLevel: AlbumLevel | null;
  readonly missingSince: Date | null;
}

/** The track as the API returns it. */
export function toTrack(track: ShownTrack): Track {
  return {
    id: track.id,
    kind: track.kind,
    title: track.title,
    artist: track.artist,
    artists: [...track.artists],
    albumArtists: [...track.albumArtists],
    album: track.album,
    genre: track.genre,
    duration: track.kind === "stream" ? null : formatDuration(track.durationMs),
    durationMs: track.kind === "stream" ? null : track.durationMs,
    bitrate: track.bitrateKbps,
    albumArt: artAddress(track),
    ...levelOf(track),
    contentKind: track.contentKind,
    weightPercent: track.weightPercent,
    isInRotation: track.isInRotation,
  };
}

/** Path of the cover on the web server; null when there is none. */
export function artAddress({
  id,
  artworkName,
}: Pick<ShownTrack, "id" | "artworkName">): string | null {
  return artworkName === null ? null : `/api/tracks/${id}/art?v=${encodeURIComponent(artworkName)}`;
}

function levelOf(track: ShownTrack): Pick<Track, "loudnessLufs" | "gainDb" | "shortOfTargetDb"> {
  // External streams are not measured.
  if (track.kind === "stream") return { loudnessLufs: null, gainDb: 0, shortOfTargetDb: null };
  const { shortOfTargetDb } = decideGain(track, track.targetLufs);
  const { integratedLufs } = track;
  return {
    loudnessLufs: integratedLufs === null ? null : toTenths(integratedLufs),
    gainDb: toTenths(playedGainDb(track, track.targetLufs)),
    shortOfTargetDb,
  };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The track as on-air needs it. */
export function toPlayable(track: LibraryTrack): PlayableTrack {
  return {
    // Tracks of a music source play from the cache.
    kind: track.kind === "stream" ? "stream" : "file",
    trackId: track.id,
    path: track.path,
    title: track.title,
    artist: track.artist,
    album: track.album,
    // Without an album artist the album belongs to the track's first artist.
    albumArtist: track.albumArtist ?? track.artists[0] ?? null,
    discNumber: track.discNumber,
    trackNumber: track.trackNumber,
    genre: track.genre,
    durationMs: track.kind === "stream" ? null : track.durationMs,
    gainDb: playedGainDb(track, track.targetLufs),
    ...(track.albumLevel !== null && {
      albumGainDb: albumGainDb(
        { ...track.albumLevel, userGainDb: track.userGainDb },
        track.targetLufs,
      ),
    }),
    cues: withFades(decideCues(track), track),
    ...(track.quietestDb !== null && { quietestDb: track.quietestDb }),
    ...(track.hasDcOffset && { hasDcOffset: true }),
  };
}

/** 'm:ss', rounded to the second; minutes go beyond 59. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Lower case, without accents, with single spaces: the form that searches and orders compare. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Sorts the library by artist, then title. */
export function sortKeyOf({
  artist,
  title,
}: {
  readonly artist: string;
  readonly title: string;
}): string {
  return `${foldText(artist)}\t${foldText(title)}`.slice(0, MAX_KEY_LENGTH);
}

/** The text that searches look through. */
export function searchTextOf({
  title,
  artist,
  album,
  genre,
  year,
}: {
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly genre: string | null;
  readonly year: number | null;
}): string {
  const text = `${title} ${artist} ${album ?? ""} ${genre ?? ""} ${year ?? ""}`;
  return foldText(text).slice(0, MAX_KEY_LENGTH);
}

/** Strips control characters (PostgreSQL rejects NUL) and cuts a tag to a displayable length. */
export function cleanTag(tag: string): string {
  return tag
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_TAG_LENGTH)
    .toWellFormed();
}

// An index entry of PostgreSQL holds about 2700 bytes; four bytes a character stay below it.
export const MAX_KEY_LENGTH = 600;
export const MAX_TAG_LENGTH = 500;
