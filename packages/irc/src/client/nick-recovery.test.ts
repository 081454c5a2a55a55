import { expect, test } from "vitest";
import { isUnknownCommand, nicksToTry } from "./nick-recovery.ts";

test("[C7] a taken nick is followed by the alternatives, then by variants of the first", () => {
  expect(nicksToTry("neonrelay", ["neon", "bad nick"])).toEqual([
    "neonrelay",
    "neon",
    "neonrelay_",
    "neonrelay2",
    "neonrela_",
    "neonrela3",
    "neonrela4",
    "neonrela5",
  ]);
});

test("[C7] no nick is tried twice, and at most eight are tried", () => {
  const others = ["owl", "a", "b", "c", "d", "e", "f", "g"];

  expect(nicksToTry("owl", [])).toEqual(["owl", "owl_", "owl2", "owl3", "owl4", "owl5"]);
  expect(nicksToTry("owl", others)).toEqual(["owl", "a", "b", "c", "d", "e", "f", "g"]);
});

test.each([
  ["Invalid command. Use /msg NickServ help for a list of commands.", true],
  ["Unknown command REGAIN.", true],
  ["bot has been regained.", false],
])("[C7] services answering %j lack the command: %s", (text, isUnknown) => {
  expect(isUnknownCommand(text)).toBe(isUnknown);
});
