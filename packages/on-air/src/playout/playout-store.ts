import { defaultSettings } from "../protocol/index.ts";
import path from "node:path";
import type { Logger } from "@neonrelay/process/log";
import type { OnAirSettings, PlanItem, PlayableTrack, QueueEntry } from "../protocol/index.ts";
import type { Journal } from "../state/journal.ts";
import { keepNewest, MAX_RECENT_PLAYS, startsOfHour } from "./playout-rules.ts";
import {
  airNoteSchema,
  planStateSchema,
  playoutStateSchema,
  rotationStateSchema,
  type AirNote,
  type PlanState,
  type PlayoutState,
  type RotationState,
} from "./playout-state.ts";
import type { StartedPlay, TrackPlay } from "./plays.ts";
import {
  forgive,
  giveAnotherTry,
  isQuarantined,
  quarantined,
  strike,
} from "../quarantine/quarantine.ts";
import { StateFile } from "../state/state-file.ts";

/** How many started entries and items to remember, so that the server can safely resend them. */
const MAX_STARTED_ENTRIES = 1000;

/** The playout's memory: tracks, queue, plan and settings, in memory and on disk. */
export class PlayoutStore {
  readonly #stateFile: StateFile<PlayoutState>;
  readonly #rotationFile: StateFile<RotationState>;
  readonly #planFile: StateFile<PlanState>;
  /** Note on the play on air; null: nothing that the next run could continue. */
  readonly airNote: StateFile<AirNote | null>;
  /** The last run's note if its play had not ended; null: none. */
  readonly lastOnAir: AirNote | null;
  #state: PlayoutState;
  #rotation: readonly PlayableTrack[];
  #plan: readonly PlanItem[];

  constructor({
    folder,
    journal,
    log,
  }: {
    readonly folder: string;
    readonly journal: Journal;
    readonly log: Logger;
  }) {
    this.#stateFile = new StateFile({ path: path.join(folder, "playout.json"), log });
    this.#rotationFile = new StateFile({ path: path.join(folder, "rotation.json"), log });
    this.#planFile = new StateFile({ path: path.join(folder, "plan.json"), log });
    this.airNote = new StateFile({
      path: path.join(folder, "on-air.note"),
      mode: "in place",
      log,
    });
    this.#plan = this.#planFile.load(planStateSchema)?.items ?? [];
    this.#rotation = this.#rotationFile.load(rotationStateSchema)?.tracks ?? [];
    this.#state = this.#stateFile.load(playoutStateSchema) ?? {
      settings: defaultSettings,
      queue: [],
      startedEntryIds: [],
      requestStartsMs: [],
      recentTrackIds: [],
      strikes: [],
      openPlays: [],
    };
    // The journal is synced before this file, so a start in it is certain.
    for (const { event } of journal.entries) {
      if (event.type !== "play.started") continue;
      const { entryId, startedAtMs } = event.play;
      if (this.queue.some((entry) => entry.entryId === entryId && entry.isRequest))
        this.#recordRequest(startedAtMs);
      this.#useUpOf(event.play);
    }
    const note = this.airNote.load(airNoteSchema.nullable());
    // An entry that neither file knows is still in the queue, or the plan.
    const isOpen = note !== null && this.#openPlayIds(journal).has(note.play.playId);
    this.lastOnAir = isOpen ? note : null;
  }

  get settings(): OnAirSettings {
    return this.#state.settings;
  }

  /** Entries that have not started, soonest first. */
  get queue(): readonly QueueEntry[] {
    return this.#state.queue;
  }

  /** Items that have not started, soonest first. */
  get plan(): readonly PlanItem[] {
    return this.#plan;
  }

  get rotation(): readonly PlayableTrack[] {
    return this.#rotation;
  }

  /** Newest last. */
  get recentTrackIds(): readonly string[] {
    return this.#state.recentTrackIds;
  }

  /** When requests started, wall clock; includes those of the last 60 minutes. */
  get requestStartsMs(): readonly number[] {
    return this.#state.requestStartsMs;
  }

  /** Plays reported as started and not yet as ended. */
  get openPlays(): PlayoutState["openPlays"] {
    return this.#state.openPlays;
  }

  setSettings(settings: OnAirSettings): void {
    this.#change({ settings });
  }

  /** Omits entries that have started or could not be read. */
  setQueue(entries: readonly QueueEntry[]): void {
    const started = new Set(this.#state.startedEntryIds);
    this.#change({ queue: entries.filter((entry) => !started.has(entry.entryId)) });
  }

  /** Omits items that have started or could not be read. */
  setPlan(items: readonly PlanItem[]): void {
    const started = new Set(this.#state.startedEntryIds);
    this.#keepPlan(items.filter(({ itemId }) => !started.has(itemId)));
  }

  setRotation(tracks: readonly PlayableTrack[]): void {
    this.#rotation = tracks;
    this.#rotationFile.save({ tracks: [...tracks] });
  }

  /** Tracks whose file hangs or crashes the engine. */
  isQuarantined(track: PlayableTrack): boolean {
    return isQuarantined(this.#state.strikes, track);
  }

  /** The track's file has hung or crashed an engine. */
  strike(track: PlayableTrack): void {
    this.#change({ strikes: [...strike(this.#state.strikes, track, Date.now())] });
  }

  /** Tracks kept off air. */
  get quarantined(): ReturnType<typeof quarantined> {
    return quarantined(this.#state.strikes);
  }

  giveAnotherTry(trackId: string): void {
    this.#change({ strikes: [...giveAnotherTry(this.#state.strikes, trackId)] });
  }

  /** The track was played to its end. */
  forgive(track: PlayableTrack): void {
    const strikes = forgive(this.#state.strikes, track);
    if (strikes !== this.#state.strikes) this.#change({ strikes: [...strikes] });
  }

  setOpenPlays(openPlays: PlayoutState["openPlays"]): void {
    this.#change({ openPlays });
  }

  /** The play is on air: its entry is used up, and its track counts as recently played. */
  markPlayed(play: TrackPlay & Pick<StartedPlay, "startedAtMs">): void {
    const recent = [...this.#state.recentTrackIds, play.track.trackId];
    this.#change({ recentTrackIds: [...keepNewest(recent, MAX_RECENT_PLAYS)] });
    if (play.isRequest) this.#recordRequest(play.startedAtMs);
    this.#useUpOf(play);
  }

  /** Never starts the entry or item (again). */
  useUp(entryId: string): void {
    const { startedEntryIds, queue } = this.#state;
    if (startedEntryIds.includes(entryId)) return;
    this.#change({
      startedEntryIds: [...keepNewest([...startedEntryIds, entryId], MAX_STARTED_ENTRIES)],
      queue: queue.filter((entry) => entry.entryId !== entryId),
    });
    if (this.#plan.some(({ itemId }) => itemId === entryId))
      this.#keepPlan(this.#plan.filter(({ itemId }) => itemId !== entryId));
  }

  /** Resolves once everything is on disk. */
  async flush(): Promise<void> {
    const files = [this.#stateFile, this.#rotationFile, this.#planFile];
    await Promise.all([...files, this.airNote].map((file) => file.flush()));
  }

  /** Plays that have started and not ended; those that started just now are in only one of the two files. */
  #openPlayIds(journal: Journal): ReadonlySet<string> {
    const open = new Set(this.openPlays.map(({ playId }) => playId));
    for (const { event } of journal.entries) {
      if (event.type === "play.started") open.add(event.play.playId);
      if (event.type === "play.ended") open.delete(event.playId);
    }
    return open;
  }

  #useUpOf({ entryId, itemId }: Pick<TrackPlay, "entryId" | "itemId">): void {
    if (entryId !== null) this.useUp(entryId);
    if (itemId !== null) this.useUp(itemId);
  }

  #recordRequest(startedAtMs: number): void {
    const starts = startsOfHour(this.#state.requestStartsMs, startedAtMs);
    this.#change({ requestStartsMs: [...starts, startedAtMs] });
  }

  #keepPlan(items: readonly PlanItem[]): void {
    this.#plan = items;
    this.#planFile.save({ items: [...items] });
  }

  #change(change: Partial<PlayoutState>): void {
    this.#state = { ...this.#state, ...change };
    this.#stateFile.save(this.#state);
  }
}
