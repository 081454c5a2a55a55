import type { Deck } from "./deck.ts";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

/** The decks that are heard. */
export interface OnAirDecks {
  /** What is heard from now on, undefined for the emergency loop, and what fades out, if anything does. */
  readonly decks: readonly (Deck | undefined)[];
  /** When that has faded out. */
  readonly leavesInSamples: number;
}

/** What a deck needs to open a file, many times over: what is heard has to last for longer. */
const OPENING_SAMPLES = PROGRAMME_RATE_HZ * 3;

/**
 * Whether a cue does without that deck, whose thread would have to be started, because what fades out soon leaves its
 * own: nothing else comes on air before that.
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
