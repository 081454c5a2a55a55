/** A track whose sound is cached. */
export interface CachedTrack {
  readonly trackId: string;
  readonly sizeBytes: number;
  readonly fetchedAtMs: number;
  /** null: never since the station knows it. */
  readonly playedAtMs: number | null;
}

/** Recently played tracks stay: an operator, or a crash, may play one again at once. */
const PLAYED_LATELY_MS = 30 * 60_000;

/**
 * Chooses tracks to evict for a new one, least recently used first.
 * @param wanted tracks in the plan or the queue, which stay
 * @param isWanted whether the new one is among them; if not, only tracks played since their fetch may go
 * @returns null when there is not enough room
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
/** Allowance for headers, covers and servers that count differently. */
const MARGIN_BYTES = 2 * 1024 ** 2;
/** Upper bound for any track. */
export const MAX_SOUND_BYTES = 2 * 1024 ** 3;

/** The most likely size of a track's file. */
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

/** Downloads beyond this size can't be the file. @param remoteBytes reported by the source; null: unknown */
export function mostBytes(remoteBytes: number | null, limitBytes: number): number {
  const most = remoteBytes === null ? MAX_SOUND_BYTES : remoteBytes + MARGIN_BYTES;
  return Math.min(most, limitBytes, MAX_SOUND_BYTES);
}
