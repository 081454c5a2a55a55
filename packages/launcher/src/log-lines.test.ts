import { expect, test } from "vitest";
import { prefixLine } from "./log-lines.ts";

test("a line names the part that wrote it, not the process it came through", () => {
  const line = '{"level":"info","part":"engine","msg":"ready"}';

  expect(prefixLine({ line, part: "on-air" })).toBe(`engine   | ${line}`);
});

test("a line that isn't JSON gets the name of its process", () => {
  expect(prefixLine({ line: "{ [Error: x]", part: "server" })).toBe("server   | { [Error: x]");
  expect(prefixLine({ line: "    at main.ts:1", part: "server" })).toBe(
    "server   |     at main.ts:1",
  );
});
