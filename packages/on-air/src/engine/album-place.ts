import type { PlayableTrack } from "../protocol/index.ts";
import type { AlbumPlace } from "./engine-protocol.ts";

/** Tracks of one disc have the same album artist, or the same artist if they have none. */
export function albumPlaceOf(track: PlayableTrack): AlbumPlace | null {
  const { album, albumArtist, artist, discNumber, trackNumber } = track;
  if (album === null || trackNumber === null) return null;
  return {
    disc: JSON.stringify([album, albumArtist ?? artist, discNumber ?? 1]),
    number: trackNumber,
  };
}
