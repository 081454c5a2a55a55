import { expect, test } from "vitest";
import { impossibleBecause } from "./radio-data.ts";

test("a DJ can't be skipped or restarted, and a stream can't be restarted", () => {
  const track = { kind: "library" } as const;
  const stream = { kind: "stream" } as const;
  const dj = { kind: "live" } as const;

  expect([track, stream, dj, null].map((play) => impossibleBecause("skip", play))).toEqual([
    undefined,
    undefined,
    "A DJ is on air",
    undefined,
  ]);
  expect([track, stream, dj, undefined].map((play) => impossibleBecause("restart", play))).toEqual([
    undefined,
    "A stream can't be restarted",
    "A DJ is on air",
    undefined,
  ]);
});
