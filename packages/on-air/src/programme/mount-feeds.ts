import type { Logger } from "@neonrelay/process/log";
import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";
import type { Ring } from "../stream/ring.ts";
import type { Codec, StreamFormat } from "../formats/stream-formats.ts";
import type { BridgeLoop } from "./bridge.ts";
import { MountFeed, type BridgeTime, type WantedBridge } from "./mount-feed.ts";

/** A mount whose ring ends further than this from the others' (1 s) starts where they do. */
const MAX_APART_SAMPLES = PROGRAMME_RATE_HZ;

/** The encoded mounts, each with its ring and bridge. */
export class MountFeeds {
  /** MP3: always present. */
  readonly main: MountFeed;
  readonly #feeds = new Map<Codec, MountFeed>();
  /** The newest loop of each codec. */
  readonly #loops: Map<Codec, BridgeLoop>;
  readonly #time: BridgeTime;
  readonly #log: Logger;

  /** @param loops of earlier runs */
  constructor({
    startSamples,
    loops,
    time,
    log,
  }: {
    readonly startSamples: number;
    readonly loops: readonly BridgeLoop[];
    readonly time: BridgeTime;
    readonly log: Logger;
  }) {
    this.#loops = new Map(loops.map((loop) => [loop.codec, loop]));
    this.#time = time;
    this.#log = log;
    this.main = this.#open("mp3", startSamples);
  }

  get rings(): ReadonlyMap<Codec, Ring> {
    return new Map([...this.#feeds].map(([codec, feed]) => [codec, feed.ring]));
  }

  /** The newest loop of each codec. */
  get loops(): readonly BridgeLoop[] {
    return [...this.#loops.values()];
  }

  of(codec: Codec): MountFeed | undefined {
    return this.#feeds.get(codec);
  }

  /** Opens and closes mounts to match these; every bridge is rebuilt. */
  follow(formats: readonly StreamFormat[]): void {
    for (const codec of this.#feeds.keys())
      if (!formats.some((format) => format.codec === codec)) this.#feeds.delete(codec);
    for (const { codec } of formats)
      if (!this.#feeds.has(codec)) this.#open(codec, this.main.ring.endSamples);
    for (const feed of this.#feeds.values()) feed.endBridge();
  }

  /** Where a new engine starts a mount: at its end, which is near the end of the main one. */
  startOf(codec: Codec): number {
    const mainSamples = this.main.ring.endSamples;
    const endSamples = this.#feeds.get(codec)?.endSamples ?? mainSamples;
    const isNear = Math.abs(endSamples - mainSamples) <= MAX_APART_SAMPLES;
    return isNear ? endSamples : mainSamples;
  }

  keepLoop(loop: BridgeLoop): void {
    this.#loops.set(loop.codec, loop);
    this.#feeds.get(loop.codec)?.keepLoop(loop);
  }

  /** Bridges what is due. @returns whether the main mount's bridge has started */
  bridge(wantedOf: (feed: MountFeed) => WantedBridge): boolean {
    let hasMainBegun = false;
    const isLong = [...this.#feeds.values()].some((feed) => feed.hasLongBridge);
    for (const feed of this.#feeds.values()) {
      if (!feed.isBridgeDue(isLong) || !feed.bridge(() => wantedOf(feed), isLong)) continue;
      this.#log.warn({ mount: feed.codec }, "the bridge is on air: the engine delivers no sound");
      if (feed === this.main) hasMainBegun = true;
    }
    return hasMainBegun;
  }

  #open(codec: Codec, startSamples: number): MountFeed {
    const loop = this.#loops.get(codec) ?? null;
    const feed = new MountFeed({ codec, startSamples, loop, time: this.#time });
    this.#feeds.set(codec, feed);
    return feed;
  }
}
