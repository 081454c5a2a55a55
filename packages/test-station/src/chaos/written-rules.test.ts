import { expect, test } from "vitest";
import { lostOf, type Found, type Written } from "./written-rules.ts";

const written: Written = {
  chat: ["c1", "c2", "c3"],
  comments: ["k1"],
  plays: ["p1", "p2"],
  entries: ["e1", "e2", "e3"],
  moved: ["e3", "e1", "e2"],
  unsure: new Set(),
};
const found: Found = {
  chat: new Set(["c1", "c2", "c3", "c4"]),
  comments: new Set(["k1"]),
  plays: new Set(["p1", "p2", "p3"]),
  entries: ["e3", "e1", "e2", "e4"],
  aired: 0,
};

test("nothing is lost when all confirmed writes are there, in the confirmed order", () => {
  expect(lostOf(written, found)).toEqual([]);
});

test("missing messages, comments and entries that were confirmed are lost", () => {
  const after = {
    ...found,
    chat: new Set(["c1"]),
    comments: new Set<string>(),
    plays: new Set(["p2"]),
    entries: ["e3"],
  };

  expect(lostOf(written, after)).toEqual([
    "2 of 3 chat messages are lost",
    "1 of 1 comments are lost",
    "1 of 2 plays of the history are lost",
    "2 of 3 entries of the queue are lost",
  ]);
});

test("an entry that was played is not lost", () => {
  expect(lostOf(written, { ...found, entries: ["e1", "e2"], aired: 1 })).toEqual([]);
});

test("an order different from the last move's, and a duplicate entry, are detected", () => {
  expect(lostOf(written, { ...found, entries: ["e1", "e2", "e3", "e3"] })).toEqual([
    "an entry is queued twice",
    "the order that the last move made is lost",
  ]);
  expect(lostOf({ ...written, moved: null }, { ...found, entries: ["e1", "e2", "e3"] })).toEqual(
    [],
  );
});

test("an entry with an unanswered move may be anywhere, and the others keep their order", () => {
  const unsure = new Set(["e1"]);

  expect(lostOf({ ...written, unsure }, { ...found, entries: ["e1", "e3", "e2"] })).toEqual([]);
  expect(lostOf({ ...written, unsure }, { ...found, entries: ["e2", "e1", "e3"] })).toEqual([
    "the order that the last move made is lost",
  ]);
});
