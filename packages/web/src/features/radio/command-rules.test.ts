import { expect, test } from "vitest";
import { impossibleBecause } from "./command-rules.ts";

test("a DJ on air is neither skipped nor restarted, and a stream has no beginning to go back to", () => {
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
    "A stream has no beginning to go back to",
    "A DJ is on air",
    undefined,
  ]);
});
