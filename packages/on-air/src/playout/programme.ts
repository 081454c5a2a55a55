import type { Logger } from "@neonrelay/process/log";
import {
  PROGRAMME_RATE_HZ,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
  type ToEngine,
} from "../engine/engine-protocol.ts";
import type { OnAirSettings, OnAirStatus } from "../protocol.ts";
import { Ring } from "../stream/ring.ts";
import type { StreamTitle } from "../stream/icy.ts";
import { bridgeBlocks, bridgeLoopOf, type BridgeBlock, type BridgeLoop } from "./bridge.ts";
import {
  EngineProcess,
  type EngineEnd,
  type EngineState,
  type StartMessage,
} from "./engine-process.ts";
import { dropMp3Frames } from "./mp3-frames.ts";
import { dueNsOf, positionAt, wallMsOf, type ProgrammeClock } from "./programme-clock.ts";

/** What decides about the programme: the playout. */
export interface ProgrammeDirector {
  readonly settings: () => OnAirSettings;
  /** What a new engine begins with at that programme position. */
  readonly currentPlay: (positionSamples: number) => EnginePlay | null;
  /** What is cued behind it. */
  readonly cuedPlay: () => EnginePlay | null;
  readonly titleOf: (playId: string | null) => StreamTitle;
  readonly onEngineEvent: (event: EngineEvent) => void;
  /** A block went into the ring, beginning at that position. */
  readonly onBlock: (header: BlockHeader) => void;
  readonly onEngineEnded: (end: EngineEnd) => void;
  readonly onStateChanged: () => void;
  readonly onBridgeLoop: (loop: BridgeLoop) => void;
}

/** What the newest block is made of. */
export type ProgrammeSource = "programme" | "silence" | "emergency" | "bridge";

/** The source as the server is told it: silence is told apart by whether the station was paused. */
export function statusSource(source: ProgrammeSource, isPlaying: boolean): OnAirStatus["source"] {
  if (source === "bridge") return "bridge";
  if (!isPlaying) return "paused";
  return source === "emergency" ? "emergency" : "programme";
}

const CROSSFADE_MS = 4000;
const LEAD_MS = 400;
const CHECK_EVERY_MS = 100;
/**
 * The bridge begins when the ring's end is overdue by this much. With the engine's lead that is about 0.7 s after its
 * last block; a listener's burst of 4 s hides it.
 */
const OVERDUE_MS = 300;
/** A first engine loads its codecs; nobody listens yet, so there is nothing to bridge before. */
const FIRST_BLOCK_PATIENCE_MS = 5000;
/** A block later than this, with nothing bridged, means the machine stood still: the clock is tied anew. */
const STANDSTILL_MS = 2000;

/** The programme as one gapless sequence of blocks: from the engine, or from the bridge while there is none. */
export class Programme {
  readonly ring: Ring;
  readonly #director: ProgrammeDirector;
  readonly #engine: EngineProcess;
  readonly #log: Logger;
  readonly #startedAtNs = process.hrtime.bigint();
  #clock: ProgrammeClock;
  #loop: BridgeLoop | null;
  #bridge: { readonly blocks: readonly BridgeBlock[]; next: number } | null = null;
  #source: ProgrammeSource = "bridge";
  #timer: NodeJS.Timeout | null = null;

  constructor({
    engineUrl,
    startSamples,
    clockSpeed,
    loop,
    director,
    log,
  }: {
    readonly engineUrl: URL;
    readonly startSamples: number;
    readonly clockSpeed: number;
    readonly loop: BridgeLoop | null;
    readonly director: ProgrammeDirector;
    readonly log: Logger;
  }) {
    this.ring = new Ring(startSamples);
    this.#clock = { positionSamples: startSamples, dueNs: this.#startedAtNs, speed: clockSpeed };
    this.#loop = loop;
    this.#director = director;
    this.#log = log;
    this.#engine = new EngineProcess({
      engineUrl,
      log,
      owner: {
        startMessage: () => this.#startMessage(),
        onEvent: (event) => this.#takeEvent(event),
        onBlock: (header, bytes) => this.#takeBlock(header, bytes),
        onEnd: (end) => director.onEngineEnded(end),
        onStateChanged: () => director.onStateChanged(),
      },
    });
  }

  get engineState(): EngineState {
    return this.#engine.state;
  }

  get enginePid(): number | undefined {
    return this.#engine.pid;
  }

  get source(): ProgrammeSource {
    return this.#source;
  }

  /** Programme position that is due now, in samples. */
  get positionSamples(): number {
    return positionAt(this.#clock, process.hrtime.bigint());
  }

  /** Programme position behind the newest block, in samples. */
  get endSamples(): number {
    return this.ring.endSamples;
  }

  /** Wall-clock time in ms at which that position is due. */
  wallMsOf(positionSamples: number): number {
    return wallMsOf({
      clock: this.#clock,
      positionSamples,
      nowNs: process.hrtime.bigint(),
      nowMs: Date.now(),
    });
  }

  start(): void {
    this.#engine.start();
    this.#timer = setInterval(() => this.#bridgeWhenOverdue(), CHECK_EVERY_MS);
  }

  send(message: Exclude<ToEngine, { readonly kind: "start" }>): void {
    this.#engine.send(message);
  }

  /** Another engine goes on where the ring ends, with the settings of now. */
  restartEngine(): void {
    this.#engine.restart();
  }

  /** Settings have changed: a bridge follows them, too. */
  followSettings(): void {
    this.#bridge = null;
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#engine.close();
  }

  #startMessage(): StartMessage {
    // An engine is not asked for what is overdue already: the bridge is what was heard then.
    if (this.ring.newest !== undefined && this.#overdueMs() > 0) this.#bridgeUpToNow();
    const settings = this.#director.settings();
    const positionSamples = this.ring.endSamples;
    const message: StartMessage = {
      kind: "start",
      bitrateKbps: settings.bitrateKbps,
      isPlaying: settings.isPlaying,
      volume: settings.volume,
      crossfadeMs: CROSSFADE_MS,
      positionSamples,
      dueNs: String(dueNsOf(this.#clock, positionSamples)),
      clockSpeed: this.#clock.speed,
      leadMs: LEAD_MS,
      current: this.#director.currentPlay(positionSamples),
    };
    // The cue can only be sent behind the start message, which is written when this returns.
    queueMicrotask(() => {
      const play = this.#director.cuedPlay();
      if (play !== null) this.#engine.send({ kind: "cue", play });
    });
    return message;
  }

  #takeEvent(event: EngineEvent): void {
    if (event.kind !== "bridge-loop") return this.#director.onEngineEvent(event);
    const loop = bridgeLoopOf(event);
    if (loop === null) return;
    this.#loop = loop;
    this.#bridge = null;
    this.#director.onBridgeLoop(loop);
  }

  #takeBlock(header: BlockHeader, bytes: Buffer): boolean {
    const end = this.ring.endSamples;
    if (header.positionSamples > end) {
      this.#log.error(
        { endSamples: end, positionSamples: header.positionSamples },
        "the engine left a gap",
      );
      return false;
    }
    const samplesToDrop = end - header.positionSamples;
    if (samplesToDrop >= header.samples) return false;
    const kept = dropMp3Frames({ bytes, samplesToDrop });
    if (kept === undefined || kept.bytes.length === 0) return false;
    this.#followStandstill(header);
    this.#bridge = null;
    this.#source = sourceOf(header);
    const samples = header.samples - kept.droppedSamples;
    this.#director.onBlock(header);
    this.ring.append({
      bytes: kept.bytes,
      samples,
      title: this.#director.titleOf(header.playId),
    });
    return true;
  }

  /** Ties the clock anew when the machine stood still, so that the programme goes on in real time from here. */
  #followStandstill(header: BlockHeader): void {
    const lateMs = this.#overdueMs();
    if (lateMs < STANDSTILL_MS) return;
    this.#clock = {
      ...this.#clock,
      positionSamples: header.positionSamples,
      dueNs: process.hrtime.bigint(),
    };
    this.#log.warn({ lateMs: Math.round(lateMs) }, "the programme was late: its clock starts anew");
  }

  /** How much later than due the next block is, in ms of real time; negative while it is early. */
  #overdueMs(): number {
    return Number(process.hrtime.bigint() - dueNsOf(this.#clock, this.ring.endSamples)) / 1e6;
  }

  #bridgeWhenOverdue(): void {
    const isFirst = this.ring.newest === undefined;
    const patienceMs = isFirst ? FIRST_BLOCK_PATIENCE_MS : OVERDUE_MS;
    if (this.#overdueMs() > patienceMs || (this.#bridge !== null && this.#overdueMs() > 0))
      this.#bridgeUpToNow();
  }

  #bridgeUpToNow(): void {
    const behindSamples = this.positionSamples - this.ring.endSamples;
    if (behindSamples > 10 * PROGRAMME_RATE_HZ * this.#clock.speed) {
      // The machine stood still for long: nobody waits for that much of a loop.
      this.#clock = {
        ...this.#clock,
        positionSamples: this.ring.endSamples,
        dueNs: process.hrtime.bigint(),
      };
    }
    if (this.#bridge === null) {
      const { bitrateKbps, isPlaying, volume } = this.#director.settings();
      const isSilenceIntended = !isPlaying || volume === 0;
      const blocks = bridgeBlocks({ loop: this.#loop, bitrateKbps, isSilenceIntended });
      this.#bridge = { blocks, next: 0 };
      this.#source = "bridge";
      this.#log.warn("the bridge is on air: the engine gives nothing");
      this.#director.onStateChanged();
    }
    const title = this.ring.newest?.title ?? this.#director.titleOf(null);
    while (this.ring.endSamples <= this.positionSamples) {
      const block = this.#bridge.blocks[this.#bridge.next % this.#bridge.blocks.length];
      if (block === undefined) return;
      this.#bridge.next += 1;
      this.ring.append({ ...block, title });
    }
  }
}

function sourceOf(header: BlockHeader): ProgrammeSource {
  if (header.isSilentOnPurpose) return "silence";
  return header.playId === null ? "emergency" : "programme";
}
