import { expect, test } from "vitest";
import { parseCtcp, serialiseCtcp } from "./ctcp.ts";

test.each([
  ["\u0001ACTION waves\u0001", { command: "ACTION", text: "waves" }],
  ["\u0001action waves", { command: "ACTION", text: "waves" }],
  ["\u0001VERSION\u0001", { command: "VERSION", text: "" }],
  ["\u0001ACTION a\u0001 b", { command: "ACTION", text: "a" }],
  ["ACTION waves", undefined],
  ["\u0001\u0001", undefined],
])("[I18] %j is parsed", (text, ctcp) => {
  expect(parseCtcp(text)).toEqual(ctcp);
});

test("[I18] the output holds exactly two delimiters, whatever the text", () => {
  expect(serialiseCtcp({ command: "ACTION", text: "a\u0001DCC" })).toBe("\u0001ACTION a DCC\u0001");
});
