import type { Logger } from "@neonrelay/process/log";
import { type BlockHeader, type EngineEvent, type EnginePlay } from "../engine/engine-protocol.ts";
import type { OnAirSettings, PlayableTrack, QueueEntry } from "../protocol/index.ts";
import { Cueing } from "./cueing.ts";
import { EngineDeaths } from "../engine-host/engine-deaths.ts";
import type { EngineEnd } from "../engine-host/engine-process.ts";
import type { MovedPlace, PlayEnd, PlayLedger, PlayPlace } from "./play-ledger.ts";
import { TakeDesk, type DjPlays } from "./dj-plays.ts";
import { Orders } from "./orders.ts";
import { enginePlay, isStream, planEntry, titleOfPlay } from "./plays.ts";
import type { PlannedPlay, StartedPlay, TrackPlay } from "./plays.ts";
import { HeardPlace, movedBegin } from "./heard-place.ts";
import { isSameRotation } from "./playout-rules.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { strikeTrack } from "./strike-track.ts";
import { SILENT_TRACK, SilentTracks } from "../quarantine/silent-tracks.ts";
import { StreamTurns, type TurnSight } from "./stream-turns.ts";
import type { PlayoutStreams } from "./streams-port.ts";
import { samplesToMs } from "../programme/programme-clock.ts";
import { onAirStatus, type PlayoutStatus } from "./on-air-status.ts";
import type { Transmitter } from "../programme/transmitter.ts";

/** A silent track gives way to the next one within this time. */
const SILENT_FADE_MS = 500;

type TransmitterPort = Pick<
  Transmitter,
  "send" | "followSettings" | "positionSamples" | "source" | "engineState" | "encoderSpeed"
>;

interface PlayoutParts {
  readonly store: PlayoutStore;
  readonly ledger: PlayLedger;
  readonly programme: TransmitterPort;
  /** Gives numbers from 0 to below 1. */
  readonly random: () => number;
  readonly log: Logger;
  readonly onChanged: () => void;
  readonly live: DjPlays;
  readonly streams: PlayoutStreams;
}

/** Decides what is on air and what comes next. */
export class Playout {
  readonly #store: PlayoutStore;
  readonly #ledger: PlayLedger;
  readonly #programme: TransmitterPort;
  readonly #cueing: Cueing;
  readonly #streams: PlayoutStreams;
  readonly #turns: StreamTurns;
  /** What operators may do. */
  readonly orders: Orders;
  readonly #log: Logger;
  readonly #onChanged: () => void;
  readonly #live: DjPlays;
  /** Who is to go on air as soon as their feed has sound. */
  readonly taking: TakeDesk;
  readonly #deaths = new EngineDeaths();
  #current: StartedPlay | null = null;
  /** What a new engine begins with, until it says that it has. */
  #beginning: TrackPlay | null = null;
  readonly #place = new HeardPlace();
  /** What an engine says it hangs in has failed by then. */
  #failedLast: PlannedPlay | null = null;
  readonly #silent = new SilentTracks();
  /** An operator has faded the programme out, and nothing has made it audible since. */
  #isFadedOut = false;

  constructor(parts: PlayoutParts) {
    const { store, ledger, programme, random, log, onChanged, streams } = parts;
    this.#store = store;
    this.#ledger = ledger;
    this.#programme = programme;
    this.#log = log;
    this.#onChanged = onChanged;
    this.#live = parts.live;
    this.#streams = streams;
    const send: TransmitterPort["send"] = (message) => programme.send(message);
    const beginning = () => this.#beginning;
    this.#cueing = new Cueing({ store, ledger, random, onChanged, beginning, send, streams });
    this.taking = new TakeDesk({ ledger, send });
    this.#turns = new StreamTurns({ streams, look: () => this.#look(), send });
    const current = () => this.#current;
    this.orders = new Orders({ programme, ledger, turns: this.#turns, current });
  }

  /** Chooses the first track. */
  start(): void {
    this.#cueing.fill();
  }

  /** Reports what is on air as ended, because the station stops. */
  close(): void {
    this.#cueing.close();
    for (const play of this.#ledger.open)
      this.#end(play, { reason: "skipped", detail: "the station was stopped", playedMs: null });
  }

  get isFadedOut(): boolean {
    return this.#isFadedOut;
  }

  get settings(): OnAirSettings {
    return this.#store.settings;
  }

  status(listeners: number): PlayoutStatus {
    return onAirStatus({
      current: this.#current,
      next: this.#turns.next,
      programme: this.#programme,
      settings: this.settings,
      isFadedOut: this.#isFadedOut,
      listeners,
      atMs: Date.now(),
    });
  }

  setQueue(entries: readonly QueueEntry[]): void {
    this.#store.setQueue(entries);
    this.#turns.follow();
    this.#cueing.reconsider();
  }

  /** A stream of the queue can be cued now, or can't any more. */
  streamsChanged(): void {
    this.#cueing.reconsider();
  }

  /** That entry will not come on air. @param detail why, as a sentence */
  giveUp(entry: QueueEntry, detail: string): void {
    this.#ledger.drop(entry, detail);
    this.#failed(this.#ledger.plan(planEntry(entry)), detail);
  }

  setRotation(tracks: readonly PlayableTrack[]): void {
    if (!isSameRotation(this.#store.rotation, tracks)) this.#ledger.forgetFailures();
    this.#store.setRotation(tracks);
    if (this.#current !== null) this.#current = this.#ledger.relocate(this.#current, tracks);
    this.#cueing.reconsider();
  }

  /** @param settings of a format that is supported */
  setSettings(settings: OnAirSettings): void {
    const before = this.settings;
    this.#store.setSettings(settings);
    this.#programme.followSettings();
    if (settings.isPlaying && !before.isPlaying) this.#isFadedOut = false;
    if (settings.isPlaying !== before.isPlaying)
      this.#programme.send({ kind: "set-playing", isPlaying: settings.isPlaying });
    if (settings.volume !== before.volume)
      this.#programme.send({ kind: "set-volume", volume: settings.volume });
    this.#onChanged();
  }

  /** What a new engine begins with: the play on air where the ring ends, or else what was to come next. */
  currentPlay(positionSamples: number): EnginePlay | null {
    const current = this.#current;
    if (current !== null) return enginePlay(current, this.#place.msOf(current, positionSamples));
    this.#beginning ??= this.#cueing.takeForBeginning();
    if (this.#beginning === null) return null;
    this.#isFadedOut = false;
    return enginePlay(this.#beginning, 0);
  }

  /** What comes after it, when it is chosen already. */
  cuedPlay(): EnginePlay | null {
    return this.#cueing.cuedPlay;
  }

  /** Keeps the place to go on from, should the engine die. */
  followBlock(header: BlockHeader): void {
    this.#turns.follow();
    // While paused a track stands still.
    this.#place.follow(header, this.settings.isPlaying);
    const moved = movedBegin(header, this.#current);
    if (moved !== null) this.#moved(moved);
  }

  takeEngineEvent(event: EngineEvent): void {
    switch (event.kind) {
      case "play.started":
        return this.#started(event);
      case "play.hurried":
      case "play.moved":
        return this.#moved(event);
      case "play.ended":
        return this.#ended(event);
      case "cue.ready":
        return this.#cueing.ready(event.playId);
      case "cue.failed": {
        const play = this.#ledger.planned(event.playId);
        return play === undefined ? undefined : this.#failed(play, event.detail);
      }
      case "play.marked": {
        const play = this.#ledger.started(event.playId);
        return play === undefined ? undefined : this.#marked(play, event);
      }
      case "play.hung":
        return this.#deaths.noteHung(event.playId);
      case "play.silent":
        return this.#ledger.started(event.playId)?.kind === "live"
          ? this.#live.silent(event.playId)
          : this.#takeOffSilent(event.playId);
      case "faded":
        this.#isFadedOut = event.direction === "out";
        return this.#onChanged();
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

  /** The engine is gone; another will go on. A play that has cost two engines is not tried again. */
  takeEngineEnd(end: EngineEnd): void {
    for (const play of this.#ledger.open)
      if (play.playId !== this.#current?.playId)
        this.#end(play, { reason: "finished", detail: null, playedMs: null });
    const { dropped, struck } = this.#deaths.judge(end, {
      beginning: this.#beginning ?? this.taking.opening,
      cued: this.#cueing.cued,
      current: this.#current,
    });
    this.#cueing.engineEnded();
    const plays = [this.#beginning, this.#cueing.cued?.play, this.#current, this.#failedLast];
    const culprit = plays.find((play) => play?.playId === struck);
    if (culprit?.kind === "track")
      strikeTrack(culprit.track, { store: this.#store, ledger: this.#ledger, log: this.#log });
    if (dropped === null) return;
    const detail = "the audio engine died of it twice";
    const lost = this.#ledger.started(dropped) ?? this.#ledger.planned(dropped);
    if (lost?.kind === "track" && !this.#store.isQuarantined(lost.track))
      this.#ledger.drop(lost.track, detail);
    if (lost?.kind === "live") this.#live.crashed(dropped);
    if (this.#current?.playId === dropped) {
      if (this.#current.kind === "track") this.#cueing.rest(this.#current.track);
      this.#end(this.#current, { reason: "failed", detail, playedMs: null });
      this.#cueing.fill();
      return;
    }
    const planned = this.#ledger.planned(dropped);
    if (planned !== undefined) this.#failed(planned, detail);
  }

  /** [P90] Nothing is heard of the track on air: it gives way to the next one. */
  #takeOffSilent(playId: string): void {
    if (this.#current?.playId !== playId) return;
    if (isStream(this.#current)) return this.#streams.silent(playId);
    if (this.#silent.note(playId) === "emergency-loop")
      this.takeEmergencyLoop("several tracks in a row were silent");
    this.#programme.send({ kind: "skip", playId, fadeMs: SILENT_FADE_MS });
  }

  /** [P91] Cues nothing for a while, so that the emergency loop comes after what is on air. */
  takeEmergencyLoop(reason: string): void {
    this.#log.error({ reason }, "nothing is cued: the emergency loop takes over for a minute");
    this.#cueing.stop();
  }

  #started(place: PlayPlace): void {
    const { playId } = place;
    // After a restart of the engine the same play begins once more, somewhere inside.
    if (this.#ledger.started(playId) !== undefined) return this.#moved(place);
    const planned = this.#ledger.planned(playId);
    if (planned === undefined)
      return this.#log.warn({ playId }, "the engine plays what is unknown");
    this.#current = this.#ledger.begin(planned, place);
    this.#cueing.started(playId);
    if (this.#beginning?.playId === playId) this.#beginning = null;
    this.taking.forget(playId);
    this.#log.info(titleOfPlay(this.#current), "on air");
    if (planned.kind === "live") this.#live.started(playId);
    // What began may have been the queue's head that something else was cued in front of.
    this.#cueing.reconsider();
    this.#onChanged();
    return undefined;
  }

  #moved({ playId, ...place }: MovedPlace & { readonly playId: string }): void {
    const play = this.#ledger.started(playId);
    if (play === undefined) return;
    const moved = this.#ledger.move(play, place);
    if (moved === play) return;
    if (this.#current?.playId === playId) this.#current = moved;
    this.#onChanged();
  }

  #marked(play: StartedPlay, place: Parameters<PlayLedger["retitle"]>[1]): void {
    const retitled = this.#ledger.retitle(play, place);
    if (this.#current?.playId === play.playId) this.#current = retitled;
    this.#log.info(titleOfPlay(retitled), "on air");
    this.#onChanged();
  }

  #ended(event: Extract<EngineEvent, { readonly kind: "play.ended" }>): void {
    const { playId, playedSamples } = event;
    const wasSilent = this.#silent.ended(playId);
    const { reason, detail } = wasSilent
      ? ({ reason: "failed", detail: SILENT_TRACK } as const)
      : this.#streams.endOf(playId, event);
    const play = this.#ledger.started(playId);
    if (play === undefined) {
      const planned = this.#ledger.planned(playId);
      if (planned !== undefined) this.#failed(planned, detail ?? "it could not be played");
      return;
    }
    if (reason === "finished" && play.kind === "track") this.#store.forgive(play.track);
    if (reason === "failed") {
      this.#failedLast = play;
      if (play.kind === "track") this.#cueing.rest(play.track);
      this.#log.warn({ title: titleOfPlay(play).title, detail }, "what was on air broke off");
    }
    this.#end(play, { reason, detail, playedMs: samplesToMs(playedSamples) });
    this.#cueing.fill();
    this.#onChanged();
  }

  /** A play that never came on air: it is reported, and something else is cued. */
  #failed(play: PlannedPlay, detail: string): void {
    if (play.kind === "live") {
      this.taking.forget(play.playId);
      this.#ledger.forget(play.playId);
      return this.#live.failed(play.playId, detail);
    }
    if (this.#beginning?.playId === play.playId) this.#beginning = null;
    this.#failedLast = play;
    this.#ledger.fail(play, detail);
    this.#log.warn({ title: play.track.title, detail }, "a track could not be read");
    this.#cueing.failed(play);
    this.#onChanged();
  }

  #look(): TurnSight {
    const current = this.#current;
    const heardMs = this.#place.msOf(current, this.#programme.positionSamples);
    const plays = [this.#beginning, current, ...this.#ledger.open];
    return { queue: this.#store.queue, current, heardMs, cued: this.#cueing.cued, plays };
  }

  #end(play: StartedPlay, end: PlayEnd): void {
    if (this.#current?.playId === play.playId) this.#current = null;
    this.#ledger.end(play, end);
    if (play.kind === "live") this.#live.ended(play.playId);
  }
}
