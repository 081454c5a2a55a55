import type { Logger } from "@neonrelay/process/log";
import { Limiter, LIMITER_DELAY_SAMPLES } from "../audio/limiter.ts";
import { CHANNELS, MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { isSameFormat, type StreamFormat } from "../formats/stream-formats.ts";
import { EngineClock } from "./engine-clock.ts";
import { createDeckMonitor, createLivedTime, type DeckMonitor } from "./deck-monitor.ts";
import type { Deck } from "./deck.ts";
import { LoopEncoding } from "./emergency-loop.ts";
import { PROGRAMME_RATE_HZ, type ToEngine } from "./engine-protocol.ts";
import { FeedBuffers } from "./feed-buffers.ts";
import type { FramePipe } from "./frame-pipe.ts";
import { LevelsMeter } from "./levels-meter.ts";
import { Outputs } from "./outputs.ts";
import { Mixer } from "./mixer.ts";
import { SpeedMeter } from "./speed-meter.ts";

type Start = Extract<ToEngine, { kind: "start" }>;
export type Command = Exclude<ToEngine, Start>;
type EnginePipe = Pick<FramePipe, "isCongested" | "sendEvent" | "sendBlock">;

/** Frames to accumulate between two ticks (78 ms), and the shortest sleep. */
const FRAMES_PER_TICK = 3;
const LEAST_SLEEP_MS = 10;
/** Longest that production may hold the thread before commands are read, in ms. */
const TICK_BUDGET_MS = 40;
/** Longest that a deck on air may deliver nothing before the next source is taken. */
const STARVED_LIMIT_MS = 200;
/** Before the first sound: how long to wait for the first track, and for the order that names it. */
const PRIME_LIMIT_MS = 1000;
const FIRST_CUE_LIMIT_MS = 250;
const PRIME_STEP_MS = 5;
const HEARTBEAT_MS = 1000;

/** Runs the programme against the clock, from the first frame until the process ends. */
export class Engine {
  readonly #start: Start;
  readonly #pipe: EnginePipe;
  readonly #log: Logger;
  readonly #onHung: (deck: string) => void;
  readonly #feeds: FeedBuffers;
  readonly #mixer: Mixer;
  readonly #clock: EngineClock;
  readonly #limiter = new Limiter();
  readonly #outputs: Outputs;
  readonly #emergencyPcm: Float32Array;
  /** Loops that on-air needs for when this engine is gone. */
  #loops: readonly LoopEncoding[];
  readonly #speed = new SpeedMeter();
  readonly #mix = new Float32Array(MIX_FRAME_SAMPLES * CHANNELS);
  readonly #left = new Float32Array(MIX_FRAME_SAMPLES);
  readonly #right = new Float32Array(MIX_FRAME_SAMPLES);
  /** null: no server wants levels, so none are measured. */
  #levels: LevelsMeter | null = null;
  readonly #livedMs = createLivedTime(() => performance.now());
  readonly #watched: readonly { readonly deck: Deck; readonly isHung: DeckMonitor }[];
  /** In ms of lived time. */
  #starvedSinceMs: number | undefined;
  #isCongested = false;

  constructor({
    start,
    decks,
    pipe,
    log,
    emergencyPcm,
    onHung,
  }: {
    readonly start: Start;
    readonly decks: readonly Deck[];
    readonly pipe: EnginePipe;
    readonly log: Logger;
    readonly emergencyPcm: Float32Array;
    /** The deck is unusable: the process must be replaced. */
    readonly onHung: (deck: string) => void;
  }) {
    this.#start = start;
    this.#watched = decks.map((deck) => ({ deck, isHung: createDeckMonitor() }));
    this.#pipe = pipe;
    this.#log = log;
    this.#onHung = onHung;
    this.#emergencyPcm = emergencyPcm;
    this.#outputs = new Outputs({
      ...start,
      send: (header, bytes) => pipe.sendBlock(header, bytes),
      log,
    });
    this.#loops = this.#outputs.formats.map((format) => new LoopEncoding(emergencyPcm, format));
    this.#clock = new EngineClock({ ...start, dueNs: BigInt(start.dueNs) });
    this.#feeds = new FeedBuffers((event) => pipe.sendEvent(event));
    if (start.current !== null) this.#feeds.expect(start.current);
    this.#mixer = new Mixer({
      decks,
      start,
      grid: this.#outputs,
      emergencyPcm,
      sourceOf: (play) => this.#feeds.sourceOf(play),
      emit: (event) => {
        this.#log.debug({ event }, "event");
        pipe.sendEvent(event);
      },
    });
  }

  /** Starts production as soon as the first track has sound, within a second. */
  run(): void {
    const { mounts, positionSamples } = this.#start;
    this.#log.info({ mounts, positionSamples }, "the programme begins");
    setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#prime(performance.now());
  }

  execute(command: Command): void {
    switch (command.kind) {
      case "cue":
        if (command.play !== null) this.#feeds.expect(command.play);
        return this.#mixer.cue(command.play);
      case "take":
        if (command.play !== null) this.#feeds.expect(command.play);
        return this.#mixer.take(command);
      case "over":
        return this.#mixer.over(command);
      case "feed":
        return this.#feeds.take(command.feedId, Buffer.from(command.base64, "base64"));
      case "feed.mark":
        return this.#feeds.mark(command);
      case "feed.end":
        return this.#feeds.end(command.feedId);
      case "skip":
        return this.#mixer.skip(command);
      case "restart":
        return this.#mixer.restart(command.playId);
      case "fade":
        return this.#mixer.fade(command);
      case "set-playing":
        return this.#mixer.setPlaying(command.isPlaying);
      case "set-volume":
        return this.#mixer.setVolume(command.volume);
      case "set-mounts":
        return this.#setMounts(command.mounts);
      case "set-levels":
        return this.#setLevels(command.isOn);
      default:
        return command satisfies never;
    }
  }

  #setMounts(formats: readonly StreamFormat[]): void {
    const added = this.#outputs.set(formats);
    this.#log.info({ mounts: formats }, "mounts configured");
    const isWanted = ({ format }: LoopEncoding): boolean =>
      formats.some((wanted) => isSameFormat(wanted, format));
    for (const loop of this.#loops) if (!isWanted(loop)) loop.close();
    this.#loops = [
      ...this.#loops.filter(isWanted),
      ...added.map((format) => new LoopEncoding(this.#emergencyPcm, format)),
    ];
  }

  /** One step of the first unfinished loop. */
  #encodeLoops(): void {
    const [loop, ...others] = this.#loops;
    const encoded = loop?.step() ?? null;
    if (encoded === null) return;
    this.#loops = others;
    this.#pipe.sendEvent({ kind: "bridge-loop", ...encoded });
  }

  #setLevels(isOn: boolean): void {
    if (!isOn) this.#levels = null;
    else
      this.#levels ??= new LevelsMeter((levels) =>
        this.#pipe.sendEvent({ kind: "levels", ...levels }),
      );
  }

  #prime(sinceMs: number): void {
    this.#mixer.poll();
    this.#feeds.poll();
    const waitedMs = performance.now() - sinceMs;
    const limitMs = this.#mixer.isPreparing ? PRIME_LIMIT_MS : FIRST_CUE_LIMIT_MS;
    if (this.#mixer.isStartable || waitedMs >= limitMs) this.#tick();
    else setTimeout(() => this.#prime(sinceMs), PRIME_STEP_MS);
  }

  /** Produces what is wanted by now, and sleeps until more is. */
  #tick(): void {
    const startedMs = performance.now();
    const startedSamples = this.#mixer.mixedSamples;
    this.#keepUp();
    while (this.#clock.untilWantedNs(this.#position, process.hrtime.bigint()) <= 0) {
      if (this.#mustWait(this.#livedMs())) break;
      this.#produceFrame();
      if (performance.now() - startedMs > TICK_BUDGET_MS) break;
    }
    const now = performance.now();
    const producedSamples = this.#mixer.mixedSamples - startedSamples;
    this.#speed.add({
      producedMs: (producedSamples * 1000) / PROGRAMME_RATE_HZ,
      workedMs: now - startedMs,
    });
    this.#watchDecks();
    this.#feeds.poll();
    this.#encodeLoops();
    const wanted = this.#position + (FRAMES_PER_TICK - 1) * MIX_FRAME_SAMPLES;
    const sleepMs = this.#clock.untilWantedNs(wanted, process.hrtime.bigint()) / 1_000_000;
    if (sleepMs <= 0 && this.#starvedSinceMs === undefined && !this.#isCongested)
      setImmediate(() => this.#tick());
    else setTimeout(() => this.#tick(), Math.max(LEAST_SLEEP_MS, sleepMs));
  }

  /** After a suspend, or a long time without a reader, continues from now instead of racing through the past. */
  #keepUp(): void {
    if (this.#pipe.isCongested !== this.#isCongested) {
      this.#isCongested = this.#pipe.isCongested;
      this.#log.warn(this.#isCongested ? "on-air has stopped reading" : "on-air is reading again");
    }
    const nowNs = process.hrtime.bigint();
    if (!this.#clock.isBeyondCatchUp(this.#position, nowNs)) return;
    if (!this.#isCongested) this.#log.warn("too far behind to catch up; continuing from now");
    this.#clock.reanchor(this.#position, nowNs);
  }

  /**
   * Whether to produce nothing for now. Takes the next source when the current one has delivered nothing for too long.
   */
  #mustWait(livedMs: number): boolean {
    if (this.#isCongested) return true;
    if (!this.#mixer.isStarved) {
      this.#starvedSinceMs = undefined;
      return false;
    }
    this.#starvedSinceMs ??= livedMs;
    if (livedMs - this.#starvedSinceMs < STARVED_LIMIT_MS) return true;
    // A feed that runs dry is its sender's fault, and on-air's to report.
    if (this.#mixer.giveUpStarved())
      this.#log.error("the deck on air delivers no sound; switching to the next source");
    this.#starvedSinceMs = undefined;
    return false;
  }

  #produceFrame(): void {
    const limitedSamples = this.#mixer.mixedSamples - LIMITER_DELAY_SAMPLES;
    const label = this.#mixer.produce(this.#mix);
    const sound = { left: this.#left, right: this.#right };
    this.#limiter.process(this.#mix, sound.left, sound.right);
    const positionSamples = this.#start.positionSamples + this.#outputs.heardAt(limitedSamples);
    this.#levels?.add({ positionSamples, ...sound });
    this.#outputs.add({ label, sound });
  }

  #watchDecks(): void {
    const livedMs = this.#livedMs();
    for (const { deck, isHung } of this.#watched) {
      if (!deck.isUp || !isHung(deck, livedMs)) continue;
      const playId = deck.insidePlayId;
      if (playId !== null) this.#pipe.sendEvent({ kind: "play.hung", playId });
      this.#onHung(deck.name);
    }
  }

  get #position(): number {
    return this.#start.positionSamples + this.#outputs.heardAt(this.#mixer.mixedSamples);
  }

  #beat(): void {
    const ahead = this.#outputs.sentUntilSamples - this.#clock.heardAt(process.hrtime.bigint());
    this.#pipe.sendEvent({
      kind: "heartbeat",
      aheadMs: Math.round((ahead * 1000) / PROGRAMME_RATE_HZ),
      isEmergency: this.#mixer.isEmergency,
      encoderSpeed: this.#speed.beat(),
      rssBytes: process.memoryUsage.rss(),
    });
  }
}
