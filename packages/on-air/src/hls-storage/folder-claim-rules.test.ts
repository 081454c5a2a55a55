import { expect, test } from "vitest";
import { mayHold, readClaim } from "./folder-claim-rules.ts";

const own = { owner: "us", run: "this" };
const silentMs = 100_000;
const seen = (owner: string, run: string, agoMs = 0) => ({ claim: { owner, run, beat: 7 }, agoMs });

test.each([
  ["nothing", null, false, true],
  ["its own claim", seen("us", "this"), true, true],
  ["that of its earlier run", seen("us", "earlier"), false, true],
  ["that of a run of the same data, which came later", seen("us", "later"), true, false],
  [
    "that of a run of the same data, which is silent now",
    seen("us", "later", silentMs),
    true,
    true,
  ],
  ["that of another station", seen("them", "theirs"), false, false],
  ["that of another station, not silent for long", seen("them", "theirs", 99_999), false, false],
  ["that of another station, silent for long", seen("them", "theirs", silentMs), false, true],
])("[S126] in a folder with %s a run may copy or not", (_what, claim, hasHeld, expected) => {
  expect(mayHold({ seen: claim, own, hasHeld, silentMs })).toBe(expected);
});

test("a claim is read, and anything else counts as no claim", () => {
  const claim = { owner: "us", run: "this", beat: 7 };

  expect(readClaim(JSON.stringify(claim))).toEqual(claim);
  expect(["", "{", "7", "{}", null].map(readClaim)).toEqual([null, null, null, null, null]);
});
