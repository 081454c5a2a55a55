import type { Logger } from "@neonrelay/process/log";
import {
  PROGRAMME_RATE_HZ,
  type BlockHeader,
  type EngineEvent,
  type EnginePlay,
} from "../engine/engine-protocol.ts";
import type { OnAirSettings, PlayableTrack, QueueEntry } from "../protocol.ts";
import { decideBlame, suspectsOf, type Cue } from "./blame-rules.ts";
import type { EngineEnd } from "./engine-process.ts";
import type { PlayEnd, PlayLedger, PlayPlace } from "./play-ledger.ts";
import { enginePlay, planAgain, planPlay, type PlannedPlay, type StartedPlay } from "./plays.ts";
import { choicesBeside, chooseNext, isCueStillRight, isSameRotation } from "./playout-rules.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { RestingTracks } from "./resting-tracks.ts";
import { samplesToMs } from "./programme-clock.ts";
import { onAirStatus, type PlayoutStatus } from "./on-air-status.ts";
import type { Programme } from "./programme.ts";

/** After so many tracks in a row that could not be read, there is a pause before the next try. */
const MAX_FAILURES_IN_A_ROW = 10;
const FAILURE_PAUSE_MS = 5000;
/** A play found this far from where it was announced (0.25 s) is announced anew. */
const MOVED_SAMPLES = PROGRAMME_RATE_HZ / 4;

type ProgrammePort = Pick<
  Programme,
  "send" | "followSettings" | "positionSamples" | "source" | "engineState" | "encoderSpeed"
>;

/** Decides what is on air and what comes next. */
export class Playout {
  readonly #store: PlayoutStore;
  readonly #ledger: PlayLedger;
  readonly #programme: ProgrammePort;
  readonly #random: () => number;
  readonly #log: Logger;
  readonly #onChanged: () => void;
  readonly #resting = new RestingTracks();
  #current: StartedPlay | null = null;
  /** What a new engine begins with, until it says that it has. */
  #beginning: PlannedPlay | null = null;
  #cued: Cue | null = null;
  /** Where in its file the newest block of that play ends, in samples. */
  #place: { readonly playId: string; readonly offsetSamples: number } | null = null;
  /** What the engine said it hangs in. */
  #hung: string | null = null;
  #deaths: ReadonlyMap<string, number> = new Map();
  #failuresInARow = 0;
  #laterTimer: NodeJS.Timeout | null = null;

  /** @param random gives numbers from 0 to below 1 */
  constructor({
    store,
    ledger,
    programme,
    random,
    log,
    onChanged,
  }: {
    readonly store: PlayoutStore;
    readonly ledger: PlayLedger;
    readonly programme: ProgrammePort;
    readonly random: () => number;
    readonly log: Logger;
    readonly onChanged: () => void;
  }) {
    this.#store = store;
    this.#ledger = ledger;
    this.#programme = programme;
    this.#random = random;
    this.#log = log;
    this.#onChanged = onChanged;
  }

  /** Chooses the first track. */
  start(): void {
    this.#cueNext();
  }

  /** Reports what is on air as ended, because the station stops. */
  close(): void {
    if (this.#laterTimer !== null) clearTimeout(this.#laterTimer);
    for (const play of this.#ledger.open)
      this.#end(play, { reason: "skipped", detail: "the station was stopped", playedMs: null });
  }

  get settings(): OnAirSettings {
    return this.#store.settings;
  }

  status(listeners: number): PlayoutStatus {
    return onAirStatus({
      current: this.#current,
      next: this.#cued?.play ?? null,
      programme: this.#programme,
      settings: this.settings,
      listeners,
      atMs: Date.now(),
    });
  }

  setQueue(entries: readonly QueueEntry[]): void {
    this.#store.setQueue(entries);
    this.#reconsiderCue();
  }

  setRotation(tracks: readonly PlayableTrack[]): void {
    if (!isSameRotation(this.#store.rotation, tracks)) this.#ledger.forgetFailures();
    this.#store.setRotation(tracks);
    this.#reconsiderCue();
  }

  /** @param settings of a format that is supported */
  setSettings(settings: OnAirSettings): void {
    const before = this.settings;
    this.#store.setSettings(settings);
    this.#programme.followSettings();
    if (settings.isPlaying !== before.isPlaying)
      this.#programme.send({ kind: "set-playing", isPlaying: settings.isPlaying });
    if (settings.volume !== before.volume)
      this.#programme.send({ kind: "set-volume", volume: settings.volume });
    this.#onChanged();
  }

  /**
   * @param playId what is to be skipped; null for whatever is on air
   * @returns false when that is not on air, or no engine runs that could skip it
   */
  skip({ fadeMs, playId }: { readonly fadeMs: number; readonly playId: string | null }): boolean {
    if (this.#current === null || this.#programme.engineState !== "running") return false;
    if (playId !== null && playId !== this.#current.playId) return false;
    this.#programme.send({ kind: "skip", playId: this.#current.playId, fadeMs });
    return true;
  }

  /** @returns false when no track is on air, or no engine runs that could begin it again */
  restart(): boolean {
    if (this.#current === null || this.#programme.engineState !== "running") return false;
    const again = this.#ledger.plan(planAgain(this.#current));
    this.#programme.send({ kind: "restart", playId: again.playId });
    return true;
  }

  /** What a new engine begins with: the play on air where the ring ends, or else what was to come next. */
  currentPlay(positionSamples: number): EnginePlay | null {
    const current = this.#current;
    if (current !== null) {
      const offsetSamples =
        this.#place?.playId === current.playId
          ? this.#place.offsetSamples
          : Math.max(0, positionSamples - current.audioStartSamples);
      return enginePlay(current, samplesToMs(offsetSamples));
    }
    if (this.#beginning === null && this.#cued !== null) {
      this.#beginning = this.#cued.play;
      this.#cued = null;
    }
    return this.#beginning === null ? null : enginePlay(this.#beginning, 0);
  }

  /** What comes after it, when it is chosen already. */
  cuedPlay(): EnginePlay | null {
    return this.#cued === null ? null : enginePlay(this.#cued.play, 0);
  }

  /** Keeps the place to go on from, should the engine die. */
  followBlock(header: BlockHeader): void {
    const { playId, positionSamples, playOffsetSamples, samples } = header;
    if (playId === null) return;
    // While paused a track stands still.
    const passedSamples = this.settings.isPlaying ? samples : 0;
    this.#place = { playId, offsetSamples: playOffsetSamples + passedSamples };
    if (header.isSilentOnPurpose || this.#current?.playId !== playId) return;
    // After a bridge the same play goes on later than it would have.
    const audioStartSamples = positionSamples - playOffsetSamples;
    const movedBy = Math.abs(audioStartSamples - this.#current.audioStartSamples);
    if (movedBy > MOVED_SAMPLES) this.#moved({ playId, audioStartSamples });
  }

  takeEngineEvent(event: EngineEvent): void {
    switch (event.kind) {
      case "play.started":
        return this.#started(event);
      case "play.moved":
        return this.#moved(event);
      case "play.ended":
        return this.#ended(event);
      case "cue.ready":
        return this.#cueReady(event.playId);
      case "cue.failed": {
        const play = this.#ledger.planned(event.playId);
        return play === undefined ? undefined : this.#failed(play, event.detail);
      }
      case "play.hung":
        this.#hung = event.playId;
        return undefined;
      case "ready":
      case "play.marked":
      case "play.silent":
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
    const suspects = suspectsOf({
      hung: this.#hung,
      beginning: this.#beginning,
      cued: this.#cued,
      current: this.#current,
    });
    if (this.#cued !== null) this.#cued = { ...this.#cued, isReady: false };
    this.#hung = null;
    if (end === "ended") return;
    const blame = decideBlame({ suspects, deaths: this.#deaths });
    this.#deaths = blame.deaths;
    if (blame.dropped === null) return;
    const detail = "the audio engine died of it twice";
    if (this.#current?.playId === blame.dropped) {
      this.#resting.rest(this.#current.track.trackId);
      this.#end(this.#current, { reason: "failed", detail, playedMs: null });
      this.#fillCue();
      return;
    }
    const planned = this.#ledger.planned(blame.dropped);
    if (planned !== undefined) this.#failed(planned, detail);
  }

  #cueReady(playId: string): void {
    if (this.#cued?.play.playId !== playId) return;
    this.#cued = { ...this.#cued, isReady: true };
    this.#failuresInARow = 0;
  }

  #started(place: PlayPlace): void {
    const { playId } = place;
    // After a restart of the engine the same play begins once more, somewhere inside.
    if (this.#ledger.started(playId) !== undefined) return this.#moved(place);
    const planned = this.#ledger.planned(playId);
    if (planned === undefined)
      return this.#log.warn({ playId }, "the engine plays what is unknown");
    this.#current = this.#ledger.begin(planned, place);
    this.#failuresInARow = 0;
    if (this.#beginning?.playId === playId) this.#beginning = null;
    if (this.#cued?.play.playId === playId) this.#cued = null;
    this.#log.info({ title: planned.track.title, artist: planned.track.artist }, "on air");
    // What began may have been the queue's head that something else was cued in front of.
    this.#reconsiderCue();
    this.#onChanged();
    return undefined;
  }

  #moved({ playId, audioStartSamples }: Pick<PlayPlace, "playId" | "audioStartSamples">): void {
    const play = this.#ledger.started(playId);
    if (play === undefined || play.audioStartSamples === audioStartSamples) return;
    const moved = this.#ledger.move(play, audioStartSamples);
    if (this.#current?.playId === playId) this.#current = moved;
    this.#onChanged();
  }

  #ended(event: Extract<EngineEvent, { readonly kind: "play.ended" }>): void {
    const { playId, reason, detail, playedSamples } = event;
    const play = this.#ledger.started(playId);
    if (play === undefined) {
      const planned = this.#ledger.planned(playId);
      if (planned !== undefined) this.#failed(planned, detail ?? "it could not be played");
      return;
    }
    if (reason === "failed") {
      this.#resting.rest(play.track.trackId);
      this.#log.warn({ title: play.track.title, detail }, "a track broke off");
    }
    this.#end(play, { reason, detail, playedMs: samplesToMs(playedSamples) });
    this.#fillCue();
    this.#onChanged();
  }

  /** A play that never came on air: it is reported, and something else is cued. */
  #failed(play: PlannedPlay, detail: string): void {
    if (this.#beginning?.playId === play.playId) this.#beginning = null;
    if (this.#cued?.play.playId === play.playId) this.#cued = null;
    this.#resting.rest(play.track.trackId);
    this.#failuresInARow += 1;
    this.#ledger.fail(play, detail);
    this.#log.warn({ title: play.track.title, detail }, "a track could not be read");
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) this.#cueLater();
    else this.#fillCue();
    this.#onChanged();
  }

  #end(play: StartedPlay, end: PlayEnd): void {
    if (this.#current?.playId === play.playId) this.#current = null;
    this.#ledger.end(play, end);
  }

  /** Cues something else when what is cued is not what should come next any more. */
  #reconsiderCue(): void {
    if (isCueStillRight(this.#cued?.play ?? null, this.#choices)) return;
    if (this.#laterTimer === null) this.#cueNext();
    this.#onChanged();
  }

  #fillCue(): void {
    if (this.#cued === null && this.#laterTimer === null) this.#cueNext();
  }

  #cueNext(): void {
    const restingTrackIds = this.#resting.now;
    const choice = chooseNext({ ...this.#choices, restingTrackIds }, this.#random());
    const wasCued = this.#cued !== null;
    const play = planPlay(choice);
    this.#cued = play === null ? null : { play: this.#ledger.plan(play), isReady: false };
    if (this.#cued !== null || wasCued)
      this.#programme.send({ kind: "cue", play: this.cuedPlay() });
    if (play === null && restingTrackIds.size > 0) this.#cueLater();
  }

  get #choices(): ReturnType<typeof choicesBeside> {
    return choicesBeside(this.#beginning, this.#store);
  }

  #cueLater(): void {
    this.#laterTimer ??= setTimeout(() => {
      this.#laterTimer = null;
      this.#failuresInARow = 0;
      this.#fillCue();
      this.#onChanged();
    }, FAILURE_PAUSE_MS);
  }
}
