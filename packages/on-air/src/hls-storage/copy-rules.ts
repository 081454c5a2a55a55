import { SEGMENT_SECONDS, type HlsSegment } from "../stream/hls/hls-playlist.ts";

/** A playlist waits for further segments no longer than this while the storage is slow. */
const LATEST_PLAYLIST_MS = SEGMENT_SECONDS * 1000;

/** What the next request to the storage is. */
type CopyStep =
  | { readonly kind: "segment"; readonly segment: HlsSegment }
  | { readonly kind: "playlist"; readonly segments: readonly HlsSegment[] }
  | { readonly kind: "nothing" };

/**
 * A segment goes before the playlist that names it. Segments that have left the window are given up. While several are
 * missing the playlist comes behind them, but no later than a segment's time after the one before.
 * @param window what the station lists itself, oldest first
 * @param stored names of what the storage has taken
 * @param listed of the playlist that the storage took last; none: it has none of this run
 * @param listedAgoMs how long ago that was; Infinity for none
 */
export function nextStep({
  window,
  stored,
  listed,
  listedAgoMs,
}: {
  readonly window: readonly HlsSegment[];
  readonly stored: ReadonlySet<string>;
  readonly listed: readonly HlsSegment[];
  readonly listedAgoMs: number;
}): CopyStep {
  const segments = listable(window, stored);
  const missing = window.find(({ name }) => !stored.has(name));
  const isNews = segments.length > 0 && segments.at(-1)?.name !== listed.at(-1)?.name;
  if (isNews && (missing === undefined || listedAgoMs >= LATEST_PLAYLIST_MS))
    return { kind: "playlist", segments };
  return missing === undefined ? { kind: "nothing" } : { kind: "segment", segment: missing };
}

/** The newest of the stored segments, and those before it without a hole: a playlist numbers them one by one. */
function listable(
  window: readonly HlsSegment[],
  stored: ReadonlySet<string>,
): readonly HlsSegment[] {
  const end = window.findLastIndex(({ name }) => stored.has(name)) + 1;
  const hole = window.findLastIndex(({ name }, index) => index < end && !stored.has(name));
  return window.slice(hole + 1, end);
}

/** Segments between two playlists that neither lists. */
export function lostBetween(before: readonly HlsSegment[], after: readonly HlsSegment[]): number {
  const last = before.at(-1);
  const [next] = after;
  if (last === undefined || next === undefined) return 0;
  return Math.max(0, next.sequence - last.sequence - 1);
}

/** The sound of the station's window that the playlist at the storage lacks, in seconds. */
export function secondsBehind(
  window: readonly HlsSegment[],
  listed: readonly HlsSegment[],
): number {
  const newest = listed.at(-1)?.sequence ?? -Infinity;
  return window
    .filter(({ sequence }) => sequence > newest)
    .reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
}

const DELAYS_MS = [1000, 2000, 4000, 8000] as const;
const LONGEST_DELAY_MS = 10_000;
/** A storage that refuses a key may ban those who keep trying it. */
const REFUSED_DELAYS_MS = [5000, 15_000, 30_000] as const;
const LONGEST_REFUSED_DELAY_MS = 60_000;
const JITTER = 0.2;

/**
 * How long to wait before the next try: 1, 2, 4, 8 and then 10 s, all within 20 %, so that the storage is used again soon
 * after it is back; 5, 15, 30 and then 60 s after a refusal.
 * @param failuresInARow at least 1
 * @param random at least 0, below 1
 */
export function retryDelayMs({
  failuresInARow,
  isRefusal,
  random,
}: {
  readonly failuresInARow: number;
  readonly isRefusal: boolean;
  readonly random: number;
}): number {
  const delays = isRefusal ? REFUSED_DELAYS_MS : DELAYS_MS;
  const longestMs = isRefusal ? LONGEST_REFUSED_DELAY_MS : LONGEST_DELAY_MS;
  const delayMs = delays[failuresInARow - 1] ?? longestMs;
  return Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
}
