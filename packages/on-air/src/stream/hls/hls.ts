import { createEvents } from "@neonrelay/process/events";
import type { StreamFormat } from "../../formats/stream-formats.ts";
import type { ListenerCrowd } from "../listener-crowd.ts";
import type { Ring } from "../ring.ts";
import { SEGMENT_SECONDS, type HlsSegment } from "./hls-playlist.ts";
import { HlsSegmenter } from "./hls-segmenter.ts";

const LISTED_SEGMENTS = 6;
/** After leaving the playlist a segment stays available for its own duration plus the playlist's [RFC 8216 §6.2.2]. */
const KEPT_SEGMENTS = 2 * LISTED_SEGMENTS + 2;
/** A listener who has not loaded the playlist for this long has gone. */
const SESSION_LIMIT_MS = 3 * SEGMENT_SECONDS * 1000;

interface Session {
  /** When it last requested the playlist, on the monotonic clock, in ms. */
  readonly askedAtMs: number;
  /** Stops counting it for its network. */
  readonly leave: () => void;
}

/** HLS of one ring: its newest segments, and the listeners who fetch them. */
export class Hls {
  readonly ring: Ring;
  readonly #crowd: ListenerCrowd;
  readonly #onCountChanged: () => void;
  readonly #unsubscribe: () => void;
  readonly #finished = createEvents<HlsSegment>();
  /** Oldest first. */
  #segments: readonly HlsSegment[] = [];
  /** By listener; the longest idle comes first. */
  readonly #sessions = new Map<string, Session>();

  constructor({
    ring,
    crowd,
    wallMsOf,
    onCountChanged,
  }: {
    readonly ring: Ring;
    readonly crowd: ListenerCrowd;
    readonly wallMsOf: (positionSamples: number) => number;
    readonly onCountChanged: () => void;
  }) {
    this.ring = ring;
    this.#crowd = crowd;
    this.#onCountChanged = onCountChanged;
    const segmenter = new HlsSegmenter({
      wallMsOf,
      onSegment: (segment) => {
        this.#segments = [...this.#segments, segment].slice(-KEPT_SEGMENTS);
        this.#forgetGone();
        this.#finished.publish(segment);
      },
    });
    this.#unsubscribe = ring.onAppend((block) => segmenter.take(block));
  }

  /** Format of the newest sound; undefined before there is any. */
  get format(): StreamFormat | undefined {
    return this.ring.newest?.format;
  }

  /** Segments in the playlist, oldest first. */
  get listed(): readonly HlsSegment[] {
    return this.#segments.slice(-LISTED_SEGMENTS);
  }

  /** Calls `listener` when a segment is finished and listed. @returns a function that unsubscribes */
  onSegment(listener: (segment: HlsSegment) => void): () => void {
    return this.#finished.subscribe(listener);
  }

  segmentOf(name: string): HlsSegment | undefined {
    return this.#segments.find((segment) => segment.name === name);
  }

  get listeners(): number {
    return this.#sessions.size;
  }

  isListening(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** That listener requested the playlist. @param id what the listener counts as; see HlsIds */
  recordRequest({ id, address }: { readonly id: string; readonly address: string }): void {
    const known = this.#sessions.get(id);
    const leave = known?.leave ?? this.#crowd.enter({ address, isExtra: false });
    this.#sessions.delete(id);
    this.#sessions.set(id, { askedAtMs: performance.now(), leave });
    if (known === undefined) this.#onCountChanged();
  }

  close(): void {
    this.#unsubscribe();
    if (this.#sessions.size === 0) return;
    for (const { leave } of this.#sessions.values()) leave();
    this.#sessions.clear();
    this.#onCountChanged();
  }

  #forgetGone(): void {
    const oldestMs = performance.now() - SESSION_LIMIT_MS;
    const before = this.#sessions.size;
    for (const [id, { askedAtMs, leave }] of this.#sessions) {
      if (askedAtMs >= oldestMs) break;
      leave();
      this.#sessions.delete(id);
    }
    if (this.#sessions.size < before) this.#onCountChanged();
  }
}
