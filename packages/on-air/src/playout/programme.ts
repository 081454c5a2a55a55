import type { Logger, LogLevel } from "@neonrelay/process/log";
import {
  PROGRAMME_RATE_HZ,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
  type ToEngine,
} from "../engine/engine-protocol.ts";
import type { Levels, OnAirSettings } from "../protocol.ts";
import { Ring } from "../stream/ring.ts";
import type { StreamTitle } from "../stream/icy.ts";
import type { StreamFormat } from "../stream-formats.ts";
import { bridgeBlocks, bridgeLoopOf, type BridgeBlock, type BridgeLoop } from "./bridge.ts";
import { EngineFeeds } from "./engine-feeds.ts";
import {
  EngineProcess,
  spawnEngineOf,
  type EngineEnd,
  type EngineState,
  type StartMessage,
} from "./engine-process.ts";
import { defaultSettings } from "./playout-state.ts";
import { createHealthLog, type EngineHeartbeat } from "./engine-health.ts";
import { msToSamples, samplesToMs } from "./programme-clock.ts";
import { ProgrammeTime } from "./programme-time.ts";

/** What decides about the programme: the playout. */
export interface ProgrammeDirector {
  readonly settings: () => OnAirSettings;
  /** What a new engine begins with at that programme position. */
  readonly currentPlay: (positionSamples: number) => EnginePlay | null;
  /** What is cued behind it. */
  readonly cuedPlay: () => EnginePlay | null;
  readonly titleOf: (playId: string | null) => StreamTitle;
  readonly onEngineEvent: (event: EngineEvent) => void;
  /** A block goes into the ring; its position is the programme's. */
  readonly onBlock: (header: BlockHeader) => void;
  readonly onEngineEnded: (end: EngineEnd) => void;
  readonly onStateChanged: () => void;
  /** The engine logged a warning or an error: this line. */
  readonly onEngineTrouble: (line: string) => void;
  readonly onBridgeLoop: (loop: BridgeLoop) => void;
  readonly onLevels: (levels: Levels) => void;
}

/** What the newest block is made of. */
export type ProgrammeSource = "programme" | "silence" | "emergency" | "bridge";

const CROSSFADE_MS = 4000;
/** Blocks of 313 ms leave whole: with a smaller lead their beginnings would be late. */
const LEAD_MS = 500;
const CHECK_EVERY_MS = 100;
/**
 * The bridge begins when the ring's end is overdue by this much: an engine that is back within 2 s leaves no trace,
 * for it produces what was missed, and a listener's burst of 4 s lasts that long.
 */
const OVERDUE_MS = 1900;
/**
 * A short bridge keeps the ring's end that overdue, so that little of it is heard when the engine comes back and
 * catches up. Once it has lasted this long, the listeners' bursts are filled up again.
 */
const SHORT_BRIDGE_MS = 2000;
/** A first engine loads its codecs; nobody listens yet, so there is nothing to bridge before. */
const FIRST_BLOCK_PATIENCE_MS = 5000;
/** A block later than this, with nothing bridged, means the machine stood still: the clock is tied anew. */
const STANDSTILL_MS = 3000;
/** The ring's end may be this far ahead of the clock. */
const MOST_AHEAD_MS = 5000;
const LONGEST_BRIDGE_SECONDS = 10;

/** What is on air while no engine delivers. */
interface Bridge {
  readonly blocks: readonly BridgeBlock[];
  readonly format: StreamFormat;
  next: number;
  sentSamples: number;
}

/** The programme as one gapless sequence of blocks: from the engine, or from the bridge while there is none. */
export class Programme {
  readonly ring: Ring;
  readonly feeds = new EngineFeeds((message) => this.send(message));
  readonly #director: ProgrammeDirector;
  readonly #engine: EngineProcess;
  readonly #log: Logger;
  readonly #engineLogLevel: LogLevel;
  readonly #time: ProgrammeTime;
  #loop: BridgeLoop | null;
  #bridge: Bridge | null = null;
  #source: ProgrammeSource = "bridge";
  /** Where the running engine was told to begin, and how to encode. */
  #told: { readonly positionSamples: number; readonly format: StreamFormat };
  /** See `#shift`; null until the engine has said something about a position. */
  #shiftSamples: number | null = null;
  readonly #noteHealth: (heartbeat: EngineHeartbeat) => void;
  #encoderSpeed: number | null = null;
  #isLevelsOn = false;
  #timer: NodeJS.Timeout | null = null;

  constructor({
    engineUrl,
    startSamples,
    clockSpeed,
    loop,
    director,
    engineLogLevel,
    log,
  }: {
    readonly engineUrl: URL;
    readonly startSamples: number;
    readonly clockSpeed: number;
    readonly loop: BridgeLoop | null;
    readonly director: ProgrammeDirector;
    readonly engineLogLevel: LogLevel;
    readonly log: Logger;
  }) {
    this.ring = new Ring(startSamples);
    this.#told = { positionSamples: startSamples, format: formatOf(defaultSettings) };
    this.#time = new ProgrammeTime({ positionSamples: startSamples, speed: clockSpeed });
    this.#loop = loop;
    this.#director = director;
    this.#log = log;
    this.#engineLogLevel = engineLogLevel;
    this.#noteHealth = createHealthLog(log);
    this.#engine = new EngineProcess({
      spawnEngine: () => spawnEngineOf(engineUrl),
      log,
      owner: {
        startMessage: () => this.#startMessage(),
        onEvent: (event) => this.#takeEvent(event),
        onBlock: (header, bytes) => this.#takeBlock(header, bytes),
        onEnd: (end) => {
          this.feeds.engineEnded();
          director.onEngineEnded(end);
        },
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

  /** How many times faster than real time the engine works; null when there is none, or nothing to measure. */
  get encoderSpeed(): number | null {
    return this.engineState === "running" ? this.#encoderSpeed : null;
  }

  /** Programme position that is due now, in samples. */
  get positionSamples(): number {
    return this.#time.positionSamples;
  }

  /** Programme position behind the newest block, in samples. */
  get endSamples(): number {
    return this.ring.endSamples;
  }

  /** Wall-clock time in ms at which that position is due. */
  wallMsOf(positionSamples: number): number {
    return this.#time.wallMsOf(positionSamples);
  }

  start(): void {
    this.#engine.start();
    this.#timer = setInterval(() => this.#bridgeWhenOverdue(), CHECK_EVERY_MS);
  }

  send(message: Exclude<ToEngine, { readonly kind: "start" }>): void {
    this.#engine.send(message);
  }

  /** Another engine goes on where the ring ends, with the settings of now. @returns false when none was running */
  restartEngine(): boolean {
    const isRunning = this.engineState === "running";
    this.#engine.restart();
    return isRunning;
  }

  /** Whether levels are measured, by this engine and those that follow it. */
  setLevels(isOn: boolean): void {
    this.#isLevelsOn = isOn;
    this.#engine.send({ kind: "set-levels", isOn });
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
    const settings = this.#director.settings();
    const positionSamples = this.ring.endSamples;
    this.#told = { positionSamples, format: formatOf(settings) };
    this.#shiftSamples = null;
    this.#encoderSpeed = null;
    const message: StartMessage = {
      kind: "start",
      ...this.#told.format,
      isPlaying: settings.isPlaying,
      volume: settings.volume,
      crossfadeMs: CROSSFADE_MS,
      positionSamples,
      dueNs: String(this.#time.dueNsOf(positionSamples)),
      clockSpeed: this.#time.speed,
      leadMs: LEAD_MS,
      current: this.#director.currentPlay(positionSamples),
      logLevel: this.#engineLogLevel,
    };
    // These can only be sent behind the start message, which is written when this returns.
    queueMicrotask(() => {
      if (this.#isLevelsOn) this.#engine.send({ kind: "set-levels", isOn: true });
      const play = this.#director.cuedPlay();
      if (play !== null) this.#engine.send({ kind: "cue", play });
      this.feeds.engineBegan();
    });
    return message;
  }

  #takeEvent(event: EngineEvent): void {
    switch (event.kind) {
      case "bridge-loop": {
        const loop = bridgeLoopOf(event);
        if (loop === null) return undefined;
        this.#loop = loop;
        return this.#director.onBridgeLoop(loop);
      }
      case "play.started":
        return this.#director.onEngineEvent({
          ...event,
          audioStartSamples: event.audioStartSamples + this.#shift,
          titleSamples: event.titleSamples + this.#shift,
        });
      case "play.marked":
        return this.#director.onEngineEvent({
          ...event,
          positionSamples: event.positionSamples + this.#shift,
        });
      case "play.moved":
        return this.#director.onEngineEvent({
          ...event,
          audioStartSamples: event.audioStartSamples + this.#shift,
        });
      case "heartbeat":
        this.#encoderSpeed = event.encoderSpeed;
        this.#noteHealth(event);
        return this.#director.onEngineEvent(event);
      case "levels": {
        const { kind: _kind, positionSamples, ...levels } = event;
        const posMs = samplesToMs(positionSamples + this.#shift);
        return this.#director.onLevels({ posMs, ...levels });
      }
      case "log":
        return this.#director.onEngineTrouble(event.line);
      case "feed.taken":
        return this.feeds.taken(event);
      case "ready":
      case "play.silent":
      case "play.ended":
      case "play.hung":
      case "cue.ready":
      case "cue.failed":
        return this.#director.onEngineEvent(event);
      default:
        return event satisfies never;
    }
  }

  #takeBlock(header: BlockHeader, bytes: Buffer): void {
    this.#followStandstill();
    const positionSamples = this.ring.endSamples;
    this.#shiftSamples = positionSamples - header.positionSamples;
    this.#bridge = null;
    this.#source = sourceOf(header);
    this.feeds.heard(header);
    this.#director.onBlock({ ...header, positionSamples });
    const title = this.#director.titleOf(header.playId);
    this.ring.append({ bytes, samples: header.samples, title, format: this.#told.format });
    this.#followExcess();
  }

  /**
   * What is added to the engine's positions to get the programme's: more than 0 when the bridge was on air after
   * the engine had been told where to begin. Nothing of a track is lost to the bridge that way.
   */
  get #shift(): number {
    this.#shiftSamples ??= this.ring.endSamples - this.#told.positionSamples;
    return this.#shiftSamples;
  }

  /** Moves the clock forward when the bridge and an engine that caught up have filled the ring too far ahead. */
  #followExcess(): void {
    if (this.#overdueMs() > -MOST_AHEAD_MS) return;
    this.#time.tie({ positionSamples: this.ring.endSamples, leadMs: LEAD_MS });
  }

  /** Ties the clock anew when the machine stood still, so that the programme goes on in real time from here. */
  #followStandstill(): void {
    const lateMs = this.#overdueMs();
    if (lateMs < STANDSTILL_MS) return;
    this.#time.tie({ positionSamples: this.ring.endSamples, leadMs: 0 });
    if (this.ring.newest === undefined) return;
    this.#log.warn({ lateMs: Math.round(lateMs) }, "the programme was late: its clock starts anew");
  }

  /** How much later than due the next block is, in ms of real time; negative while it is early. */
  #overdueMs(): number {
    return this.#time.overdueMs(this.ring.endSamples);
  }

  #bridgeWhenOverdue(): void {
    const isFirst = this.ring.newest === undefined;
    const patienceMs = isFirst ? FIRST_BLOCK_PATIENCE_MS : this.#toleratedMs;
    if (this.#overdueMs() > patienceMs) this.#bridgeOn();
  }

  /** How much overdue the ring's end may be, in ms of real time. */
  get #toleratedMs(): number {
    const sentSamples = this.#bridge?.sentSamples ?? 0;
    return sentSamples < msToSamples(SHORT_BRIDGE_MS * this.#time.speed) ? OVERDUE_MS : 0;
  }

  #bridgeOn(): void {
    const behindSamples = this.positionSamples - this.ring.endSamples;
    // The machine stood still for long: nobody waits for that much of a loop.
    if (behindSamples > LONGEST_BRIDGE_SECONDS * PROGRAMME_RATE_HZ * this.#time.speed)
      this.#time.tie({ positionSamples: this.ring.endSamples, leadMs: 0 });
    if (this.#bridge === null) {
      const settings = this.#director.settings();
      const format = formatOf(settings);
      const isSilenceIntended = !settings.isPlaying || settings.volume === 0;
      const blocks = bridgeBlocks({ loop: this.#loop, format, isSilenceIntended });
      this.#bridge = { blocks, format, next: 0, sentSamples: 0 };
      this.#source = "bridge";
      this.#log.warn("the bridge is on air: the engine gives nothing");
      this.#director.onStateChanged();
    }
    const title = this.ring.newest?.title ?? this.#director.titleOf(null);
    while (this.#overdueMs() > this.#toleratedMs) {
      const block = this.#bridge.blocks[this.#bridge.next % this.#bridge.blocks.length];
      if (block === undefined) return;
      this.#bridge.next += 1;
      this.#bridge.sentSamples += block.samples;
      this.ring.append({ ...block, title, format: this.#bridge.format });
    }
  }
}

function formatOf({ bitrateKbps, sampleRateHz, channels }: OnAirSettings): StreamFormat {
  return { bitrateKbps, sampleRateHz, channels };
}

function sourceOf(header: BlockHeader): ProgrammeSource {
  if (header.isSilentOnPurpose) return "silence";
  return header.playId === null ? "emergency" : "programme";
}
