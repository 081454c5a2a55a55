import * as fc from "fast-check";
import { anyCharacter } from "@neonrelay/irc/test-any-character";
import { expect, test } from "vitest";
import { MAX_LINE_BYTES, nameTrack, parseCommand, toLine, toListLine } from "./line-rules.ts";

const unlineable = /[\p{Cc}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;
const anyText = fc.string({ unit: anyCharacter, maxLength: 600, size: "max" });

test("any text becomes one line that fits, cut between whole characters", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = toLine(text);

      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_BYTES);
      expect(line).not.toMatch(unlineable);
      expect(line.isWellFormed()).toBe(true);
      expect(toLine(line)).toBe(line);
    }),
  );
});

test("a long line ends in an ellipsis, and a short one is unchanged", () => {
  expect(toLine("Next: 1")).toBe("Next: 1");
  expect(toLine("漢".repeat(200))).toBe(`${"漢".repeat(115)}…`);
});

test("a list says how many items did not fit in the line", () => {
  const items = Array.from({ length: 5 }, (_, index) => `${index + 1}: ${"x".repeat(100)}`);

  expect(toListLine("Next", { items: ["1: a", "2: b"], total: 2 })).toBe("Next 1: a, 2: b");
  expect(toListLine("Next", { items, total: 9 })).toBe(
    `Next ${items.slice(0, 3).join(", ")} and 6 more`,
  );
});

test("one item too long for a line is cut", () => {
  expect(toListLine("Next", { items: ["x".repeat(400)], total: 1 })).toMatch(/^Next x{342}…$/);
});

test("track names are cleaned and leave room for more", () => {
  expect(nameTrack({ title: "Up\u0003link\n", artist: "Nova" })).toBe("“Up link” by Nova");
  expect(nameTrack({ title: "Uplink", artist: "" })).toBe("“Uplink”");
  expect(nameTrack({ title: "x".repeat(99), artist: "y".repeat(99) })).toBe(
    `“${"x".repeat(59)}…” by ${"y".repeat(39)}…`,
  );
});

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
