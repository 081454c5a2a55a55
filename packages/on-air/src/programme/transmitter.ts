import { createEvents, type Events } from "@neonrelay/process/events";
import type { Logger, LogLevel } from "@neonrelay/process/log";
import {
  CROSSFADE_MS,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
  type ToEngine,
} from "../engine/engine-protocol.ts";
import type { EngineFeeds } from "../engine-host/engine-feeds.ts";
import type { EngineEnd, EngineProcess, StartMessage } from "../engine-host/engine-process.ts";
import { createHealthLog, type EngineHeartbeat } from "../engine-host/engine-health.ts";
import type { StreamFormat } from "../formats/stream-formats.ts";
import type { Levels, OnAirSettings } from "../protocol/index.ts";
import type { StreamTitle } from "../stream/icy.ts";
import { encodedFormats } from "../stream/mount-formats.ts";
import { bridgeLoopOf, type BridgeLoop } from "./bridge.ts";
import { ClockSync } from "./clock-sync.ts";
import type { WantedBridge, MountFeed } from "./mount-feed.ts";
import type { MountFeeds } from "./mount-feeds.ts";
import { type ProgrammeTime, samplesToMs } from "./programme-clock.ts";
import { type EngineShift, shiftEvent } from "./engine-shift.ts";

/** Decides what the programme is: the playout. */
interface ProgrammeDirector {
  /** Whether an operator has faded the programme out. */
  readonly isFadedOut: () => boolean;
  /** What a new engine starts with at that programme position. */
  readonly currentPlay: (positionSamples: number) => EnginePlay | null;
  /** What is cued after it. */
  readonly cuedPlay: () => EnginePlay | null;
  /** What goes on air over these: a DJ or a timed item. */
  readonly takes: () => readonly Extract<ToEngine, { readonly kind: "take" | "over" }>[];
  readonly titleOf: (place: {
    readonly playId: string | null;
    readonly mark: number | null;
  }) => StreamTitle;
}

/** What happens to the programme. */
type TransmitterEvent =
  /** An event of the engine, with positions converted to the programme's. */
  | { readonly kind: "engine"; readonly event: EngineEvent }
  /** A block of MP3 goes into its ring, at its programme position. */
  | { readonly kind: "block"; readonly header: BlockHeader }
  | { readonly kind: "engine.ended"; readonly end: EngineEnd }
  /** The engine started or stopped, or the programme has another source. */
  | { readonly kind: "state.changed" }
  /** The engine logged a warning or an error: this line. */
  | { readonly kind: "trouble"; readonly line: string }
  | { readonly kind: "bridge-loop"; readonly loop: BridgeLoop }
  | { readonly kind: "levels"; readonly levels: Levels };

/** What the newest block consists of. */
export type ProgrammeSource = "programme" | "silence" | "emergency" | "bridge";

/** Blocks of 313 ms are sent whole: with a smaller lead their beginnings would be late. */
const LEAD_MS = 500;
const CHECK_EVERY_MS = 100;

interface TransmitterParts {
  readonly engine: EngineProcess;
  /** Network sound for the engine's decks. */
  readonly feeds: EngineFeeds;
  readonly time: ProgrammeTime;
  readonly shift: EngineShift;
  readonly mounts: MountFeeds;
  readonly director: ProgrammeDirector;
  readonly settings: () => OnAirSettings;
  readonly engineLogLevel: LogLevel;
  readonly log: Logger;
}

/**
 * The programme as one gapless sequence of blocks for each mount: from the engine, or from the bridge while there is
 * none. MP3 is always included, and the programme's clock and positions follow it.
 */
export class Transmitter {
  readonly events: Events<TransmitterEvent> = createEvents();
  readonly #parts: TransmitterParts;
  readonly #clock: ClockSync;
  readonly #recordHealth: (heartbeat: EngineHeartbeat) => void;
  #source: ProgrammeSource = "bridge";
  #encoderSpeed: number | null = null;
  #isLevelsOn = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: TransmitterParts) {
    const { time, mounts, log } = parts;
    this.#parts = parts;
    this.#clock = new ClockSync({ time, main: mounts.main, leadMs: LEAD_MS, log });
    this.#recordHealth = createHealthLog(log);
  }

  get source(): ProgrammeSource {
    return this.#source;
  }

  /** How many times faster than real time the engine works; null without an engine, or without a measurement. */
  get encoderSpeed(): number | null {
    return this.#parts.engine.state === "running" ? this.#encoderSpeed : null;
  }

  start(): void {
    const { engine, mounts } = this.#parts;
    mounts.follow(this.#formats);
    engine.start({
      startMessage: () => this.#startMessage(),
      onEvent: (event) => this.#takeEvent(event),
      onBlock: (header, bytes) => this.#takeBlock(header, bytes),
      onEnd: (end) => this.#takeEngineEnd(end),
      onStateChanged: () => this.events.publish({ kind: "state.changed" }),
    });
    this.#timer = setInterval(() => this.#bridgeWhenOverdue(), CHECK_EVERY_MS);
  }

  /** Another engine continues where the ring ends, with the current settings. @returns false when none was running */
  restartEngine(): boolean {
    const { engine } = this.#parts;
    const isRunning = engine.state === "running";
    engine.restart();
    return isRunning;
  }

  /** Whether levels are measured, by this engine and later ones. */
  setLevels(isOn: boolean): void {
    this.#isLevelsOn = isOn;
    this.#parts.engine.send({ kind: "set-levels", isOn });
  }

  /** Settings have changed: mounts come, go and change without affecting the others, and so does a bridge. */
  followSettings(): void {
    const formats = this.#formats;
    this.#parts.mounts.follow(formats);
    this.#parts.engine.send({ kind: "set-mounts", mounts: [...formats] });
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#parts.engine.close();
  }

  get #formats(): readonly StreamFormat[] {
    return encodedFormats(this.#parts.settings());
  }

  #startMessage(): StartMessage {
    const { time, mounts, director, engineLogLevel } = this.#parts;
    const settings = this.#parts.settings();
    const positionSamples = this.#parts.mounts.main.ring.endSamples;
    this.#parts.shift.recordEngineEnd(positionSamples);
    this.#encoderSpeed = null;
    // Ask this first: a play that was never heard ends a fade-out.
    const current = director.currentPlay(positionSamples);
    const message: StartMessage = {
      kind: "start",
      mounts: this.#formats.map((format) => ({
        ...format,
        startSamples: mounts.startOf(format.codec),
      })),
      isPlaying: settings.isPlaying,
      isFadedOut: director.isFadedOut(),
      volume: settings.volume,
      crossfadeMs: CROSSFADE_MS,
      positionSamples,
      dueNs: String(time.dueNsOf(positionSamples)),
      clockSpeed: time.speed,
      leadMs: LEAD_MS,
      current,
      logLevel: engineLogLevel,
    };
    // These must follow the start message, which is written when this returns.
    queueMicrotask(() => this.#sendBehindStart());
    return message;
  }

  #sendBehindStart(): void {
    const { engine, director, feeds } = this.#parts;
    if (this.#isLevelsOn) engine.send({ kind: "set-levels", isOn: true });
    const play = director.cuedPlay();
    if (play !== null) engine.send({ kind: "cue", play });
    for (const take of director.takes()) engine.send(take);
    feeds.engineBegan();
  }

  #takeEngineEnd(end: EngineEnd): void {
    this.#parts.feeds.engineEnded();
    this.events.publish({ kind: "engine.ended", end });
  }

  #takeEvent(event: EngineEvent): void {
    switch (event.kind) {
      case "bridge-loop": {
        const loop = bridgeLoopOf(event);
        if (loop === null) return undefined;
        this.#parts.mounts.keepLoop(loop);
        return this.events.publish({ kind: "bridge-loop", loop });
      }
      case "play.started":
      case "play.hurried":
      case "play.marked":
      case "play.moved":
      case "over.started":
      case "over.alone":
        return this.#report(shiftEvent(event, this.#parts.shift.samples));
      case "heartbeat":
        this.#encoderSpeed = event.encoderSpeed;
        this.#recordHealth(event);
        return this.#report(event);
      case "levels": {
        const { kind: _kind, positionSamples, ...levels } = event;
        const posMs = samplesToMs(positionSamples + this.#parts.shift.samples);
        return this.events.publish({ kind: "levels", levels: { posMs, ...levels } });
      }
      case "log":
        return this.events.publish({ kind: "trouble", line: event.line });
      case "feed.taken":
        return this.#parts.feeds.taken(event);
      case "ready":
      case "play.silent":
      case "faded":
      case "play.ended":
      case "play.hung":
      case "cue.ready":
      case "cue.failed":
        return this.#report(event);
      default:
        return event satisfies never;
    }
  }

  #report(event: EngineEvent): void {
    this.events.publish({ kind: "engine", event });
  }

  #takeBlock(header: BlockHeader, bytes: Buffer): void {
    const { mounts, feeds, director } = this.#parts;
    const { codec, bitrateKbps, sampleRateHz, channels, samples } = header;
    const feed = mounts.of(codec);
    if (feed === undefined) return; // switched off since
    const isMain = feed === mounts.main;
    if (isMain) {
      this.#clock.followStandstill();
      this.#source = sourceOf(header);
      feeds.heard(header);
    }
    const positionSamples = header.positionSamples + this.#parts.shift.samples;
    if (isMain) this.events.publish({ kind: "block", header: { ...header, positionSamples } });
    const title = director.titleOf({ playId: header.playId, mark: header.feed?.mark ?? null });
    const format = { codec, bitrateKbps, sampleRateHz, channels };
    feed.take({ positionSamples, bytes, samples, title, format });
    if (!isMain) return;
    this.#parts.shift.recordEngineEnd(header.positionSamples + samples);
    this.#clock.followExcess();
  }

  #bridgeWhenOverdue(): void {
    this.#clock.followLongGap();
    if (!this.#parts.mounts.bridge((feed) => this.#wantedBridge(feed))) return;
    this.#source = "bridge";
    this.events.publish({ kind: "state.changed" });
  }

  #wantedBridge({ codec, ring }: MountFeed): WantedBridge {
    const { director } = this.#parts;
    const settings = this.#parts.settings();
    const format = this.#formats.find((wanted) => wanted.codec === codec);
    if (format === undefined) throw new Error("a mount that is off is being fed");
    return {
      format,
      isSilenceIntended: !settings.isPlaying || settings.volume === 0 || director.isFadedOut(),
      title: ring.newest?.title ?? director.titleOf({ playId: null, mark: null }),
    };
  }
}

function sourceOf(header: BlockHeader): ProgrammeSource {
  if (header.isSilentOnPurpose) return "silence";
  return header.playId === null ? "emergency" : "programme";
}
