import type { FoundFile } from "./scan-rules.ts";

/** A file that is new or changed, with its fingerprint. */
export interface UnsettledFile extends FoundFile {
  readonly fingerprint: string;
}

/** A track whose file does not lie where it was, or is not the same there any more. */
export interface DisplacedTrack {
  readonly id: string;
  readonly path: string;
  readonly fingerprint: string;
  readonly modifiedAtMs: number;
}

export interface Move {
  readonly trackId: string;
  readonly file: FoundFile;
  /** As old as when it was read: it doesn't have to be read again. */
  readonly isUntouched: boolean;
}

/** So many folders above a file help to tell equal files apart. */
const COMPARED_SEGMENTS = 6;

/**
 * Finds the new place of tracks by the content of the files. Of equal files each goes to the track whose path ends
 * most alike; each file and each track is taken once.
 */
export function decideMoves(
  files: readonly UnsettledFile[],
  tracks: readonly DisplacedTrack[],
): readonly Move[] {
  const moves: Move[] = [];
  const openFiles = new Set(files);
  const openTracks = new Set(tracks);
  const pair = (keyOf: (item: UnsettledFile | DisplacedTrack) => string): void => {
    const tracksByKey = Map.groupBy(openTracks, keyOf);
    for (const file of openFiles) {
      const track = tracksByKey.get(keyOf(file))?.shift();
      if (track === undefined) continue;
      openFiles.delete(file);
      openTracks.delete(track);
      const isUntouched = track.modifiedAtMs === file.modifiedAtMs;
      const { path, sizeBytes, modifiedAtMs } = file;
      if (track.path !== path)
        moves.push({ trackId: track.id, file: { path, sizeBytes, modifiedAtMs }, isUntouched });
    }
  };
  pair(({ fingerprint, path }) => `${fingerprint} ${path}`);
  for (let segments = COMPARED_SEGMENTS; segments >= 0; segments -= 1)
    pair(({ fingerprint, path }) => `${fingerprint} ${endOf(path, segments)}`);
  return moves;
}

function endOf(path: string, segments: number): string {
  return segments === 0 ? "" : path.split("/").slice(-segments).join("/");
}
