import type { EnginePlay } from "../engine/engine-protocol.ts";
import type { PlayableTrack, QueueEntry } from "../protocol/index.ts";
import type { PlayLedger } from "./play-ledger.ts";
import {
  admittedQueue,
  choicesBeside,
  type ChoiceSituation,
  choicesNow,
  chooseNext,
  isCueStillRight,
  isPlayedInAlbum,
  isWithinLimit,
  type RequestLimit,
} from "./playout-rules.ts";
import type { PlayoutStore } from "./playout-store.ts";
import {
  type Cue,
  enginePlay,
  planEntry,
  type PlannedPlay,
  planPlay,
  type TrackPlay,
} from "./plays.ts";
import type { CuedStreams } from "./streams-port.ts";
import type { WhileLive } from "./timed-rules.ts";
import { QUARANTINED, RestingTracks } from "../quarantine/quarantine.ts";
import type { WaitingEntries } from "./waiting-entries.ts";

/** After this many unreadable tracks in a row, pause before the next try. */
const MAX_FAILURES_IN_A_ROW = 10;
const FAILURE_PAUSE_MS = 5000;
/** How long the emergency loop replaces silent automation. */
const EMERGENCY_MS = 60_000;

interface CueingParts {
  readonly store: PlayoutStore;
  readonly ledger: PlayLedger;
  /** Returns numbers from 0 to below 1. */
  readonly random: () => number;
  /** What a new engine starts with and has not announced yet: already taken. */
  readonly beginning: () => TrackPlay | null;
  readonly onAir: () => PlannedPlay | null;
  /** See `isDueAtJoin`. */
  readonly joinBehind: () => WhileLive | null;
  /** The entry that replaces a timed item and so does not come at the next join; null: none. */
  readonly reservedEntryId: () => string | null;
  readonly waiting: Pick<WaitingEntries, "has">;
  readonly send: (message: { readonly kind: "cue"; readonly play: EnginePlay | null }) => void;
  readonly streams: CuedStreams;
  readonly onChanged: () => void;
}

/** Chooses the next play and sends it to the engine. */
export class Cueing {
  readonly #parts: CueingParts;
  readonly #resting = new RestingTracks();
  readonly #pause = new CuePause(() => {
    this.#failuresInARow = 0;
    this.fill();
    this.#parts.onChanged();
  });
  #cued: Cue | null = null;
  #failuresInARow = 0;

  constructor(parts: CueingParts) {
    this.#parts = parts;
  }

  get cued(): Cue | null {
    return this.#cued;
  }

  /** The cue, as sent to the engine. */
  get cuedPlay(): EnginePlay | null {
    return this.#cued === null ? null : enginePlay(this.#cued.play, 0);
  }

  /** Entries of the queue that may come at the next join, soonest first; includes streams not connected yet. */
  get admitted(): readonly QueueEntry[] {
    const queue = this.#queue;
    const hasRequests = queue.some(({ isRequest }) => isRequest);
    return hasRequests ? admittedQueue({ ...this.#situation, queue }) : queue;
  }

  /** The request that replaces a timed item meant for requests. */
  get firstRequest(): QueueEntry | null {
    return this.hasRoomForRequests
      ? (this.#queue.find((entry) => isReady(entry) && !this.isResting(entry)) ?? null)
      : null;
  }

  /** Whether the limit allows another request. */
  get hasRoomForRequests(): boolean {
    return isWithinLimit(this.#limit);
  }

  /** Whether the track can't be played at the moment. */
  isResting(track: PlayableTrack): boolean {
    return this.#resting.now.has(track.trackId) || this.#parts.store.isQuarantined(track);
  }

  /** Cues something if nothing is cued. */
  fill(): void {
    if (this.#cued === null && !this.#pause.isOn) this.#cueNext();
  }

  /** Cues something else if the cued play should no longer come next. */
  reconsider(): void {
    if (isCueStillRight(this.#cued?.play ?? null, this.#situation)) return;
    if (!this.#pause.isOn) this.#cueNext();
    this.#parts.onChanged();
  }

  ready(playId: string): void {
    if (this.#cued?.play.playId !== playId) return;
    this.#cued = { ...this.#cued, isReady: true };
    this.#failuresInARow = 0;
  }

  started(playId: string): void {
    this.#failuresInARow = 0;
    if (this.#cued?.play.playId === playId) this.#cued = null;
  }

  /** That play could not be read: rests its track for a while and cues something else. */
  failed({ playId, track }: TrackPlay): void {
    if (this.#cued?.play.playId === playId) this.#cued = null;
    this.#resting.rest(track.trackId);
    this.#failuresInARow += 1;
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW) this.#pause.begin(FAILURE_PAUSE_MS);
    else this.fill();
  }

  /** Leaves the track out for a while. */
  rest({ trackId }: PlayableTrack): void {
    this.#resting.rest(trackId);
  }

  /** A new engine starts with the cued play. */
  takeForBeginning(): TrackPlay | null {
    const play = this.#cued?.play ?? null;
    this.#cued = null;
    return play;
  }

  /** The engine has lost everything it had in memory. */
  engineEnded(): void {
    if (this.#cued !== null) this.#cued = { ...this.#cued, isReady: false };
  }

  /** [P91] Cues nothing for a minute, so that the emergency loop follows the play on air. */
  stop(): void {
    this.#cued = null;
    this.#parts.send({ kind: "cue", play: null });
    this.#pause.begin(EMERGENCY_MS);
  }

  close(): void {
    this.#pause.close();
  }

  #cueNext(): void {
    const { store, ledger, random, send, streams } = this.#parts;
    for (const entry of store.queue)
      if (store.isQuarantined(entry)) ledger.fail(planEntry(entry), QUARANTINED);
    const situation = this.#situation;
    const choice = chooseNext(situation, random());
    const wasCued = this.#cued !== null;
    const chosen = planPlay(choice, (entryId) => streams.formatOf(entryId));
    const play = chosen === null ? null : this.#withAlbum(chosen, situation);
    this.#cued = play === null ? null : { play: ledger.plan(play), isReady: false };
    if (this.#cued !== null || wasCued) send({ kind: "cue", play: this.cuedPlay });
    if (play !== null) streams.cued(play);
    if (play === null && this.#resting.now.size > 0) this.#pause.begin(FAILURE_PAUSE_MS);
  }

  #withAlbum(play: TrackPlay, situation: ChoiceSituation): TrackPlay {
    const { beginning, onAir } = this.#parts;
    const before = beginning() ?? onAir();
    const hasAlbumGain = isPlayedInAlbum(play.track, {
      onAir: before?.kind === "track" ? before.track : null,
      situation: choicesBeside(play, situation),
    });
    return { ...play, hasAlbumGain };
  }

  get #situation(): ChoiceSituation {
    const { beginning, joinBehind, reservedEntryId, store, streams } = this.#parts;
    const { plan, rotation, recentTrackIds } = store;
    const reservedId = reservedEntryId();
    const queue = this.#queue.filter(
      (entry) => entry.entryId !== reservedId && streams.mayBeCued(entry),
    );
    const quarantined = [...plan, ...rotation].filter((track) => store.isQuarantined(track));
    const time = { ...this.#limit, joinBehind: joinBehind() };
    return choicesNow({
      ...choicesBeside(beginning(), { queue, plan, rotation, recentTrackIds, ...time }),
      restingTrackIds: new Set([
        ...this.#resting.now,
        ...quarantined.map(({ trackId }) => trackId),
      ]),
    });
  }

  /** Without entries waiting for their folder. */
  get #queue(): readonly QueueEntry[] {
    const { store, waiting } = this.#parts;
    return store.queue.filter(({ entryId }) => !waiting.has(entryId));
  }

  get #limit(): RequestLimit {
    const { requestStartsMs, settings } = this.#parts.store;
    return { requestStartsMs, requestsPerHour: settings.requestsPerHour, nowMs: Date.now() };
  }
}

/** A stream may need a while to connect. */
function isReady({ isRequest, kind }: QueueEntry): boolean {
  return isRequest && kind === "file";
}

/** A period in which nothing is cued, because no track can be played or heard. */
class CuePause {
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  /** Does nothing during a pause, however long. */
  begin(lengthMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onOver();
    }, lengthMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
