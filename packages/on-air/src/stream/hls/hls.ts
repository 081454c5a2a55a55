import type { StreamFormat } from "../../stream-formats.ts";
import type { Ring } from "../ring.ts";
import { SEGMENT_SECONDS, type HlsSegment } from "./hls-playlist.ts";
import { HlsSegmenter } from "./hls-segmenter.ts";

const LISTED_SEGMENTS = 6;
/** A listed segment can be fetched for as long as the playlist and itself last after it has left [RFC 8216 §6.2.2]. */
const KEPT_SEGMENTS = 2 * LISTED_SEGMENTS + 2;
/** Who has not asked for the playlist for so long has gone. */
const SESSION_LIMIT_MS = 3 * SEGMENT_SECONDS * 1000;

/** HLS of one ring: its newest segments, and those who fetch them. */
export class Hls {
  readonly ring: Ring;
  readonly #onCountChanged: () => void;
  readonly #unsubscribe: () => void;
  /** Oldest first. */
  #segments: readonly HlsSegment[] = [];
  /** When each listener last asked for the playlist, on the monotonic clock in ms; the longest ago first. */
  readonly #sessions = new Map<string, number>();

  constructor({
    ring,
    wallMsOf,
    onCountChanged,
  }: {
    readonly ring: Ring;
    readonly wallMsOf: (positionSamples: number) => number;
    readonly onCountChanged: () => void;
  }) {
    this.ring = ring;
    this.#onCountChanged = onCountChanged;
    const segmenter = new HlsSegmenter({
      wallMsOf,
      onSegment: (segment) => {
        this.#segments = [...this.#segments, segment].slice(-KEPT_SEGMENTS);
        this.#forgetGone();
      },
    });
    this.#unsubscribe = ring.onAppend((block) => segmenter.take(block));
  }

  /** How the newest sound is encoded; undefined before there is any. */
  get format(): StreamFormat | undefined {
    return this.ring.newest?.format;
  }

  /** What the playlist lists, oldest first. */
  get listed(): readonly HlsSegment[] {
    return this.#segments.slice(-LISTED_SEGMENTS);
  }

  segmentOf(name: string): HlsSegment | undefined {
    return this.#segments.find((segment) => segment.name === name);
  }

  get listeners(): number {
    return this.#sessions.size;
  }

  isListening(cid: string): boolean {
    return this.#sessions.has(cid);
  }

  /** That listener asked for the playlist. */
  note(cid: string): void {
    const isNew = !this.#sessions.delete(cid);
    this.#sessions.set(cid, performance.now());
    if (isNew) this.#onCountChanged();
  }

  close(): void {
    this.#unsubscribe();
    if (this.#sessions.size === 0) return;
    this.#sessions.clear();
    this.#onCountChanged();
  }

  #forgetGone(): void {
    const oldestMs = performance.now() - SESSION_LIMIT_MS;
    const before = this.#sessions.size;
    for (const [cid, askedAtMs] of this.#sessions) {
      if (askedAtMs >= oldestMs) break;
      this.#sessions.delete(cid);
    }
    if (this.#sessions.size < before) this.#onCountChanged();
  }
}
