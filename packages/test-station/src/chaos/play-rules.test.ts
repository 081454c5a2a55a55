import { expect, test } from "vitest";
import { wrongPlay, wrongPlays } from "./play-rules.ts";

const LENGTH_MS = 150_000;
const played = (id: string, audioStartMs: number) => ({
  id,
  title: `Marked ${id}`,
  startMs: audioStartMs + 2000,
  audioStartMs,
  durationMs: LENGTH_MS,
});
const first = played("1", 0);
const second = played("2", LENGTH_MS - 4000);

test("plays that follow each other with a crossfade or after a skip are valid", () => {
  const early = played("3", second.audioStartMs + 20_000);

  expect(wrongPlays([second, first], new Set())).toEqual([]);
  expect(wrongPlays([first, second, early], new Set([second.id]))).toEqual([]);
});

test("a duplicate play and one that starts in the middle of another are detected", () => {
  const middle = played("3", 60_000);

  expect(wrongPlays([first, second, { ...first, id: "again" }], new Set())).toEqual([
    '"Marked 1" and "Marked 1" begin at the same moment of the history',
  ]);
  expect(wrongPlays([first, middle], new Set())).toEqual([
    '"Marked 3" begins in the middle of "Marked 1" in the history',
  ]);
});

test("a track that has begun has one play", () => {
  const again = { ...second, id: "again", startMs: second.startMs + 5 };

  expect(wrongPlay([first, second], second)).toEqual([]);
  expect(wrongPlay([first], second)).toEqual([
    '"Marked 2", which began after all was well, is in the history 0 times',
  ]);
  expect(wrongPlay([first, second, again], second)).toEqual([
    '"Marked 2", which began after all was well, is in the history 2 times',
  ]);
});
