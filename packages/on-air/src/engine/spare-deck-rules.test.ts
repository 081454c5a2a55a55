import { expect, test } from "vitest";
import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { isSoonNeedless } from "./spare-deck-rules.ts";

const SECOND = PROGRAMME_RATE_HZ;
const stopped = { isSpare: true, isUp: false };
const heard = { isSpare: false, available: 7 * SECOND };
const leaving = { isSpare: false, available: 0 };
const air = { decks: [heard, leaving], leavesInSamples: 4 * SECOND };

test("a cue waits for the deck of what fades out while what is heard lasts for some seconds longer", () => {
  expect(isSoonNeedless(stopped, air)).toBe(true);
});

test("a cue gets a spare deck at once when waiting could be heard, or would not help", () => {
  const short = { ...heard, available: heard.available - 1 };

  expect(isSoonNeedless(stopped, { ...air, decks: [short, leaving] })).toBe(false);
  expect(isSoonNeedless(stopped, { ...air, decks: [undefined, leaving] })).toBe(false);
  expect(isSoonNeedless(stopped, { decks: [heard, undefined], leavesInSamples: 0 })).toBe(false);
  const onSpare = { ...leaving, isSpare: true };
  expect(isSoonNeedless(stopped, { ...air, decks: [heard, onSpare] })).toBe(false);
});

test("a cue gets a deck at once whose thread runs", () => {
  expect(isSoonNeedless({ isSpare: true, isUp: true }, air)).toBe(false);
  expect(isSoonNeedless({ isSpare: false, isUp: true }, air)).toBe(false);
});
