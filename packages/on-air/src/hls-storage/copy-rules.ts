import { SEGMENT_SECONDS, type HlsSegment } from "../stream/hls/hls-playlist.ts";

/** Longest that a playlist waits for more segments while the storage is slow. */
const LATEST_PLAYLIST_MS = SEGMENT_SECONDS * 1000;

/** The next request to the storage. */
type CopyStep =
  | { readonly kind: "segment"; readonly segment: HlsSegment }
  | { readonly kind: "playlist"; readonly segments: readonly HlsSegment[] }
  | { readonly kind: "nothing" };

/**
 * Decides the next request. A segment is sent before the playlist that names it. Segments that have left the window are
 * given up. While several are missing the playlist follows them, but at most one segment duration after the previous
 * playlist.
 * @param window what the station itself lists, oldest first
 * @param stored names of the segments the storage has
 * @param listed segments of the playlist the storage last took; empty: it has none of this run
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

/** The newest of the stored segments, and those before it without a gap: a playlist numbers them consecutively. */
function listable(
  window: readonly HlsSegment[],
  stored: ReadonlySet<string>,
): readonly HlsSegment[] {
  const end = window.findLastIndex(({ name }) => stored.has(name)) + 1;
  const hole = window.findLastIndex(({ name }, index) => index < end && !stored.has(name));
  return window.slice(hole + 1, end);
}

/** How many segments lie between two playlists, listed by neither. */
export function lostBetween(before: readonly HlsSegment[], after: readonly HlsSegment[]): number {
  const last = before.at(-1);
  const [next] = after;
  if (last === undefined || next === undefined) return 0;
  return Math.max(0, next.sequence - last.sequence - 1);
}

/** How much of the station's window the playlist at the storage lacks, in seconds. */
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
const MAX_DELAY_MS = 10_000;
/** A storage that refuses a key may ban clients that keep trying it. */
const REFUSED_DELAYS_MS = [5000, 15_000, 30_000] as const;
const MAX_REFUSED_DELAY_MS = 60_000;
const JITTER = 0.2;

/**
 * How long to wait before the next try: 1, 2, 4, 8 and then 10 s, each within 20 %, so that copying resumes soon after
 * the storage is back; 5, 15, 30 and then 60 s after a refusal.
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
  const longestMs = isRefusal ? MAX_REFUSED_DELAY_MS : MAX_DELAY_MS;
  const delayMs = delays[failuresInARow - 1] ?? longestMs;
  return Math.round(delayMs * (1 + JITTER * (2 * random - 1)));
}
