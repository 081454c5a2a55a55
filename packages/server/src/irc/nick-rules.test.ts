import { expect, test } from "vitest";
import { nicksToCompare } from "./nick-rules.ts";

const nicks = ["alice", "Bob"];

test("a new nick is compared with everybody else in the channel", () => {
  expect(nicksToCompare("al1ce", { nicks, currentNick: undefined })).toEqual([
    { nick: "alice", isOperator: false },
    { nick: "Bob", isOperator: false },
  ]);
  expect(nicksToCompare("al1ce", { nicks, currentNick: "ALICE" })).toEqual([
    { nick: "Bob", isOperator: false },
  ]);
});

test("a nick that somebody has already is compared with no one's", () => {
  expect(nicksToCompare("BOB", { nicks, currentNick: "bob" })).toEqual([]);
});
