import { closeSync, fstatSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { createLineFormat, isJournal, prefixLine, withPriority } from "./output-lines.ts";

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

const journalLine = createLineFormat({ format: "auto", isTerminal: false, isJournal: true });

test.each([
  { level: "fatal", priority: "<2>" },
  { level: "error", priority: "<3>" },
  { level: "warn", priority: "<4>" },
  { level: "info", priority: "<6>" },
  { level: "trace", priority: "<7>" },
  { level: "toString", priority: "" },
])("a line of level $level has priority '$priority'", ({ level, priority }) => {
  const line = `on-air   | {"level":"${level}","msg":"\\"level\\":\\"error\\""}`;

  expect(journalLine(line)).toBe(`${priority}${line}`);
});

test("text that isn't a log line gets the journal's default priority", () => {
  expect(journalLine("server   |     at main.ts:1")).toBe("server   |     at main.ts:1");
  expect(withPriority("Neon Relay can't start.\n  PORT", "error")).toBe(
    "<3>Neon Relay can't start.\n<3>  PORT",
  );
});

const time = "2026-11-30T04:09:14.061Z";
const clock = new Date(time).toTimeString().slice(0, 8);
const asText = createLineFormat({ format: "text", isTerminal: false, isJournal: false });
const logged = (fields: Readonly<Record<string, unknown>>) =>
  `server   | ${JSON.stringify({ level: "info", time, part: "engine", ...fields })}`;

test.each([
  ["auto", true, `${clock} engine   ready`],
  ["auto", false, logged({ msg: "ready", tracks: 2 })],
  ["text", false, `${clock} engine   ready`],
  ["json", true, logged({ msg: "ready", tracks: 2 })],
] as const)("LOG_FORMAT %s, with a terminal: %s", (format, isTerminal, written) => {
  const formatLine = createLineFormat({ format, isTerminal, isJournal: false });

  expect(formatLine(logged({ msg: "ready", tracks: 2 }))).toBe(written);
});

test("text output keeps the details of a warning and the stack of an error, and passes other lines on", () => {
  const error = { message: "gone", stack: "Error: gone\n    at main.ts:1" };

  expect([
    asText(logged({ level: "warn", msg: "file refused", path: "/a" })),
    asText(logged({ level: "error", msg: "can't read", error })),
    asText("web      | building the web app"),
  ]).toEqual([
    `${clock} engine   WARN file refused {"path":"/a"}`,
    `${clock} engine   ERROR can't read\n    Error: gone\n        at main.ts:1`,
    `${" ".repeat(9)}web      building the web app`,
  ]);
});

test("text output replaces control characters and direction overrides", () => {
  const line = asText(logged({ level: "warn", msg: "\u001B[2J\r", title: "\u009B31m\u202E" }));

  expect(line).toBe(`${clock} engine   WARN \uFFFD[2J\uFFFD {"title":"\uFFFD31m\uFFFD"}`);
});

test("only the descriptor that systemd passed is the journal", () => {
  const fd = openSync("/dev/null", "w");
  const { dev, ino } = fstatSync(fd);

  const found = [`${dev}:${ino}`, `${dev}:0`, undefined].map((stream) => isJournal(stream, fd));

  closeSync(fd);
  expect(found).toEqual([true, false, false]);
});
