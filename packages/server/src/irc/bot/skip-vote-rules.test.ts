import { expect, test } from "vitest";
import { votesNeeded } from "./skip-vote-rules.ts";

test.each([
  { listeners: 0, people: 1, needed: 2 },
  { listeners: null, people: 5, needed: 3 },
  { listeners: 10, people: 4, needed: 5 },
  { listeners: 4, people: 11, needed: 6 },
])(
  "$listeners listeners and $people people need $needed votes to skip",
  ({ listeners, people, needed }) => {
    expect(votesNeeded({ listeners, people })).toBe(needed);
  },
);
