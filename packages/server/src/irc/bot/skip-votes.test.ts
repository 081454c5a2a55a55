import { expect, test } from "vitest";
import { votesNeeded } from "./skip-vote-rules.ts";
import { createSkipVotes } from "./skip-votes.ts";

test.each([
  [0, 0, 2],
  [1, 2, 2],
  [null, 3, 2],
  [null, 5, 3],
  [20, 5, 10],
  [4, 9, 5],
])("of %s listeners and %s in the channel %s must vote", (listeners, chatters, needed) => {
  expect(votesNeeded({ listeners, chatters })).toBe(needed);
});

test("everybody has one vote in each play", () => {
  const votes = createSkipVotes();
  const vote = (playId: string, voterKey: string) => votes.add({ playId, voterKey });

  expect(vote("first", "ann")).toEqual({ votes: 1, hadVoted: false });
  expect(vote("first", "ann")).toEqual({ votes: 1, hadVoted: true });
  expect(vote("first", "bob")).toEqual({ votes: 2, hadVoted: false });
  expect(vote("second", "ann")).toEqual({ votes: 1, hadVoted: false });
});
