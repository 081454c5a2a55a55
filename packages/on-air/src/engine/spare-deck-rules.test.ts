import { expect, test } from "vitest";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { isSoonNeedless } from "./spare-deck-rules.ts";

const SECOND = PROGRAMME_RATE_HZ;
const stopped = { isSpare: true, isUp: false };
const heard = { isSpare: false, available: 7 * SECOND };
const leaving = { isSpare: false, available: 0 };
const air = { decks: [heard, leaving], leavesInSamples: 4 * SECOND };

test("a cue waits for the deck of the outgoing voice while the current one lasts a few seconds longer", () => {
  expect(isSoonNeedless(stopped, air)).toBe(true);
});

test("a cue gets a spare deck at once if waiting would be audible or useless", () => {
  const short = { ...heard, available: heard.available - 1 };

  expect(isSoonNeedless(stopped, { ...air, decks: [short, leaving] })).toBe(false);
  expect(isSoonNeedless(stopped, { ...air, decks: [undefined, leaving] })).toBe(false);
  expect(isSoonNeedless(stopped, { decks: [heard, undefined], leavesInSamples: 0 })).toBe(false);
  const onSpare = { ...leaving, isSpare: true };
  expect(isSoonNeedless(stopped, { ...air, decks: [heard, onSpare] })).toBe(false);
});

test("a cue gets a deck with a running thread at once", () => {
  expect(isSoonNeedless({ isSpare: true, isUp: true }, air)).toBe(false);
  expect(isSoonNeedless({ isSpare: false, isUp: true }, air)).toBe(false);
});
