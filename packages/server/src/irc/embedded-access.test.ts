import { expect, test } from "vitest";
import { nicksToCompare } from "./embedded-access.ts";

const nicks = ["alice", "Bob"];

test("a new nick is compared with those of everyone else in the channel", () => {
  expect(nicksToCompare("al1ce", { nicks, currentNick: undefined })).toEqual([
    { nick: "alice", isOperator: false },
    { nick: "Bob", isOperator: false },
  ]);
  expect(nicksToCompare("al1ce", { nicks, currentNick: "ALICE" })).toEqual([
    { nick: "Bob", isOperator: false },
  ]);
});

test("a user's current nick is not compared with others", () => {
  expect(nicksToCompare("BOB", { nicks, currentNick: "bob" })).toEqual([]);
});
