import { closeSync, fstatSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { isJournal, prefixLine, toJournalLine, withPriority } from "./output-lines.ts";

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

test.each([
  { level: "fatal", priority: "<2>" },
  { level: "error", priority: "<3>" },
  { level: "warn", priority: "<4>" },
  { level: "info", priority: "<6>" },
  { level: "trace", priority: "<7>" },
  { level: "toString", priority: "" },
])("a line of level $level has priority '$priority'", ({ level, priority }) => {
  const line = `on-air   | {"level":"${level}","msg":"\\"level\\":\\"error\\""}`;

  expect(toJournalLine(line)).toBe(`${priority}${line}`);
});

test("text that isn't a log line gets the journal's default priority", () => {
  expect(toJournalLine("server   |     at main.ts:1")).toBe("server   |     at main.ts:1");
  expect(withPriority("Neon Relay can't start.\n  PORT", "error")).toBe(
    "<3>Neon Relay can't start.\n<3>  PORT",
  );
});

test("only the descriptor that systemd passed is the journal", () => {
  const fd = openSync("/dev/null", "w");
  const { dev, ino } = fstatSync(fd);

  const found = [`${dev}:${ino}`, `${dev}:0`, undefined].map((stream) => isJournal(stream, fd));

  closeSync(fd);
  expect(found).toEqual([true, false, false]);
});
