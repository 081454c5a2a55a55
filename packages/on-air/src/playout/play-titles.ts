import { createStreamTitle, titleOfTrack, type StreamTitle } from "../stream/icy.ts";
import { titleOfPlay, type PlannedPlay, type PlayTitle } from "./plays.ts";

/** How many titles of ended or cancelled plays to keep, for blocks still on their way. */
const MAX_TITLES = 100;

/** Titles for blocks of the programme, by the play or feed mark that comes with a block. */
export class PlayTitles {
  readonly #stationName: () => string;
  readonly #ofPlays = new Map<string, StreamTitle>();
  /** By feed mark. */
  readonly #ofFeeds = new Map<number, PlayTitle & { readonly streamTitle: StreamTitle }>();
  #lastMark = 0;
  #station: { readonly name: string; readonly title: StreamTitle } | null = null;

  /** @param stationName the title while no play is heard */
  constructor({ stationName }: { readonly stationName: () => string }) {
    this.#stationName = stationName;
  }

  keep(play: PlannedPlay): void {
    const tags = play.kind === "track" ? play.track : undefined;
    this.#ofPlays.set(play.playId, createStreamTitle(titleOfTrack(titleOfPlay(play)), tags));
  }

  /** @returns the feed mark at which this title starts */
  addFeedTitle(title: PlayTitle): number {
    this.#lastMark += 1;
    const streamTitle = createStreamTitle(titleOfTrack(title));
    this.#ofFeeds.set(this.#lastMark, { ...title, streamTitle });
    this.#ofFeeds.delete(this.#lastMark - MAX_TITLES);
    return this.#lastMark;
  }

  /** @returns undefined: no title, or one forgotten long ago */
  ofMark(mark: number | null): PlayTitle | undefined {
    return mark === null ? undefined : this.#ofFeeds.get(mark);
  }

  /**
   * The title to announce while that play is heard; the station's name while none is.
   * @param mark the mark of its feed
   */
  of({
    playId,
    mark,
  }: {
    readonly playId: string | null;
    readonly mark: number | null;
  }): StreamTitle {
    const feedTitle = mark === null ? undefined : this.#ofFeeds.get(mark);
    if (feedTitle !== undefined) return feedTitle.streamTitle;
    const title = playId === null ? undefined : this.#ofPlays.get(playId);
    if (title !== undefined) return title;
    const name = this.#stationName();
    if (this.#station?.name !== name) this.#station = { name, title: createStreamTitle(name) };
    return this.#station.title;
  }

  /** Forgets the oldest titles beyond the limit. */
  forgetOld({ isStillNeeded }: { readonly isStillNeeded: (playId: string) => boolean }): void {
    for (const playId of this.#ofPlays.keys()) {
      if (this.#ofPlays.size <= MAX_TITLES) return;
      if (!isStillNeeded(playId)) this.#ofPlays.delete(playId);
    }
  }
}
