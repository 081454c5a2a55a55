import { expect, test } from "vitest";
import type { SharedRound } from "../../socket/shared-rounds.ts";
import { decideRound, isSilent, type RoundDecision } from "./round-follower.ts";

const some = [{ state: null, hostname: null, text: "{}" }];

interface Case {
  readonly last: number | null;
  readonly sequence: number;
  readonly messages: SharedRound["messages"];
}

test.each<[string, Case, RoundDecision]>([
  ["the first that is heard of a holder", { last: null, sequence: 7, messages: [] }, "heard"],
  [
    "the first, whose messages no socket waits for",
    { last: null, sequence: 7, messages: some },
    "heard",
  ],
  ["a sign of life", { last: 7, sequence: 7, messages: [] }, "heard"],
  ["the next round", { last: 7, sequence: 8, messages: some }, "take"],
  ["a round that was there before", { last: 7, sequence: 7, messages: some }, "stale"],
  ["an old sign of life", { last: 7, sequence: 6, messages: [] }, "stale"],
  ["a round after one that is missing", { last: 7, sequence: 9, messages: some }, "gap"],
  [
    "a sign of life that knows of a round that is missing",
    { last: 7, sequence: 8, messages: [] },
    "gap",
  ],
])("%s", (_what, { last, sequence, messages }, decision) => {
  expect(decideRound({ last, round: { sequence, messages } })).toBe(decision);
});

test("a holder counts as silent after four seconds", () => {
  expect(isSilent(1000, 5000)).toBe(false);
  expect(isSilent(1000, 5001)).toBe(true);
});
