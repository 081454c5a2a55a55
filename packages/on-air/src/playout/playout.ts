import { createEvents, type Events } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import type { BlockHeader, EngineEvent, EnginePlay } from "../engine/engine-protocol.ts";
import type { EngineEnd, EngineProcess } from "../engine-host/engine-process.ts";
import type { ProgrammeTime } from "../programme/programme-clock.ts";
import type {
  OnAirSettings,
  OnAirStatus,
  PlanItem,
  PlayableTrack,
  QueueEntry,
} from "../protocol/index.ts";
import { AirStore } from "./air-store.ts";
import { AirPlays, movedBegin } from "./air-plays.ts";
import { Cueing } from "./cueing.ts";
import { DjHandover } from "./dj-plays.ts";
import { EngineLoss } from "./engine-loss.ts";
import { Orders } from "./orders.ts";
import { PlayCourse } from "./play-course.ts";
import type { PlayLedger } from "./play-ledger.ts";
import type { PlayoutEvent } from "./playout-events.ts";
import { isSameRotation, startsOfHour } from "./playout-rules.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { airedPlay, enginePlay, silenceOf } from "./plays.ts";
import { STOPPED } from "./resume-rules.ts";
import { StreamTurns } from "./stream-turns.ts";
import { TimedTurns } from "./timed-turns.ts";
import type { PlayoutStreams } from "./streams-port.ts";
import { WaitingEntries } from "./waiting-entries.ts";

/** Fade-out of an external stream whose time is up. */
const STREAM_END_FADE_MS = 4000;

interface PlayoutParts {
  readonly store: PlayoutStore;
  readonly ledger: PlayLedger;
  readonly engine: Pick<EngineProcess, "send" | "state">;
  readonly time: Pick<ProgrammeTime, "positionSamples" | "speed">;
  /** Offset from the running engine's positions to the programme's. */
  readonly engineShiftSamples: () => number;
  readonly streams: PlayoutStreams;
  /** Whether a file's folder is away; see `isFolderAway`. */
  readonly isFolderAway: (file: string) => Promise<boolean>;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
  readonly log: Logger;
}

/** Decides what is on air and what comes next. */
export class Playout {
  readonly events: Events<PlayoutEvent> = createEvents();
  /** What operators can do. */
  readonly orders: Orders;
  /** The DJ who goes on air as soon as their feed has sound. */
  readonly taking: DjHandover;
  readonly #parts: PlayoutParts;
  readonly #air = new AirPlays();
  readonly #cueing: Cueing;
  readonly #turns: StreamTurns;
  readonly #timed: TimedTurns;
  readonly #course: PlayCourse;
  readonly #loss: EngineLoss;
  readonly #waiting: WaitingEntries;
  readonly #keeper: AirStore;
  /** An operator has faded the programme out, and it is still silent. */
  #isFadedOut = false;

  constructor(parts: PlayoutParts) {
    const { store, ledger, engine, streams, random, log } = parts;
    const { events } = this;
    const air = this.#air;
    const send: EngineProcess["send"] = (message) => engine.send(message);
    const onChanged = (): void => events.publish({ kind: "changed" });
    const beginning = () => air.beginning;
    const current = () => air.current;
    this.#parts = parts;
    const taking = new DjHandover({ ledger, send, engineShiftSamples: parts.engineShiftSamples });
    const joinBehind = () => {
      if (taking.timed !== null) return null;
      return taking.exactOnAir ?? (this.#air.current?.kind === "live" ? "wait" : null);
    };
    const reservedEntryId = () => taking.timed?.play.entryId ?? null;
    const onAir = () => this.#air.current;
    const cues = { beginning, onAir, joinBehind, reservedEntryId, onChanged };
    const waiting = new WaitingEntries(parts.isFolderAway, () => this.#cueing.reconsider());
    const cueing = new Cueing({ store, ledger, random, send, streams, waiting, ...cues });
    const shared = { air, store, ledger, cueing, taking, events, log };
    const course = new PlayCourse({ ...shared, streams, waiting, send });
    this.#waiting = waiting;
    this.#cueing = cueing;
    this.taking = taking;
    ledger.awaits(() => [...taking.waiting, cueing.cued?.play.playId]);
    this.#course = course;
    this.#keeper = new AirStore(shared);
    this.#loss = new EngineLoss({ ...shared, course });
    this.#turns = new StreamTurns({ ledger, air, cueing, streams, time: parts.time, send });
    this.#timed = new TimedTurns({
      store,
      ledger,
      air,
      cueing,
      taking,
      joinBehind,
      time: parts.time,
      engineShiftSamples: parts.engineShiftSamples,
      onPostponed: (playId) => events.publish({ kind: "dj.postponed", playId }),
    });
    this.orders = new Orders({ engine, ledger, turns: this.#turns, current });
    streams.events.subscribe((event) => {
      switch (event.kind) {
        case "changed":
          return this.#cueing.reconsider();
        case "given-up":
          return this.#course.givenUp(event.entry, event.detail);
        case "over":
          return send({ kind: "skip", playId: event.playId, fadeMs: STREAM_END_FADE_MS });
        default:
          return event satisfies never;
      }
    });
  }

  /** [S80] The level below which the play on air counts as silent, in dBFS. */
  get silentBelowDb(): number {
    return silenceOf(this.#air.current).belowDb;
  }

  /** [P110] Continues the previous run's play. @param positionSamples where this run starts */
  resume(positionSamples: number): void {
    this.#isFadedOut = this.#keeper.resume(positionSamples).isFadedOut;
  }

  /** Chooses what comes next, or first. */
  start(): void {
    this.#cueing.fill();
  }

  /** The station stops: reports the play on air as ended, unless the next run can continue it [P110]. */
  close(): void {
    this.#waiting.close();
    this.#cueing.close();
    const keptId = this.#keeper.record({ isFadedOut: this.#isFadedOut, isStopped: true });
    for (const play of this.#parts.ledger.open)
      if (play.playId !== keptId) this.#course.end(play, { ...STOPPED, playedMs: null });
  }

  get isFadedOut(): boolean {
    return this.#isFadedOut;
  }

  get settings(): OnAirSettings {
    return this.#parts.store.settings;
  }

  /** What is on air; null: nothing from the playout. */
  get now(): OnAirStatus["now"] {
    return this.#air.current === null ? null : airedPlay(this.#air.current);
  }

  /** What comes after it. */
  get next(): OnAirStatus["next"] {
    return this.#turns.next;
  }

  /** When the requests of the last 60 minutes started, wall clock; oldest first. */
  requestStartsMs(nowMs: number): readonly number[] {
    return startsOfHour(this.#parts.store.requestStartsMs, nowMs);
  }

  setQueue(entries: readonly QueueEntry[]): void {
    this.#parts.store.setQueue(entries);
    this.#waiting.keepOnly(new Set(entries.map(({ entryId }) => entryId)));
    this.#turns.follow();
    this.#cueing.reconsider();
  }

  /** [P93] Tracks kept off air. */
  get quarantined(): OnAirStatus["quarantined"] {
    return [...this.#parts.store.quarantined];
  }

  /** [P93] That track may be played again, until it costs one more engine. */
  giveAnotherTry(trackId: string): void {
    const { store, ledger } = this.#parts;
    store.giveAnotherTry(trackId);
    ledger.forgetFailures();
    this.#cueing.reconsider();
    this.events.publish({ kind: "changed" });
  }

  setPlan(items: readonly PlanItem[]): void {
    this.#parts.store.setPlan(items);
    this.#timed.update();
    this.#cueing.reconsider();
  }

  setRotation(tracks: readonly PlayableTrack[]): void {
    const { store, ledger } = this.#parts;
    if (!isSameRotation(store.rotation, tracks)) ledger.forgetFailures();
    store.setRotation(tracks);
    const { current } = this.#air;
    if (current !== null) this.#air.current = ledger.relocate(current, tracks);
    this.#cueing.reconsider();
  }

  /** @param settings with a supported format */
  setSettings(settings: OnAirSettings): void {
    const { store, engine } = this.#parts;
    const before = this.settings;
    store.setSettings(settings);
    this.events.publish({ kind: "settings.set" });
    if (settings.isPlaying && !before.isPlaying) this.#isFadedOut = false;
    if (settings.isPlaying !== before.isPlaying)
      engine.send({ kind: "set-playing", isPlaying: settings.isPlaying });
    if (settings.volume !== before.volume)
      engine.send({ kind: "set-volume", volume: settings.volume });
    this.events.publish({ kind: "changed" });
  }

  /** What a new engine starts with: the play on air, from where the ring ends, or else the next one. */
  currentPlay(positionSamples: number): EnginePlay | null {
    const air = this.#air;
    if (air.current !== null) return enginePlay(air.current, air.heardMs(positionSamples));
    air.beginning ??= this.#cueing.takeForBeginning();
    if (air.beginning === null) return null;
    this.#isFadedOut = false;
    return enginePlay(air.beginning, 0);
  }

  /** What comes after it, if already chosen. */
  cuedPlay(): EnginePlay | null {
    return this.#cueing.cuedPlay;
  }

  /** What takes over from these, or is heard over them. */
  takes(): ReturnType<DjHandover["orders"]> {
    const { over } = this.#air;
    return this.taking.orders(over === null ? null : enginePlay(over, this.#air.overHeardMs(over)));
  }

  /** Records where to continue if the engine, or on-air, dies. */
  followBlock(header: BlockHeader): void {
    this.taking.followMix(header.positionSamples + header.samples);
    this.#turns.follow();
    this.#timed.follow();
    this.#air.follow(header, this.settings.isPlaying);
    const moved = movedBegin(header, this.#air.current);
    if (moved !== null) this.#course.moved(moved);
    this.#keeper.record(this);
  }

  takeEngineEvent(event: EngineEvent): void {
    switch (event.kind) {
      case "play.started":
        this.#course.started(event);
        return void this.#keeper.record(this);
      case "over.started":
        this.#course.overStarted(event);
        return void this.#keeper.record(this);
      case "over.alone":
        return this.#course.alone(event);
      case "play.hurried":
      case "play.moved":
        return this.#course.moved(event);
      case "play.ended":
        return this.#course.ended(event);
      case "play.marked":
        return this.#course.marked(event);
      case "play.silent":
        return this.#course.silent(event.playId);
      case "play.hung":
        return this.#loss.recordHung(event.playId);
      case "cue.ready":
        return this.#cueing.ready(event.playId);
      case "cue.failed":
        return this.#course.neverBegan(event.playId, event.detail);
      case "faded":
        this.#isFadedOut = event.direction === "out";
        return this.events.publish({ kind: "changed" });
      case "ready":
      case "log":
      case "bridge-loop":
      case "heartbeat":
      case "levels":
      case "feed.taken":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  /** The engine died; another takes over. */
  takeEngineEnd(end: EngineEnd): void {
    this.#loss.take(end);
  }

  /** [P91] Cues nothing for a while, so that the emergency loop follows the play on air. */
  takeEmergencyLoop(reason: string): void {
    this.#course.takeEmergencyLoop(reason);
  }
}
