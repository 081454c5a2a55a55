import { expect, test } from "vitest";
import { parseCommand } from "./parse-rules.ts";

test.each([
  "...",
  ".",
  ".5 euro",
  ". request uplink",
  " .request uplink",
  ".request: uplink",
  ".np?",
  "..np",
  "request uplink",
  "!request uplink",
  `.${"x".repeat(21)}`,
  "",
])("'%s' is talk", (text) => {
  expect(parseCommand(text)).toBeNull();
});

test.each([
  [".np", "np", ""],
  [".NP  ", "np", ""],
  [".request Midnight  Uplink ", "request", "Midnight Uplink"],
  [".request\tuplink", "request", "uplink"],
  [".request \u0002bold\u000f \u000304red", "request", "bold 04red"],
  [".request a\r\nQUIT", "request", "a QUIT"],
])("%j is the command %s with '%s'", (text, name, argument) => {
  expect(parseCommand(text)).toEqual({ name, argument });
});

test("a command's argument is cut at three hundred characters", () => {
  expect(parseCommand(`.request ${"x".repeat(100_000)}`)?.argument).toHaveLength(300);
});
