import type { FoundFile } from "./scan-rules.ts";

/** A new or changed file, with its fingerprint. */
export interface UnsettledFile extends FoundFile {
  readonly fingerprint: string;
}

/** A track whose file is gone from its path, or changed there. */
export interface DisplacedTrack {
  readonly id: string;
  readonly path: string;
  readonly fingerprint: string;
  readonly modifiedAtMs: number;
}

export interface Move {
  readonly trackId: string;
  readonly file: FoundFile;
  /** Same modification time as when it was read, so it need not be read again. */
  readonly isUntouched: boolean;
}

/** Maximum path segments compared to tell identical files apart. */
const COMPARED_SEGMENTS = 6;

/**
 * Finds the new paths of tracks by file content. Of identical files, each goes to the track whose path shares the
 * longest ending; each file and each track is matched once.
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
