import { randomUUID } from "node:crypto";
import type { StreamTitle } from "../stream/icy.ts";
import type { Ring } from "../stream/ring.ts";
import type { EndReason, PlanItem, PlayableTrack } from "../protocol/index.ts";
import type { Journal } from "../state/journal.ts";
import {
  airedFromSamples,
  airedIdOf,
  airedPlay,
  type FeedTitle,
  type PlannedPlay,
  type PlayTitle,
  type StartedPlay,
  type TrackPlay,
} from "./plays.ts";
import { PlayTitles } from "./play-titles.ts";
import type { AirNote } from "./playout-state.ts";
import type { PlayoutStore } from "./playout-store.ts";
import { endOfLastRun } from "./resume-rules.ts";
import { msToSamples, type ProgrammeTime, samplesToMs } from "../programme/programme-clock.ts";

/** Plays the engine may still report on, besides awaited ones; it has forgotten older ones. */
const MAX_PLANNED = 50;

/** The position of a play in the programme, in samples. */
export interface PlayPlace {
  readonly playId: string;
  readonly audioStartSamples: number;
  readonly titleSamples: number;
  /** The mark of its feed there; null: none. */
  readonly mark: number | null;
}

/** Its new position; omitted fields don't change. */
export type MovedPlace = Partial<Pick<PlayPlace, "audioStartSamples" | "titleSamples">>;

/** How a play ended. Without `playedMs` from the engine, the programme position decides. */
export interface PlayEnd {
  readonly reason: EndReason;
  readonly detail: string | null;
  readonly playedMs: number | null;
}

/** Follows every play from plan to end, and writes the journal. */
export class PlayLedger {
  readonly #store: PlayoutStore;
  readonly #journal: Journal;
  readonly #time: Pick<ProgrammeTime, "wallMsOf">;
  /** How much of the programme has been delivered. */
  readonly #ring: Pick<Ring, "endSamples">;
  readonly #planned = new Map<string, PlannedPlay>();
  readonly #open = new Map<string, StartedPlay>();
  #awaited: () => readonly (string | undefined)[] = () => [];
  readonly #titles: PlayTitles;
  /** Tracks of the rotation whose failure is already in the journal. */
  readonly #reportedTrackIds = new Set<string>();

  constructor({
    store,
    journal,
    time,
    ring,
  }: {
    readonly store: PlayoutStore;
    readonly journal: Journal;
    readonly time: Pick<ProgrammeTime, "wallMsOf">;
    readonly ring: Pick<Ring, "endSamples">;
  }) {
    this.#store = store;
    this.#journal = journal;
    this.#time = time;
    this.#ring = ring;
    this.#titles = new PlayTitles({ stationName: () => store.settings.stationName });
  }

  /** Reports the previous run's open plays as ended, except the one that continues. */
  endLastRun(remembered: { readonly endSamples: number; readonly atMs: number } | null): void {
    const goesOn = this.#open.size > 0;
    const end = endOfLastRun(this.#store.lastOnAir, { goesOn });
    for (const { playId, audioStartSamples } of this.#store.openPlays) {
      if (this.#open.has(playId)) continue;
      const endSamples = remembered?.endSamples ?? audioStartSamples;
      this.#journal.append({
        type: "play.ended",
        playId,
        endedAtMs: remembered?.atMs ?? Date.now(),
        playedMs: samplesToMs(Math.max(0, endSamples - audioStartSamples)),
        ...end,
      });
    }
    this.#saveOpen();
  }

  /**
   * Continues a play of the previous run as if it had started in this one.
   * @param offsetMs where in its file, heard from `positionSamples` on
   */
  resume(
    { play, planStart, overSessionId, titleSamples }: AirNote,
    { positionSamples, offsetMs }: { readonly positionSamples: number; readonly offsetMs: number },
  ): StartedPlay {
    const audioStartSamples = positionSamples - msToSamples(offsetMs);
    const startedAtMs = this.#time.wallMsOf(audioStartSamples);
    const start = { audioStartSamples, startedAtMs, titleSamples, planStart, feedTitle: null };
    const resumed: StartedPlay = { ...play, ...start, overSessionId };
    this.#titles.keep(play);
    this.#open.set(play.playId, resumed);
    return overSessionId === null ? resumed : this.leaveAlone(resumed, positionSamples);
  }

  /** @param playIds plays that may wait indefinitely for their sound, their time or their turn */
  awaits(playIds: () => readonly (string | undefined)[]): void {
    this.#awaited = playIds;
  }

  plan<Play extends PlannedPlay>(play: Play): Play {
    this.#planned.set(play.playId, play);
    this.#titles.keep(play);
    if (this.#planned.size > MAX_PLANNED) {
      const kept = new Set([play.playId, ...this.#awaited()]);
      const oldest = this.#planned.keys().find((playId) => !kept.has(playId));
      if (oldest !== undefined) this.#planned.delete(oldest);
    }
    this.#titles.forgetOld({
      isStillNeeded: (playId) => this.#planned.has(playId) || this.#open.has(playId),
    });
    return play;
  }

  /** @returns the feed mark at which this title starts */
  addFeedTitle(title: PlayTitle): number {
    return this.#titles.addFeedTitle(title);
  }

  /** A planned play that has not started. */
  planned(playId: string): PlannedPlay | undefined {
    return this.#planned.get(playId);
  }

  /** A play that has started and not ended. */
  started(playId: string): StartedPlay | undefined {
    return this.#open.get(playId);
  }

  /** All plays that have started and not ended, oldest first: two during a crossfade. */
  get open(): readonly StartedPlay[] {
    return [...this.#open.values()];
  }

  /**
   * The title to announce while that play is heard; the station's name while none is.
   * @param mark the mark of its feed
   */
  titleOf(place: { readonly playId: string | null; readonly mark: number | null }): StreamTitle {
    return this.#titles.of(place);
  }

  begin(
    planned: PlannedPlay,
    {
      audioStartSamples,
      titleSamples,
      mark,
      ...how
    }: PlayPlace & Pick<StartedPlay, "overSessionId" | "planStart">,
  ): StartedPlay {
    this.#planned.delete(planned.playId);
    const startedAtMs = this.#time.wallMsOf(audioStartSamples);
    const place = { audioStartSamples, titleSamples, startedAtMs };
    const { overSessionId, planStart } = how;
    const start = { ...place, feedTitle: null, overSessionId, planStart };
    const title = this.#titles.ofMark(mark);
    const play: StartedPlay =
      planned.kind === "live"
        ? { ...planned, title: title ?? planned.title, ...start }
        : { ...planned, ...start, feedTitle: this.#firstTitle(planned, { titleSamples, title }) };
    this.#open.set(play.playId, play);
    if (play.kind === "track") {
      this.#reportedTrackIds.delete(play.track.trackId);
      this.#store.markPlayed(play);
    }
    this.#saveOpen();
    this.#journal.append({ type: "play.started", play: airedPlay(play) });
    return play;
  }

  /** A stream's initial title; the library only has the station's name. */
  #firstTitle(
    { playId }: TrackPlay,
    {
      titleSamples,
      title,
    }: { readonly titleSamples: number; readonly title: PlayTitle | undefined },
  ): FeedTitle | null {
    if (title === undefined) return null;
    const { artist, title: text } = title;
    const atMs = this.#time.wallMsOf(titleSamples);
    return { airedId: playId, artist, title: text, positionSamples: titleSamples, atMs };
  }

  /**
   * The play's first sample has moved, e.g. by a pause, or its title starts earlier than announced.
   * @returns the same play when nothing moved
   */
  move(play: StartedPlay, { audioStartSamples, titleSamples }: MovedPlace): StartedPlay {
    let moved = play;
    if (audioStartSamples !== undefined && audioStartSamples !== play.audioStartSamples)
      moved = {
        ...moved,
        audioStartSamples,
        startedAtMs: this.#time.wallMsOf(audioStartSamples),
      };
    const isHurried = titleSamples !== undefined && titleSamples < play.titleSamples;
    if (isHurried) moved = hurry(moved, titleSamples);
    if (moved === play) return play;
    this.#open.set(play.playId, moved);
    this.#saveOpen();
    if (isHurried) {
      const { playId } = play;
      this.#journal.append({ type: "play.hurried", playId, startMs: samplesToMs(titleSamples) });
    }
    return moved;
  }

  /** From there on it is on air alone, with its own title. */
  leaveAlone(play: StartedPlay, titleSamples: number): StartedPlay {
    const alone = { ...play, titleSamples, overSessionId: null };
    this.#open.set(play.playId, alone);
    const { playId } = play;
    this.#journal.append({ type: "play.hurried", playId, startMs: samplesToMs(titleSamples) });
    return alone;
  }

  /** The file on air may have moved, and a new engine must find it. @param tracks with their current paths */
  relocate(play: StartedPlay, tracks: readonly PlayableTrack[]): StartedPlay {
    if (play.kind !== "track") return play;
    const { trackId, path } = play.track;
    const moved = tracks.find((track) => track.trackId === trackId && track.path !== path);
    if (moved === undefined) return play;
    const relocated = { ...play, track: { ...play.track, path: moved.path } };
    this.#open.set(play.playId, relocated);
    return relocated;
  }

  /** Its feed's title changes at that position: outside on-air one play ends and another starts. */
  retitle(
    play: StartedPlay,
    { mark, positionSamples }: { readonly mark: number; readonly positionSamples: number },
  ): StartedPlay {
    const known = this.#titles.ofMark(mark);
    if (known === undefined) return play;
    const { artist, title } = known;
    const atMs = this.#time.wallMsOf(positionSamples);
    const playedMs = samplesToMs(Math.max(0, positionSamples - airedFromSamples(play)));
    const feedTitle = { airedId: randomUUID(), artist, title, positionSamples, atMs };
    const retitled = { ...play, feedTitle };
    this.#open.set(play.playId, retitled);
    const playId = airedIdOf(play);
    const ended = { endedAtMs: atMs, playedMs, reason: "finished", detail: null } as const;
    this.#journal.append({ type: "play.ended", playId, ...ended });
    this.#saveOpen();
    this.#journal.append({ type: "play.started", play: airedPlay(retitled) });
    return retitled;
  }

  end(play: StartedPlay, { reason, detail, playedMs }: PlayEnd): void {
    this.#open.delete(play.playId);
    const { endSamples } = this.#ring;
    // The engine reports on the whole play, not on its last title.
    const wholeMs = play.feedTitle === null ? playedMs : null;
    this.#journal.append({
      type: "play.ended",
      playId: airedIdOf(play),
      endedAtMs: this.#time.wallMsOf(endSamples),
      playedMs: wholeMs ?? samplesToMs(Math.max(0, endSamples - airedFromSamples(play))),
      reason,
      detail,
    });
    this.#saveOpen();
  }

  /**
   * The play was never on air: uses up its entry or item. A track of the rotation is journalled once, not at every try:
   * a folder missing for a night must not fill the journal.
   */
  fail(play: TrackPlay, detail: string): void {
    const { trackId } = play.track;
    this.#planned.delete(play.playId);
    const placeId = play.entryId ?? play.itemId;
    if (placeId === null) {
      if (this.#reportedTrackIds.has(trackId)) return;
      this.#reportedTrackIds.add(trackId);
    } else this.#store.useUp(placeId);
    this.#journal.append({
      type: "track.failed",
      trackId,
      entryId: play.entryId,
      // The item that a request would have replaced stays.
      itemId: play.entryId === null ? play.itemId : null,
      atMs: Date.now(),
      detail,
    });
  }

  /** The item could not start in time: it is used up. */
  miss({ itemId }: PlanItem, detail: string): void {
    this.#store.useUp(itemId);
    this.#journal.append({ type: "item.missed", itemId, atMs: Date.now(), detail });
  }

  /** Reports that this track won't be tried again. */
  drop({ trackId, kind, title, artist }: PlayableTrack, detail: string): void {
    const atMs = Date.now();
    this.#journal.append({ type: "track.dropped", trackId, kind, title, artist, atMs, detail });
  }

  /** Drops a play that is no longer wanted and was never on air. */
  forget(playId: string): void {
    this.#planned.delete(playId);
  }

  /** The rotation has changed: failures from now on are reported again. */
  forgetFailures(): void {
    this.#reportedTrackIds.clear();
  }

  #saveOpen(): void {
    this.#store.setOpenPlays(
      this.open.map((play) => ({
        playId: airedIdOf(play),
        audioStartSamples: airedFromSamples(play),
      })),
    );
  }
}

/** Its first title applies from there. */
function hurry(play: StartedPlay, titleSamples: number): StartedPlay {
  const { feedTitle } = play;
  const isFirst = feedTitle?.airedId === play.playId;
  return {
    ...play,
    titleSamples,
    feedTitle: isFirst ? { ...feedTitle, positionSamples: titleSamples } : feedTitle,
  };
}
