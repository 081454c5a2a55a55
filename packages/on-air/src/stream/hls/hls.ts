import { createEvents } from "@neonrelay/process/events";
import type { StreamFormat } from "../../formats/stream-formats.ts";
import type { AudiencePort, FetchingListener, ListenerClient } from "../audience-port.ts";
import type { ListenerCrowd } from "../listener-crowd.ts";
import type { Ring } from "../ring.ts";
import { SEGMENT_SECONDS, type HlsSegment } from "./hls-playlist.ts";
import { HlsSegmenter } from "./hls-segmenter.ts";

/** What a listener of HLS listens to, beside the paths of the mounts. */
const MOUNT = "/hls";
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
  readonly audience: FetchingListener;
  /** The newest segment it could have fetched. */
  readonly newest: HlsSegment | undefined;
}

/** HLS of one ring: its newest segments, and the listeners who fetch them. */
export class Hls {
  readonly ring: Ring;
  readonly #crowd: ListenerCrowd;
  readonly #audience: AudiencePort;
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
    audience,
    wallMsOf,
    onCountChanged,
  }: {
    readonly ring: Ring;
    readonly crowd: ListenerCrowd;
    readonly audience: AudiencePort;
    readonly wallMsOf: (positionSamples: number) => number;
    readonly onCountChanged: () => void;
  }) {
    this.ring = ring;
    this.#crowd = crowd;
    this.#audience = audience;
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
  recordRequest(id: string, client: ListenerClient): void {
    const { address } = client;
    const known = this.#sessions.get(id);
    const leave = known?.leave ?? this.#crowd.enter({ address, isExtra: false });
    const audience = known?.audience ?? this.#audience.fetching({ ...client, mount: MOUNT });
    const newest = this.#segments.at(-1);
    this.#sessions.delete(id);
    this.#sessions.set(id, { askedAtMs: performance.now(), leave, audience, newest });
    for (const segment of this.#newSince(known?.newest))
      audience.heard({ seconds: segment.durationSeconds, bytes: segment.bytes.length });
    if (known === undefined) this.#onCountChanged();
  }

  close(): void {
    this.#unsubscribe();
    if (this.#sessions.size === 0) return;
    for (const session of this.#sessions.values()) end(session);
    this.#sessions.clear();
    this.#onCountChanged();
  }

  #forgetGone(): void {
    const oldestMs = performance.now() - SESSION_LIMIT_MS;
    const before = this.#sessions.size;
    for (const [id, session] of this.#sessions) {
      if (session.askedAtMs >= oldestMs) break;
      end(session);
      this.#sessions.delete(id);
    }
    if (this.#sessions.size < before) this.#onCountChanged();
  }

  /** Segments finished after that one; of a new listener, the one that it begins with. */
  #newSince(heard: HlsSegment | undefined): readonly HlsSegment[] {
    if (heard === undefined) return this.#segments.slice(-1);
    return this.#segments.filter(({ sequence }) => sequence > heard.sequence);
  }
}

/** It has heard what it fetched last, one segment at most. */
function end({ leave, audience, askedAtMs }: Session): void {
  leave();
  audience.ended(Math.max(performance.now() - askedAtMs - SEGMENT_SECONDS * 1000, 0));
}
