import { setTimeout as delay } from "node:timers/promises";
import { FetchError } from "./fetch-error.ts";
import { fetchWhole, type FetchRules } from "./guarded-client.ts";
import { readHlsPlaylist, type HlsPart, type HlsPlaylist } from "./hls-playlist.ts";
import type { StreamPiece } from "./icy-reader.ts";

/** What an HLS stream yields: `init` precedes fMP4 audio, which can't be decoded without it. */
export type HlsPiece = StreamPiece | { readonly kind: "init"; readonly bytes: Buffer };

type MediaPlaylist = Extract<HlsPlaylist, { kind: "media" }>;

export const PLAYLIST_LIMITS = { maxBytes: 1024 * 1024, limitMs: 10_000 } as const;
const SEGMENT_LIMITS = { maxBytes: 16 * 1024 * 1024, limitMs: 30_000 } as const;
/** RFC 8216 §6.3.3: join a live stream this many segments before its end. */
const SEGMENTS_BEHIND = 3;
const MAX_FAILURES_IN_A_ROW = 3;
/** Minimum reload interval, however short a playlist's segments claim to be. */
const LEAST_RELOAD_MS = 250;
/** A playlist that does not grow for this many target durations has stalled. */
const STANDSTILL_TARGETS = 4;

interface HlsOrder {
  /** The address the user entered. */
  readonly asked: string;
  readonly rules: FetchRules;
  readonly signal: AbortSignal;
}

/**
 * Follows an HLS stream through its playlists and yields each segment once, in order, whole.
 * @param found text of the first playlist, and its address
 * @throws FetchError when it can't go on
 */
export async function* readHls(
  found: { readonly url: string; readonly text: string },
  order: HlsOrder,
): AsyncGenerator<HlsPiece, void> {
  let url = found.url;
  let playlist = readHlsPlaylist(found.text, url);
  if (playlist.kind === "master") {
    url = playlist.url;
    playlist = await load(url, order);
  }
  let media = usable(playlist);
  let loadedAtMs = performance.now();
  let grownAtMs = loadedAtMs;
  let next = firstSequence(media);
  const reader = new SegmentReader(order);
  for (;;) {
    for (const segment of media.segments) {
      if (segment.sequence < next) continue;
      next = segment.sequence + 1;
      yield* reader.read(segment);
      // Time spent on the server or our listeners does not count as a stalled playlist.
      grownAtMs = performance.now();
      // Reading takes as long as listening does: old segments disappear and new ones appear while we do.
      if (!media.isEnded && performance.now() - loadedAtMs > media.targetSeconds * 1000) break;
    }
    const isAtEnd = (media.segments.at(-1)?.sequence ?? -1) < next;
    if (media.isEnded && isAtEnd) return;
    if (performance.now() - grownAtMs > STANDSTILL_TARGETS * media.targetSeconds * 1000)
      throw new FetchError("The stream has stalled");
    const restMs = Math.max(
      isAtEnd ? media.targetSeconds * 500 : 0,
      LEAST_RELOAD_MS - (performance.now() - loadedAtMs),
    );
    if (restMs > 0) await delay(restMs, undefined, { signal: order.signal });
    const reloaded = await reloadOr(media, { url, order });
    loadedAtMs = performance.now();
    // The sender has restarted, and counts from the beginning.
    const newest = reloaded.segments.at(-1)?.sequence;
    if (newest !== undefined && newest < next - 1) next = firstSequence(reloaded);
    media = reloaded;
  }
}

/** A brief failure of the playlist is no reason to stop: a stalled stream is detected elsewhere. */
async function reloadOr(
  before: MediaPlaylist,
  { url, order }: { readonly url: string; readonly order: HlsOrder },
): Promise<MediaPlaylist> {
  let playlist: HlsPlaylist;
  try {
    playlist = await load(url, order);
  } catch (error) {
    if (error instanceof FetchError && !order.signal.aborted) return before;
    throw error;
  }
  return usable(playlist);
}

async function load(url: string, order: HlsOrder): Promise<HlsPlaylist> {
  const { bytes, url: from } = await fetchWhole({ ...order, url }, PLAYLIST_LIMITS);
  return readHlsPlaylist(bytes.toString("utf8"), from.href);
}

function usable(playlist: HlsPlaylist): MediaPlaylist {
  switch (playlist.kind) {
    case "media":
      return playlist;
    case "unusable":
      throw new FetchError(playlist.reason);
    case "master":
      throw new FetchError("The HLS playlists are nested too deeply");
    default:
      return playlist satisfies never;
  }
}

function firstSequence({ segments, isEnded }: MediaPlaylist): number {
  const first = isEnded ? segments[0] : (segments.at(-SEGMENTS_BEHIND) ?? segments[0]);
  return first?.sequence ?? 0;
}

/** Fetches segments, and the initialisation they need. */
class SegmentReader {
  readonly #order: HlsOrder;
  #map: HlsPart | null = null;
  #title = "";
  #failuresInARow = 0;

  constructor(order: HlsOrder) {
    this.#order = order;
  }

  async *read(segment: MediaPlaylist["segments"][number]): AsyncGenerator<HlsPiece, void> {
    const { map, title } = segment;
    if (map !== null && !isSame(map, this.#map)) {
      if (this.#map !== null) throw new FetchError("The stream changes its format midway");
      this.#map = map;
      yield { kind: "init", bytes: await this.#get(map) };
    }
    const bytes = await this.#getOrSkip(segment);
    if (bytes === null) return;
    if (title !== "" && title !== this.#title) yield { kind: "title", text: title };
    this.#title = title;
    yield { kind: "sound", bytes: withoutTag(bytes) };
  }

  /** @returns null for an unavailable segment, as long as these are few: the next one then plays earlier */
  async #getOrSkip(part: HlsPart): Promise<Buffer | null> {
    for (const isLast of [false, true]) {
      try {
        const bytes = await this.#get(part);
        this.#failuresInARow = 0;
        return bytes;
      } catch (error) {
        if (!(error instanceof FetchError) || this.#order.signal.aborted) throw error;
        this.#failuresInARow += isLast ? 1 : 0;
        if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error;
      }
    }
    return null;
  }

  async #get({ url, range }: HlsPart): Promise<Buffer> {
    if (range === null) return (await fetchWhole({ ...this.#order, url }, SEGMENT_LIMITS)).bytes;
    const { from, length } = range;
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const { bytes } = await fetchWhole({ ...this.#order, url, headers }, SEGMENT_LIMITS);
    // A server without range support sends the whole file.
    return bytes.length === length ? bytes : bytes.subarray(from, from + length);
  }
}

function isSame(one: HlsPart, other: HlsPart | null): boolean {
  return (
    other !== null &&
    one.url === other.url &&
    one.range?.from === other.range?.from &&
    one.range?.length === other.range?.length
  );
}

/** RFC 8216 §3.4: a segment of raw AAC or MP3 starts with an ID3 tag, which is not sound. */
function withoutTag(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 0, 3) !== "ID3" || bytes.length < 10) return bytes;
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return bytes.subarray(10 + size);
}
