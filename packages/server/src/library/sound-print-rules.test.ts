import { expect, test } from "vitest";
import { readPrint, wordsOfPrint } from "./sound-print-rules.ts";

test("a print is parsed as unsigned little-endian numbers, ignoring a partial one at the end", () => {
  expect(readPrint(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0x80, 7))).toEqual(
    Uint32Array.of(1, 0x8000_0000),
  );
});

test("words depend on the content of a print, not on positions, and skip repetition", () => {
  const sound = Array.from({ length: 500 }, (_, index) => (index * 2_654_435_761) >>> 0);
  const silence = Array.from({ length: 40 }, () => 42);

  const words = wordsOfPrint(Uint32Array.from(sound));
  const later = wordsOfPrint(Uint32Array.from([...silence, ...sound]));

  expect(words).toHaveLength(64);
  expect(later.filter((word) => words.includes(word)).length).toBeGreaterThanOrEqual(63);
  expect(wordsOfPrint(Uint32Array.from(silence))).toHaveLength(1);
});

test("words are sorted and fit PostgreSQL's integers", () => {
  const words = wordsOfPrint(Uint32Array.from({ length: 2000 }, (_, index) => index));

  expect(words.every((word) => Number.isInteger(word) && Math.abs(word) < 2 ** 31)).toBe(true);
  expect(new Set(words).size).toBe(words.length);
});
