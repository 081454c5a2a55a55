import { expect, test } from "vitest";
import { createSkipVotes, votesNeeded } from "./skip-votes.ts";

test.each([
  [0, 0, 2],
  [1, 2, 2],
  [null, 3, 2],
  [null, 5, 3],
  [20, 5, 10],
  [4, 9, 5],
])(
  "with %s listeners and %s people in the web app or the channel, %s must vote",
  (listeners, people, needed) => {
    expect(votesNeeded({ listeners, people })).toBe(needed);
  },
);

test("everyone present has one vote per play", () => {
  const votes = createSkipVotes();
  const everybody = new Set(["ann", "bob"]);
  const vote = (playId: string, voterKey: string, people = everybody) =>
    votes.add({ playId, voterKey, people });

  expect(vote("first", "ann")).toEqual({ votes: 1, hadVoted: false });
  expect(vote("first", "ann")).toEqual({ votes: 1, hadVoted: true });
  expect(vote("first", "bob")).toEqual({ votes: 2, hadVoted: false });
  expect(vote("first", "bob", new Set(["bob"]))).toEqual({ votes: 1, hadVoted: true });
  expect(vote("second", "bob")).toEqual({ votes: 1, hadVoted: false });
});

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
