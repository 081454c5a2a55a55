import { expect, test } from "vitest";
import {
  forgive,
  giveAnotherTry,
  isQuarantined,
  QUARANTINED,
  quarantined,
  strike as strikeAt,
  type Strikes,
} from "./quarantine.ts";

const track = { trackId: "one", path: "/music/one.mp3" };
const strike = (strikes: readonly Strikes[], struck: typeof track) => strikeAt(strikes, struck, 7);
const other = { trackId: "other", path: "/music/other.mp3" };

test("[P93] a track that has cost two engines is kept off air, and no other", () => {
  const once = strike([], track);
  const twice = strike(once, track);

  expect(isQuarantined(once, track)).toBe(false);
  expect(isQuarantined(twice, track)).toBe(true);
  expect(isQuarantined(twice, other)).toBe(false);
});

test("[P93] a replaced file starts with a clean record", () => {
  const twice = strike(strike([], track), track);
  const replaced = { ...track, path: "/music/replaced.mp3" };

  expect(isQuarantined(twice, replaced)).toBe(false);
  expect(strike(twice, replaced)).toEqual([{ ...replaced, count: 1, atMs: 7 }]);
});

test("[P93] a track played to its end is forgiven", () => {
  const strikes = strike(strike([], track), other);

  expect(forgive(strikes, track)).toEqual([{ ...other, count: 1, atMs: 7 }]);
  expect(forgive(forgive(strikes, track), track)).toEqual([{ ...other, count: 1, atMs: 7 }]);
});

test("[P93] beyond 500 the oldest are forgotten", () => {
  let strikes: readonly Strikes[] = [];
  for (let number = 1; number <= 501; number += 1)
    strikes = strike(strikes, { trackId: String(number), path: "" });

  expect([strikes.length, strikes[0]?.trackId]).toEqual([500, "2"]);
});

test("[P93] an operator's retry lifts it, until the track costs one more engine", () => {
  const twice = strike(strike(strike([], track), track), other);
  const tried = giveAnotherTry(twice, track.trackId);
  const shown = { ...track, atMs: 7, reason: QUARANTINED };

  expect(quarantined(twice)).toEqual([shown]);
  expect(quarantined(tried)).toEqual([]);
  expect(giveAnotherTry(tried, track.trackId)).toEqual(tried);
  expect(quarantined(strike(tried, track))).toEqual([shown]);
  expect(tried).toContainEqual({ ...other, count: 1, atMs: 7 });
});
