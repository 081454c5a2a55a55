import { expect, test } from "vitest";
import { isAnotherRecording, type MeasuredSound } from "./replaced-sound-rules.ts";
import { printOf } from "./test-prints.ts";

/** As left by another encoder. */
const encodedAgain = (print: Uint32Array) =>
  print.map((item, index) => (index % 4 === 0 ? item ^ 0xff : item));

const song: MeasuredSound = {
  durationMs: 200_000,
  integratedLufs: -14,
  truePeakDbtp: -1,
  print: printOf(1),
};

test("a file with edited tags, or encoded again, is the same recording", () => {
  expect(isAnotherRecording(song, song)).toBe(false);
  const again = {
    ...song,
    durationMs: 200_048,
    truePeakDbtp: -0.4,
    print: encodedAgain(printOf(1)),
  };
  expect(isAnotherRecording(song, again)).toBe(false);
});

test("a recording of another length, or of the same length with different sound, is another one", () => {
  expect(isAnotherRecording(song, { ...song, durationMs: 199_000 })).toBe(true);
  expect(isAnotherRecording(song, { ...song, print: printOf(2) })).toBe(true);
});

test("two jingles of the same length and loudness are told apart by their sound", () => {
  const jingle = { ...song, durationMs: 5000, print: printOf(1, 40) };

  expect(isAnotherRecording(jingle, { ...jingle, print: encodedAgain(printOf(1, 40)) })).toBe(
    false,
  );
  expect(isAnotherRecording(jingle, { ...jingle, print: printOf(2, 40) })).toBe(true);
});

test("without prints, loudness and peak decide whether it is another recording", () => {
  const bare = { ...song, print: null };

  expect(isAnotherRecording(song, { ...bare, integratedLufs: -14.3 })).toBe(false);
  expect(isAnotherRecording(song, { ...bare, integratedLufs: -16 })).toBe(true);
  expect(isAnotherRecording(song, { ...bare, integratedLufs: null })).toBe(true);
});
