import type { Deck } from "./deck.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

/** The audible decks. */
export interface OnAirDecks {
  /** The current voice's, undefined for the emergency loop, and that of a voice fading out, if any. */
  readonly decks: readonly (Deck | undefined)[];
  /** When that one has faded out. */
  readonly leavesInSamples: number;
}

/** Many times what a deck needs to open a file: the current sound must last longer. */
const OPENING_SAMPLES = PROGRAMME_RATE_HZ * 3;

/**
 * Whether a cue need not start that deck's thread, because the outgoing voice frees its own deck soon and nothing else
 * comes on air before that.
 */
export function isSoonNeedless(
  { isSpare, isUp }: Pick<Deck, "isSpare" | "isUp">,
  {
    decks: [heard, leaving],
    leavesInSamples,
  }: Pick<OnAirDecks, "leavesInSamples"> & {
    readonly decks: readonly (Pick<Deck, "isSpare" | "available"> | undefined)[];
  },
): boolean {
  if (!isSpare || isUp || heard === undefined || leaving === undefined) return false;
  return !leaving.isSpare && heard.available >= leavesInSamples + OPENING_SAMPLES;
}
