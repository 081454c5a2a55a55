import { expect, test } from "vitest";
import {
  bookOf,
  countHeard,
  frameMs,
  spreadOf,
  takeFrame,
  type FrameBook,
  type PlayerBuffer,
} from "./heard-rules.ts";

const LENGTH_MS = 25;
const FRAMES_PER_SECOND = 1000 / LENGTH_MS;
/** Two tracks of a minute each, whose frames have their position as checksum, then a loop of ten frames. */
const TRACK_MS = 60_000;
const LOOP = 9_000_000;
const book: FrameBook = new Map([
  ...[1, 2].flatMap((track) =>
    Array.from({ length: TRACK_MS / LENGTH_MS }, (_, index): [number, number] => {
      const placeMs = track * 1_000_000 + index * LENGTH_MS;
      return [placeMs, placeMs];
    }),
  ),
  ...Array.from({ length: 10 }, (_, index): [number, null] => [LOOP + index, null]),
  ...seconds(1, 983, 984).map((placeMs): [number, number] => [placeMs, placeMs]),
]);

function seconds(track: number, from: number, until: number): number[] {
  return Array.from(
    { length: (until - from) * FRAMES_PER_SECOND },
    (_, index) => track * 1_000_000 + from * 1000 + index * LENGTH_MS,
  );
}

const loopSecond = Array.from({ length: FRAMES_PER_SECOND }, (_, index) => LOOP + (index % 10));
const count = (sums: readonly number[]) =>
  countHeard(sums, { book, lengthMs: LENGTH_MS, trackMs: TRACK_MS });
const nothing = { missingMs: 0, twiceMs: 0, foreignMs: 0, unknownMs: 0 };

test("an unbroken programme has nothing missing and nothing twice", () => {
  expect(count(seconds(1, 10, 20))).toEqual({ ...nothing, programmeMs: 10_000 });
});

test("a skipped part is missing, and a repeated one is twice", () => {
  expect(count([...seconds(1, 10, 12), ...seconds(1, 15, 17)])).toEqual({
    ...nothing,
    missingMs: 3000,
    programmeMs: 4000,
  });
  expect(count([...seconds(1, 10, 15), ...seconds(1, 13, 17)])).toEqual({
    ...nothing,
    twiceMs: 2000,
    programmeMs: 9000,
  });
});

test("an impossible mark was misread: it is unknown, and nothing is missing", () => {
  expect(count([...seconds(1, 10, 12), ...seconds(1, 983, 984), ...seconds(1, 12, 14)])).toEqual({
    ...nothing,
    unknownMs: 1000,
    programmeMs: 4000,
  });
});

test("a bridge is foreign, and the programme that passed behind it is missing", () => {
  const stopped = [...seconds(1, 10, 12), ...loopSecond, ...seconds(1, 12, 14)];
  const wentOn = [...seconds(1, 10, 12), ...loopSecond, ...seconds(1, 13, 14)];

  expect(count(stopped)).toEqual({ ...nothing, foreignMs: 1000, programmeMs: 4000 });
  expect(count(wentOn)).toEqual({
    ...nothing,
    foreignMs: 1000,
    missingMs: 1000,
    programmeMs: 3000,
  });
});

test("an unfinished bridge is counted, too", () => {
  expect(count([...seconds(1, 10, 12), ...loopSecond])).toMatchObject({ foreignMs: 1000 });
});

test("frames no decoded listener received are unknown", () => {
  expect(count([...seconds(1, 10, 12), 7, 8, ...seconds(1, 12, 13)])).toMatchObject({
    unknownMs: 2 * LENGTH_MS,
    missingMs: 0,
  });
});

test("unknown frames in a gap count as heard, and only the rest of the gap is missing", () => {
  const unknownSecond = Array.from({ length: FRAMES_PER_SECOND }, () => 7);
  const around = (unknown: readonly number[]) => [
    ...seconds(1, 10, 12),
    ...unknown,
    ...seconds(1, 13, 14),
  ];

  expect(count(around(unknownSecond))).toMatchObject({ missingMs: 0, unknownMs: 1000 });
  expect(count(around(unknownSecond.slice(FRAMES_PER_SECOND / 2)))).toMatchObject({
    missingMs: 500,
    unknownMs: 500,
  });
});

test("a normal transition at a track's end is no fault, a cut-off track is", () => {
  const join = [...seconds(1, 50, 56), ...loopSecond, ...seconds(2, 3, 5)];
  const again = [...seconds(1, 50, 60), ...seconds(1, 0, 5)];
  const cutOff = [...seconds(1, 10, 20), ...seconds(2, 0, 5)];

  expect(count(join)).toEqual({ ...nothing, programmeMs: 8000 });
  expect(count(again)).toEqual({ ...nothing, programmeMs: 15_000 });
  expect(count(cutOff).missingMs).toBe(40_000);
});

test("the book locates frames inside a stretch, and none outside", () => {
  const sums = [11, 12, 13, 14, 15, 16];
  const stretches = [
    { fromMs: 0, untilMs: 50, programmeMs: 5000 },
    { fromMs: 100, untilMs: 150, programmeMs: 7000 },
  ];

  expect([...bookOf(sums, stretches, LENGTH_MS)]).toEqual([
    [11, 5000],
    [12, 5025],
    [13, null],
    [14, null],
    [15, 7000],
    [16, 7025],
  ]);
});

test("a player with a buffer of four seconds stalls only for longer delays", () => {
  const lengthMs = frameMs(44_100);
  const burst = Math.ceil(4000 / lengthMs);
  let buffer: PlayerBuffer = { emptyAtMs: 1000, stalledMs: 0 };
  for (let frame = 0; frame < burst; frame += 1) buffer = takeFrame(buffer, 1000, lengthMs);

  const inTime = takeFrame(buffer, 4900, lengthMs);
  const late = takeFrame(buffer, buffer.emptyAtMs + 700, lengthMs);

  expect(inTime.stalledMs).toBe(0);
  expect(late.stalledMs).toBeCloseTo(700);
});

test("a spread has the median and the worst", () => {
  expect(spreadOf([5, 1, 9])).toEqual({ median: 5, worst: 9 });
  expect(spreadOf([])).toEqual({ median: 0, worst: 0 });
});

test("at the border of two stretches a frame's stretch is unknown", () => {
  const sums = Array.from({ length: 40 }, (_, index) => index);
  const stretches = [
    { fromMs: 0, untilMs: 520, programmeMs: 1_000_000 },
    { fromMs: 490, untilMs: 1000, programmeMs: 1_030_000 },
  ];

  const places = bookOf(sums, stretches, LENGTH_MS);

  expect([...places.keys()].filter((sum) => sum > 10 && sum < 30)).toEqual([
    11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29,
  ]);
  expect(places.get(15)).toBe(1_000_375);
  expect(places.get(24)).toBe(1_030_110);
});
