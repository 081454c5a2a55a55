/** A track whose sound is in the cache. */
export interface CachedTrack {
  readonly trackId: string;
  readonly sizeBytes: number;
  readonly fetchedAtMs: number;
  /** null: not since the station knows it. */
  readonly playedAtMs: number | null;
}

/** A track that was just on air may be played again at once, by an operator or after a crash. */
const PLAYED_LATELY_MS = 30 * 60_000;

/**
 * Which tracks leave the cache for a new one, those used longest ago first.
 * @param wanted tracks that are planned or in the queue: they stay
 * @param isWanted the new one is among them; otherwise only tracks leave that were played since they came
 * @returns null when there is no room
 */
export function makeRoom(
  cached: readonly CachedTrack[],
  {
    neededBytes,
    limitBytes,
    wanted,
    isWanted,
    nowMs,
  }: {
    readonly neededBytes: number;
    readonly limitBytes: number;
    readonly wanted: ReadonlySet<string>;
    readonly isWanted: boolean;
    readonly nowMs: number;
  },
): readonly string[] | null {
  let tooMany = cached.reduce((sum, { sizeBytes }) => sum + sizeBytes, neededBytes) - limitBytes;
  const leaving: string[] = [];
  const free = cached
    .filter((track) => !wanted.has(track.trackId) && mayLeave(track, { isWanted, nowMs }))
    .toSorted((a, b) => usedAtMs(a) - usedAtMs(b));
  for (const { trackId, sizeBytes } of free) {
    if (tooMany <= 0) break;
    leaving.push(trackId);
    tooMany -= sizeBytes;
  }
  return tooMany > 0 ? null : leaving;
}

function mayLeave(
  { fetchedAtMs, playedAtMs }: CachedTrack,
  { isWanted, nowMs }: { readonly isWanted: boolean; readonly nowMs: number },
): boolean {
  if (playedAtMs !== null && nowMs - playedAtMs < PLAYED_LATELY_MS) return false;
  return isWanted || (playedAtMs !== null && playedAtMs > fetchedAtMs);
}

function usedAtMs({ fetchedAtMs, playedAtMs }: CachedTrack): number {
  return Math.max(fetchedAtMs, playedAtMs ?? 0);
}

const UNKNOWN_BYTES = 10 * 1024 ** 2;
const KBPS_UNKNOWN = 320;
/** Of headers, covers, and of what a server counts otherwise. */
const MARGIN_BYTES = 2 * 1024 ** 2;
/** No track is larger. */
export const MAX_SOUND_BYTES = 2 * 1024 ** 3;

/** How large a track's file is most likely. */
export function expectedBytes({
  remoteBytes,
  durationMs,
}: {
  readonly remoteBytes: number | null;
  readonly durationMs: number;
}): number {
  if (remoteBytes !== null) return remoteBytes;
  return durationMs === 0 ? UNKNOWN_BYTES : Math.round((durationMs * KBPS_UNKNOWN) / 8);
}

/** At how many bytes a download is too large to be that file. @param remoteBytes as the source says; null: it does not */
export function mostBytes(remoteBytes: number | null, limitBytes: number): number {
  const most = remoteBytes === null ? MAX_SOUND_BYTES : remoteBytes + MARGIN_BYTES;
  return Math.min(most, limitBytes, MAX_SOUND_BYTES);
}
