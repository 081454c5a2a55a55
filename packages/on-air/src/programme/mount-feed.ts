import { unpackOpus } from "../formats/codec-frames.ts";
import { OggOpusMuxer } from "../stream/ogg-opus.ts";
import { Ring } from "../stream/ring.ts";
import type { StreamTitle } from "../stream/icy.ts";
import { isSameFormat, type Codec, type StreamFormat } from "../formats/stream-formats.ts";
import { bridgeBlocks, type BridgeBlock, type BridgeLoop } from "./bridge.ts";
import { msToSamples, type ProgrammeTime } from "./programme-clock.ts";

/**
 * The bridge starts when the ring's end is overdue by this much. An engine that is back within 2 s leaves no trace: it
 * produces what was missed, and a listener's burst of 4 s lasts that long.
 */
const OVERDUE_MS = 1900;
/**
 * A short bridge keeps the ring's end that overdue, so that little of it is heard when the engine comes back and
 * catches up. After this long the bridge fills up the listeners' bursts again.
 */
const SHORT_BRIDGE_MS = 2000;
/**
 * A first engine loads its codecs and then catches up; there are no listeners yet, so there is nothing to bridge before
 * that.
 */
const FIRST_ENGINE_PATIENCE_MS = 5000;

/** What is on air while no engine delivers. */
interface Bridge {
  readonly blocks: readonly BridgeBlock[];
  readonly format: StreamFormat;
  next: number;
  sentSamples: number;
}

/** The clock a bridge follows. */
export type BridgeTime = Pick<ProgrammeTime, "overdueMs" | "speed">;

/** What the bridge must be now. */
export interface WantedBridge {
  readonly format: StreamFormat;
  readonly isSilenceIntended: boolean;
  readonly title: StreamTitle;
}

/** One mount's programme in its ring: blocks of the engine, or of the mount's own bridge while there are none. */
export class MountFeed {
  readonly codec: Codec;
  readonly ring: Ring;
  readonly #time: BridgeTime;
  #loop: BridgeLoop | null;
  #bridge: Bridge | null = null;
  /** Nothing has been on time yet: neither the first engine nor a bridge in its place. */
  #isBeginning = true;
  /**
   * How much more sound this mount has delivered than its positions say, in samples; negative: less. Positions are the
   * main mount's, and a bridge consists of whole blocks, whose lengths differ between mounts.
   */
  #excessSamples = 0;
  #muxer: { readonly ogg: OggOpusMuxer; readonly format: StreamFormat } | null = null;

  constructor({
    codec,
    startSamples,
    loop,
    time,
  }: {
    readonly codec: Codec;
    readonly startSamples: number;
    readonly loop: BridgeLoop | null;
    readonly time: BridgeTime;
  }) {
    this.codec = codec;
    this.ring = new Ring(startSamples);
    this.#loop = loop;
    this.#time = time;
  }

  keepLoop(loop: BridgeLoop): void {
    this.#loop = loop;
  }

  /** The next bridge is rebuilt, since its requirements have changed. */
  endBridge(): void {
    this.#bridge = null;
  }

  /** @param positionSamples programme position of the block */
  take({
    positionSamples,
    ...block
  }: {
    readonly positionSamples: number;
    readonly bytes: Buffer;
    readonly samples: number;
    readonly title: StreamTitle;
    readonly format: StreamFormat;
  }): void {
    this.#bridge = null;
    const { newest } = this.ring;
    // A new format disconnects listeners: when they come back they start at the new position.
    if (newest === undefined || !isSameFormat(newest.format, block.format)) this.#excessSamples = 0;
    else this.#excessSamples += this.ring.endSamples - positionSamples;
    this.#append(block, positionSamples);
    if (this.overdueMs <= 0) this.#isBeginning = false;
  }

  /** Where its delivered sound ends, in samples of the programme. */
  get endSamples(): number {
    return this.ring.endSamples + this.#excessSamples;
  }

  /** How late the next block is, in ms of real time; negative while early. */
  get overdueMs(): number {
    return this.#time.overdueMs(this.endSamples);
  }

  /** Whether its bridge has lasted so long that the listeners' bursts must be filled up again. */
  get hasLongBridge(): boolean {
    const sentSamples = this.#bridge?.sentSamples ?? 0;
    return sentSamples >= msToSamples(SHORT_BRIDGE_MS * this.#time.speed);
  }

  /** @param isLong see `hasLongBridge`; the same for all mounts, or they would drift apart by the tolerance */
  isBridgeDue(isLong: boolean): boolean {
    const isLongHere = isLong && this.#bridge !== null;
    const toleratedMs = this.#isBeginning ? FIRST_ENGINE_PATIENCE_MS : toleratedOf(isLongHere);
    return this.overdueMs > toleratedMs;
  }

  /** Sends as much of the bridge as is due. @returns whether this call started it */
  bridge(wanted: () => WantedBridge, isLong: boolean): boolean {
    const isNew = this.#bridge === null;
    this.#isBeginning = false;
    const { format, isSilenceIntended, title } = wanted();
    this.#bridge ??= {
      blocks: bridgeBlocks({ loop: this.#loop, format, isSilenceIntended }),
      format,
      next: 0,
      sentSamples: 0,
    };
    while (this.overdueMs > toleratedOf(isLong && !isNew)) {
      const block = this.#bridge.blocks[this.#bridge.next % this.#bridge.blocks.length];
      if (block === undefined) break;
      this.#bridge.next += 1;
      this.#bridge.sentSamples += block.samples;
      this.#append({ ...block, title, format: this.#bridge.format }, this.ring.endSamples);
    }
    return isNew;
  }

  #append(
    block: BridgeBlock & { readonly title: StreamTitle; readonly format: StreamFormat },
    positionSamples: number,
  ): void {
    const { format } = block;
    if (format.codec !== "opus")
      return void this.ring.append({ ...block, positionSamples, prelude: NO_PRELUDE });
    if (this.#muxer === null || !isSameFormat(this.#muxer.format, format))
      this.#muxer = { ogg: new OggOpusMuxer(format), format };
    const { ogg } = this.#muxer;
    const bytes = ogg.pages(unpackOpus(block.bytes));
    this.ring.append({ ...block, bytes, positionSamples, prelude: ogg.headers });
    return undefined;
  }
}

/** How far the ring's end may be overdue, in ms of real time. */
function toleratedOf(isLong: boolean): number {
  return isLong ? 0 : OVERDUE_MS;
}

const NO_PRELUDE = Buffer.alloc(0);
