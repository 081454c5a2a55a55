import type { ChildProcess } from "node:child_process";
import type { Logger, LogLevel } from "@neonrelay/process/log";
import {
  PROGRAMME_RATE_HZ,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
  type ToEngine,
} from "../engine/engine-protocol.ts";
import type { Levels, OnAirSettings } from "../protocol/index.ts";
import type { Ring } from "../stream/ring.ts";
import type { StreamTitle } from "../stream/icy.ts";
import { encodedFormats } from "../stream/mount-formats.ts";
import type { Codec, StreamFormat } from "../formats/stream-formats.ts";
import { bridgeLoopOf, type BridgeLoop } from "./bridge.ts";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import {
  EngineProcess,
  type EngineEnd,
  type EngineState,
  type StartMessage,
} from "../engine-host/engine-process.ts";
import { createHealthLog, type EngineHeartbeat } from "../engine-host/engine-health.ts";
import type { BridgeWish, MountFeed } from "./mount-feed.ts";
import { MountFeeds } from "./mount-feeds.ts";
import { samplesToMs } from "./programme-clock.ts";
import { shiftEvent } from "./shift-event.ts";
import { ProgrammeTime } from "./programme-time.ts";

/** What decides about the programme: the playout. */
export interface ProgrammeDirector {
  readonly settings: () => OnAirSettings;
  /** Whether an operator has faded the programme out. */
  readonly isFadedOut: () => boolean;
  /** What a new engine begins with at that programme position. */
  readonly currentPlay: (positionSamples: number) => EnginePlay | null;
  /** What is cued behind it. */
  readonly cuedPlay: () => EnginePlay | null;
  /** Who is to go on air over all that; null: nobody. */
  readonly take: () => Extract<ToEngine, { readonly kind: "take" }> | null;
  readonly titleOf: (place: {
    readonly playId: string | null;
    readonly mark: number | null;
  }) => StreamTitle;
  readonly onEngineEvent: (event: EngineEvent) => void;
  /** A block of MP3 goes into its ring; its position is the programme's. */
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
/** A block later than this, with nothing bridged, means the machine stood still: the clock is tied anew. */
const STANDSTILL_MS = 3000;
/** The ring's end may be this far ahead of the clock. */
const MOST_AHEAD_MS = 5000;
const LONGEST_BRIDGE_SECONDS = 10;

/**
 * The programme as one gapless sequence of blocks for each mount: from the engine, or from the bridge while there is
 * none. MP3 is always among them, and is what the programme's clock and positions go by.
 */
export class Transmitter {
  readonly feeds = new EngineFeeds((message) => this.send(message));
  readonly #director: ProgrammeDirector;
  readonly #engine: EngineProcess;
  readonly #log: Logger;
  readonly #engineLogLevel: LogLevel;
  readonly #time: ProgrammeTime;
  readonly #mounts: MountFeeds;
  #source: ProgrammeSource = "bridge";
  /** Where the running engine's MP3 ends by its own positions; at first where it was told to begin. */
  #engineEndSamples: number;
  readonly #noteHealth: (heartbeat: EngineHeartbeat) => void;
  #encoderSpeed: number | null = null;
  #isLevelsOn = false;
  #timer: NodeJS.Timeout | null = null;

  constructor({
    spawnEngine,
    startSamples,
    clockSpeed,
    loops,
    director,
    engineLogLevel,
    log,
  }: {
    readonly spawnEngine: () => ChildProcess;
    readonly startSamples: number;
    readonly clockSpeed: number;
    /** Of earlier runs. */
    readonly loops: readonly BridgeLoop[];
    readonly director: ProgrammeDirector;
    readonly engineLogLevel: LogLevel;
    readonly log: Logger;
  }) {
    this.#engineEndSamples = startSamples;
    this.#time = new ProgrammeTime({ positionSamples: startSamples, speed: clockSpeed });
    this.#mounts = new MountFeeds({ startSamples, loops, time: this.#time, log });
    this.#director = director;
    this.#log = log;
    this.#engineLogLevel = engineLogLevel;
    this.#noteHealth = createHealthLog(log);
    this.#engine = new EngineProcess({
      spawnEngine,
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

  /** The ring of MP3. */
  get ring(): Ring {
    return this.#mounts.main.ring;
  }

  /** The ring of each mount that is encoded. */
  get rings(): ReadonlyMap<Codec, Ring> {
    return this.#mounts.rings;
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
    this.#mounts.follow(this.#formats);
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

  /** Settings have changed: mounts come, go and change while the others go on, and a bridge follows them, too. */
  followSettings(): void {
    const formats = this.#formats;
    this.#mounts.follow(formats);
    this.#engine.send({ kind: "set-mounts", mounts: [...formats] });
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#engine.close();
  }

  get #formats(): readonly StreamFormat[] {
    return encodedFormats(this.#director.settings());
  }

  #startMessage(): StartMessage {
    const settings = this.#director.settings();
    const positionSamples = this.ring.endSamples;
    this.#engineEndSamples = positionSamples;
    this.#encoderSpeed = null;
    // Asked first: a play that was never heard ends a fade-out.
    const current = this.#director.currentPlay(positionSamples);
    const message: StartMessage = {
      kind: "start",
      mounts: this.#formats.map((format) => ({
        ...format,
        startSamples: this.#mounts.startOf(format.codec),
      })),
      isPlaying: settings.isPlaying,
      isFadedOut: this.#director.isFadedOut(),
      volume: settings.volume,
      crossfadeMs: CROSSFADE_MS,
      positionSamples,
      dueNs: String(this.#time.dueNsOf(positionSamples)),
      clockSpeed: this.#time.speed,
      leadMs: LEAD_MS,
      current,
      logLevel: this.#engineLogLevel,
    };
    // These can only be sent behind the start message, which is written when this returns.
    queueMicrotask(() => {
      if (this.#isLevelsOn) this.#engine.send({ kind: "set-levels", isOn: true });
      const play = this.#director.cuedPlay();
      if (play !== null) this.#engine.send({ kind: "cue", play });
      const take = this.#director.take();
      if (take !== null) this.#engine.send(take);
      this.feeds.engineBegan();
    });
    return message;
  }

  #takeEvent(event: EngineEvent): void {
    switch (event.kind) {
      case "bridge-loop": {
        const loop = bridgeLoopOf(event);
        if (loop === null) return undefined;
        this.#mounts.keepLoop(loop);
        return this.#director.onBridgeLoop(loop);
      }
      case "play.started":
      case "play.hurried":
      case "play.marked":
      case "play.moved":
        return this.#director.onEngineEvent(shiftEvent(event, this.#shift));
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
      case "faded":
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
    const { codec, bitrateKbps, sampleRateHz, channels, samples } = header;
    const feed = this.#mounts.of(codec);
    if (feed === undefined) return; // switched off since
    const isMain = feed === this.#mounts.main;
    if (isMain) {
      this.#followStandstill();
      this.#source = sourceOf(header);
      this.feeds.heard(header);
    }
    const positionSamples = header.positionSamples + this.#shift;
    if (isMain) this.#director.onBlock({ ...header, positionSamples });
    const title = this.#director.titleOf({
      playId: header.playId,
      mark: header.feed?.mark ?? null,
    });
    const format = { codec, bitrateKbps, sampleRateHz, channels };
    feed.take({ positionSamples, bytes, samples, title, format });
    if (!isMain) return;
    this.#engineEndSamples = header.positionSamples + samples;
    this.#followExcess();
  }

  /**
   * What is added to the engine's positions to get the programme's: more than 0 when the bridge was on air after
   * the engine had been told where to begin. Nothing of a track is lost to the bridge that way.
   */
  get #shift(): number {
    return this.ring.endSamples - this.#engineEndSamples;
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
    return this.#mounts.main.overdueMs;
  }

  #bridgeWhenOverdue(): void {
    const behindSamples = this.positionSamples - this.ring.endSamples;
    // The machine stood still for long: nobody waits for that much of a loop.
    if (behindSamples > LONGEST_BRIDGE_SECONDS * PROGRAMME_RATE_HZ * this.#time.speed)
      this.#time.tie({ positionSamples: this.ring.endSamples, leadMs: 0 });
    if (!this.#mounts.bridge((feed) => this.#bridgeWish(feed))) return;
    this.#source = "bridge";
    this.#director.onStateChanged();
  }

  #bridgeWish({ codec, ring }: MountFeed): BridgeWish {
    const settings = this.#director.settings();
    const format = this.#formats.find((wanted) => wanted.codec === codec);
    if (format === undefined) throw new Error("a mount is fed that is not on");
    return {
      format,
      isSilenceIntended:
        !settings.isPlaying || settings.volume === 0 || this.#director.isFadedOut(),
      title: ring.newest?.title ?? this.#director.titleOf({ playId: null, mark: null }),
    };
  }
}

function sourceOf(header: BlockHeader): ProgrammeSource {
  if (header.isSilentOnPurpose) return "silence";
  return header.playId === null ? "emergency" : "programme";
}
