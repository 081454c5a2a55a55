import { createStreamTitle, titleOfTrack, type StreamTitle } from "../stream/icy.ts";
import type { EndReason } from "../protocol.ts";
import type { Journal } from "./journal.ts";
import { airedPlay, type PlannedPlay, type StartedPlay } from "./plays.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { samplesToMs } from "./programme-clock.ts";
import type { Programme } from "./programme.ts";

/** Plays the engine may still speak of; older ones it has forgotten. */
const MAX_PLANNED = 50;
/** Titles of plays that have ended, or never began, are kept for the blocks that are still on their way. */
const MAX_TITLES = 100;

/** Where a play lies in the programme, in samples. */
export interface PlayPlace {
  readonly playId: string;
  readonly audioStartSamples: number;
  readonly titleSamples: number;
}

/** How a play ended; `playedMs` is left to the programme's position when the engine did not say. */
export interface PlayEnd {
  readonly reason: EndReason;
  readonly detail: string | null;
  readonly playedMs: number | null;
}

/** Every play from its plan to its end, and what the journal is told of it. */
export class PlayLedger {
  readonly #store: PlayoutStore;
  readonly #journal: Journal;
  readonly #programme: Pick<Programme, "wallMsOf" | "endSamples">;
  readonly #planned = new Map<string, PlannedPlay>();
  readonly #open = new Map<string, StartedPlay>();
  readonly #titles = new Map<string, StreamTitle>();
  /** Tracks of the rotation whose failure the journal has already. */
  readonly #reportedTrackIds = new Set<string>();
  #station: { readonly name: string; readonly title: StreamTitle } | null = null;

  constructor({
    store,
    journal,
    programme,
  }: {
    readonly store: PlayoutStore;
    readonly journal: Journal;
    readonly programme: Pick<Programme, "wallMsOf" | "endSamples">;
  }) {
    this.#store = store;
    this.#journal = journal;
    this.#programme = programme;
  }

  /** Reports the plays that the last run of on-air left open. */
  endLastRun(remembered: { readonly endSamples: number; readonly atMs: number } | null): void {
    for (const { playId, audioStartSamples } of this.#store.openPlays) {
      const end = remembered?.endSamples ?? audioStartSamples;
      this.#journal.append({
        type: "play.ended",
        playId,
        endedAtMs: remembered?.atMs ?? Date.now(),
        playedMs: samplesToMs(Math.max(0, end - audioStartSamples)),
        reason: "failed",
        detail: "the stream server was started anew",
      });
    }
    this.#saveOpen();
  }

  plan(play: PlannedPlay): PlannedPlay {
    this.#planned.set(play.playId, play);
    this.#titles.set(play.playId, createStreamTitle(titleOfTrack(play.track), play.track));
    const oldest = this.#planned.keys().next();
    if (this.#planned.size > MAX_PLANNED && oldest.done !== true)
      this.#planned.delete(oldest.value);
    this.#forgetOldTitles();
    return play;
  }

  /** A play that was planned and has not started. */
  planned(playId: string): PlannedPlay | undefined {
    return this.#planned.get(playId);
  }

  /** A play that has started and not ended. */
  started(playId: string): StartedPlay | undefined {
    return this.#open.get(playId);
  }

  /** All that have started and not ended, oldest first: two during a crossfade. */
  get open(): readonly StartedPlay[] {
    return [...this.#open.values()];
  }

  /** What is announced while that play is heard; the station's name while none is. */
  titleOf(playId: string | null): StreamTitle {
    const title = playId === null ? undefined : this.#titles.get(playId);
    if (title !== undefined) return title;
    const { stationName } = this.#store.settings;
    if (this.#station?.name !== stationName)
      this.#station = { name: stationName, title: createStreamTitle(stationName) };
    return this.#station.title;
  }

  begin(planned: PlannedPlay, { audioStartSamples, titleSamples }: PlayPlace): StartedPlay {
    this.#planned.delete(planned.playId);
    this.#reportedTrackIds.delete(planned.track.trackId);
    const startedAtMs = this.#programme.wallMsOf(audioStartSamples);
    const play = { ...planned, audioStartSamples, titleSamples, startedAtMs };
    this.#open.set(play.playId, play);
    this.#store.markPlayed(play);
    this.#saveOpen();
    this.#journal.append({ type: "play.started", play: airedPlay(play) });
    return play;
  }

  /** The play goes on with its first sample elsewhere, as after a pause. */
  move(play: StartedPlay, audioStartSamples: number): StartedPlay {
    const startedAtMs = this.#programme.wallMsOf(audioStartSamples);
    const moved = { ...play, audioStartSamples, startedAtMs };
    this.#open.set(play.playId, moved);
    this.#saveOpen();
    return moved;
  }

  end(play: StartedPlay, { reason, detail, playedMs }: PlayEnd): void {
    this.#open.delete(play.playId);
    const { endSamples } = this.#programme;
    this.#journal.append({
      type: "play.ended",
      playId: play.playId,
      endedAtMs: this.#programme.wallMsOf(endSamples),
      playedMs: playedMs ?? samplesToMs(Math.max(0, endSamples - play.audioStartSamples)),
      reason,
      detail,
    });
    this.#saveOpen();
  }

  /**
   * The play never came on air: its entry, if any, is used up. A track of the rotation is journalled once, not at
   * each try: a folder that is away for a night must not fill the journal.
   */
  fail(play: PlannedPlay, detail: string): void {
    const { trackId } = play.track;
    this.#planned.delete(play.playId);
    if (play.entryId === null) {
      if (this.#reportedTrackIds.has(trackId)) return;
      this.#reportedTrackIds.add(trackId);
    } else this.#store.useUp(play.entryId);
    this.#journal.append({
      type: "track.failed",
      trackId,
      entryId: play.entryId,
      atMs: Date.now(),
      detail,
    });
  }

  /** The rotation is another: whatever fails now is news. */
  forgetFailures(): void {
    this.#reportedTrackIds.clear();
  }

  #forgetOldTitles(): void {
    for (const playId of this.#titles.keys()) {
      if (this.#titles.size <= MAX_TITLES) return;
      if (!this.#planned.has(playId) && !this.#open.has(playId)) this.#titles.delete(playId);
    }
  }

  #saveOpen(): void {
    this.#store.setOpenPlays(
      this.open.map(({ playId, audioStartSamples }) => ({ playId, audioStartSamples })),
    );
  }
}
