import { expect, test } from "vitest";
import { answerWithUsage, readCommandLine } from "./command-line.ts";

test("a command of two words is separated from its arguments", () => {
  expect(readCommandLine(["user", "add", "ann", "dj"])).toEqual({
    kind: "command",
    name: "user add",
    args: ["ann", "dj"],
  });
  expect(readCommandLine(["doctor"])).toEqual({ kind: "command", name: "doctor", args: [] });
});

test.each(["help", "--help", "-h"])("%s lists the commands and is done", (word) => {
  const lines: string[] = [];
  const line = readCommandLine([word]);

  expect(line).toEqual({ kind: "help" });
  expect(answerWithUsage({ kind: "help" }, (text) => lines.push(text))).toBe(0);
  expect(lines[0]).toBe("Commands:");
});

test.each([
  { args: [], command: "" },
  { args: ["docter"], command: "docter" },
  { args: ["user"], command: "user" },
  { args: ["user", "remove", "ann"], command: "user remove" },
])("$args is no command: the answer names it and lists the commands", ({ args, command }) => {
  const lines: string[] = [];
  const line = readCommandLine(args);

  expect(line).toEqual({ kind: "unknown", command });
  expect(answerWithUsage({ kind: "unknown", command }, (text) => lines.push(text))).toBe(2);
  expect(lines.find((text) => !text.startsWith(" "))).toBe(
    command === "" ? "Commands:" : `Unknown command "${command}".`,
  );
});
