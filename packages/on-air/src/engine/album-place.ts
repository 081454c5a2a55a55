import type { PlayableTrack } from "../protocol/index.ts";
import type { AlbumPlace } from "./engine-protocol.ts";

/** Tracks of one disc share an album artist, or else their artist. */
export function albumPlaceOf(track: PlayableTrack): AlbumPlace | null {
  const { album, albumArtist, artist, discNumber, trackNumber } = track;
  if (album === null || trackNumber === null) return null;
  return {
    disc: JSON.stringify([album, albumArtist ?? artist, discNumber ?? 1]),
    number: trackNumber,
  };
}

/** Whether the second is the next track number on the same disc. */
export function isNextOnDisc(first: AlbumPlace | null, second: AlbumPlace | null): boolean {
  if (first === null || second === null) return false;
  return first.disc === second.disc && first.number + 1 === second.number;
}
