import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import { codecFrames, packFrames } from "../formats/codec-frames.ts";
import type { Codec, StreamFormat } from "../formats/stream-formats.ts";
import type { BridgeLoop } from "../programme/bridge.ts";
import { type BridgeTime, MountFeed, type WantedBridge } from "../programme/mount-feed.ts";
import type { Ring } from "../stream/ring.ts";
import { createStreamTitle, type StreamTitle } from "../stream/icy.ts";
import { frameDigest } from "./digests.ts";
import { FrameSplitter } from "./frame-splitter.ts";
import { type Arrivals, firstToTake, followArrival, noArrivals } from "./carried-mount-rules.ts";
import { msToSamples, samplesToMs } from "../programme/programme-clock.ts";

/** The burst of a connection arrives within this, in ms. */
const BURST_MS = 400;
/** Maximum frames of the burst to hold back. */
const MAX_HELD_FRAMES = 2000;
/** With more than this to make up, restart the clock rather than play that much loop: the machine was suspended. */
const MAX_LOOP_MS = 10_000;
/** A connection that delivered this much more than real time is no live stream, or was held up for long. */
const MAX_GAINED_MS = 15_000;

interface HeldFrame {
  readonly bytes: Buffer;
  /** null: none yet. */
  readonly title: StreamTitle | null;
}

/** State of one connection to the master. */
interface Connection {
  readonly format: StreamFormat;
  readonly splitter: FrameSplitter;
  readonly beganAtMs: number;
  /** The burst, until we decide where to join it; null from then on. */
  held: HeldFrame[] | null;
  /** Whole frames waiting to form a block. */
  waiting: HeldFrame[];
  /** How much sound beyond real time has arrived after the burst, in ms. */
  gainedMs: number;
}

/** One of the master's mounts in a ring of this edge; plays the loop while the master is away. */
export class CarriedMount {
  readonly codec: Codec;
  readonly clock: EdgeClock;
  readonly #feed: MountFeed;
  readonly #recent = new RecentFrames();
  readonly #titleNow: () => StreamTitle;
  #title: StreamTitle | null = null;
  /** As received. */
  #titleText: string | null = null;
  #connection: Connection | null = null;
  #isLooping = false;
  /** Fractions of a sample left over from earlier blocks. */
  #restSamples = 0;

  /** @param titleNow title to announce while the mount has none of its own */
  constructor({
    codec,
    startSamples,
    loop,
    titleNow,
  }: {
    readonly codec: Codec;
    readonly startSamples: number;
    readonly loop: BridgeLoop | null;
    readonly titleNow: () => StreamTitle;
  }) {
    this.codec = codec;
    this.clock = new EdgeClock(startSamples);
    this.#feed = new MountFeed({ codec, startSamples, loop, time: this.clock });
    this.#titleNow = titleNow;
  }

  get ring(): Ring {
    return this.#feed.ring;
  }

  /** Whether the programme is on air, rather than the loop or nothing. */
  get isCarrying(): boolean {
    return this.#connection?.held === null && !this.#isLooping && this.ring.newest !== undefined;
  }

  get title(): StreamTitle | null {
    return this.#title;
  }

  keepLoop(loop: BridgeLoop): void {
    this.#feed.keepLoop(loop);
  }

  /** Position at which that frame of the master starts here. */
  placeOf(digest: string): number | undefined {
    return this.#recent.placeOf(digest);
  }

  /** A connection to the master begins. */
  begin(format: StreamFormat): void {
    this.#connection = {
      format,
      splitter: new FrameSplitter(this.codec),
      beganAtMs: performance.now(),
      held: [],
      waiting: [],
      gainedMs: 0,
    };
  }

  /** The connection has ended: puts the rest of it on air. */
  end(): void {
    if (this.#connection?.held === null) this.#flush(this.#connection);
    this.#connection = null;
  }

  takeTitle(text: string): void {
    if (text === this.#titleText) return;
    this.#titleText = text;
    this.#title = createStreamTitle(text);
  }

  /** @returns false when sound arrives too fast: end the connection */
  takeSound(bytes: Buffer): boolean {
    const connection = this.#connection;
    if (connection === null) return false;
    const title = this.#title;
    const frames = connection.splitter.take(bytes).map((frame) => ({ bytes: frame, title }));
    if (connection.held !== null) {
      connection.held.push(...frames);
      if (connection.held.length >= MAX_HELD_FRAMES) this.#join(connection);
      return true;
    }
    connection.waiting.push(...frames);
    const perBlock = codecFrames[this.codec].perBlock(connection.format.sampleRateHz);
    if (connection.waiting.length >= perBlock) this.#flush(connection);
    return connection.gainedMs <= MAX_GAINED_MS;
  }

  /**
   * Does what is due; call several times a second.
   * @returns whether this call started the loop
   */
  advance(wanted: () => WantedBridge): boolean {
    const connection = this.#connection;
    if (connection !== null) {
      const isBurstOver = performance.now() - connection.beganAtMs >= BURST_MS;
      if (connection.held === null) this.#flush(connection);
      else if (isBurstOver && connection.held.length > 0) this.#join(connection);
    }
    if (this.#feed.overdueMs > MAX_LOOP_MS) this.clock.tie(this.ring.endSamples);
    const isLong = this.#feed.hasLongBridge;
    if (!this.#feed.isBridgeDue(isLong)) return false;
    this.#isLooping = true;
    return this.#feed.bridge(wanted, isLong);
  }

  #join(connection: Connection): void {
    const held = connection.held ?? [];
    connection.held = null;
    connection.waiting = held.slice(this.#firstOf(held, connection.format));
    this.clock.forgetArrivals();
    this.#flush(connection);
    connection.gainedMs = 0;
  }

  #firstOf(held: readonly HeldFrame[], { sampleRateHz }: StreamFormat): number {
    if (this.ring.newest === undefined) return 0;
    return firstToTake({
      coming: held.map(({ bytes }) => frameDigest(bytes)),
      had: this.#recent.digests,
      frameMs: (1000 * codecFrames[this.codec].frameSamples) / sampleRateHz,
      overdueMs: this.#feed.overdueMs,
    });
  }

  #flush(connection: Connection): void {
    const frames = connection.waiting;
    if (frames.length === 0) return;
    connection.waiting = [];
    this.#isLooping = false;
    const { format } = connection;
    const perBlock = codecFrames[this.codec].perBlock(format.sampleRateHz);
    for (let from = 0; from < frames.length; from += perBlock)
      this.#append(frames.slice(from, from + perBlock), format);
    connection.gainedMs += this.clock.arrived(this.ring.endSamples);
  }

  #append(frames: readonly HeldFrame[], format: StreamFormat): void {
    const [first] = frames;
    if (first === undefined) return;
    const { frameSamples } = codecFrames[this.codec];
    const perFrame = (frameSamples * PROGRAMME_RATE_HZ) / format.sampleRateHz;
    const positionSamples = this.ring.endSamples;
    frames.forEach(({ bytes }, index) =>
      this.#recent.add({
        digest: frameDigest(bytes),
        positionSamples: positionSamples + Math.round(index * perFrame),
      }),
    );
    // The first title arrives after the first sound, but applies to it, too.
    const title = first.title ?? this.#title ?? this.#titleNow();
    const exact = frames.length * perFrame + this.#restSamples;
    const samples = Math.floor(exact);
    this.#restSamples = exact - samples;
    const bytes = packFrames(
      this.codec,
      frames.map((frame) => frame.bytes),
    );
    this.#feed.take({ positionSamples, bytes, samples, title, format });
  }
}

/** When the sound of one mount is due, by the end of the sound received from the master. */
class EdgeClock implements BridgeTime {
  readonly speed = 1;
  #positionSamples: number;
  /** On the monotonic clock. */
  #dueMs = performance.now();
  #arrivals: Arrivals = noArrivals(this.#dueMs);

  /** Makes a position due now. */
  constructor(positionSamples: number) {
    this.#positionSamples = positionSamples;
  }

  overdueMs(positionSamples: number): number {
    return performance.now() - this.#dueMs - samplesToMs(positionSamples - this.#positionSamples);
  }

  /** Master audio received up to this position. @returns how far this moved the clock forward, in ms */
  arrived(endSamples: number): number {
    const nowMs = performance.now();
    const aheadMs = -this.overdueMs(endSamples);
    const { arrivals, laterMs } = followArrival({ arrivals: this.#arrivals, aheadMs, nowMs });
    this.#arrivals = arrivals;
    this.#dueMs += laterMs;
    return Math.max(0, -laterMs);
  }

  /** Makes a position due now, whatever was due before. */
  tie(positionSamples: number): void {
    this.#positionSamples = positionSamples;
    this.#dueMs = performance.now();
    this.#arrivals = noArrivals(this.#dueMs);
  }

  /** For a new connection, which may be faster or slower. */
  forgetArrivals(): void {
    this.#arrivals = noArrivals(performance.now());
  }

  /** The position due now. */
  get positionSamples(): number {
    return this.#positionSamples + msToSamples(performance.now() - this.#dueMs);
  }
}

/** Maximum frames remembered: 45 s of MP3. */
const KEPT_FRAMES = 2000;

interface KnownFrame {
  readonly digest: string;
  readonly positionSamples: number;
}

/** The master's newest frames that were put on air, and their positions. */
class RecentFrames {
  #frames: KnownFrame[] = [];

  add(frame: KnownFrame): void {
    this.#frames.push(frame);
    if (this.#frames.length > 2 * KEPT_FRAMES) this.#frames = this.#frames.slice(-KEPT_FRAMES);
  }

  /** Oldest first. */
  get digests(): readonly string[] {
    return this.#frames.slice(-KEPT_FRAMES).map(({ digest }) => digest);
  }

  /** Where the frame starts; undefined if unknown or not unique, as in silence. */
  placeOf(digest: string): number | undefined {
    const found = this.#frames.filter((frame) => frame.digest === digest);
    return found.length === 1 ? found[0]?.positionSamples : undefined;
  }
}
