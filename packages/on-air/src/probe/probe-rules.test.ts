import { expect, test } from "vitest";
import type { Heard } from "./probe-protocol.ts";
import { decideHealing, findProblem } from "./probe-rules.ts";

const usual = {
  isSilenceIntended: false,
  silentBelowDb: -50,
  volumeDb: 0,
  isTitleKnown: () => true,
};

function sound(levelDb: number | null, title: string | null = "A - B"): Heard {
  return { kind: "sound", levelDb, title, titleAgeMs: title === null ? null : 1000 };
}

test("[S80] sound that may be quieter is not judged silent as soon", () => {
  const kindAt = (levelDb: number) =>
    findProblem(sound(levelDb), { ...usual, silentBelowDb: -60 })?.kind;

  expect([kindAt(-59), kindAt(-61)]).toEqual([undefined, "silent"]);
});

test("[S80] sound below the level of silence is silence; a low volume lowers that level, a very low one ends the judging", () => {
  const kindAt = (levelDb: number | null, volumeDb: number) =>
    findProblem(sound(levelDb), { ...usual, volumeDb })?.kind;

  expect([kindAt(-49, 0), kindAt(-51, 0), kindAt(null, 0)]).toEqual([
    undefined,
    "silent",
    "silent",
  ]);
  expect([kindAt(-51, -20), kindAt(-71, -20), kindAt(-90, -31)]).toEqual([
    undefined,
    "silent",
    undefined,
  ]);
  expect(kindAt(-51, 5)).toBe("silent");
});

test("[P84] intended silence is not a problem", () => {
  expect(findProblem(sound(null), { ...usual, isSilenceIntended: true })).toBeNull();
});

test("[S80] a title that was not announced lately is a problem, and a mount without titles has none", () => {
  const isTitleKnown = (title: string) => title !== "A - B";

  expect(findProblem(sound(-12), { ...usual, isTitleKnown })?.kind).toBe("old-title");
  expect(findProblem(sound(-12, null), { ...usual, isTitleKnown })).toBeNull();
});

test("[S82] healing takes one step per round, and later restarts the engine every five minutes", () => {
  const steps = Array.from({ length: 66 }, (_, index) => index + 1).flatMap((rounds) => {
    const healing = decideHealing({ problem: "silent", rounds, isAlone: false });
    return healing === null ? [] : [[rounds, healing]];
  });

  expect(steps).toEqual([
    [2, "next-track"],
    [3, "restart-engine"],
    [4, "emergency-loop"],
    [33, "restart-engine"],
    [63, "restart-engine"],
  ]);
});

test("[S82] a problem of one mount is not the track's fault; a refusal or a wrong title is not the engine's", () => {
  const healings = [1, 2, 3, 4].map((rounds) =>
    decideHealing({ problem: "stalled", rounds, isAlone: true }),
  );

  expect(healings).toEqual([null, "restart-engine", null, null]);
  for (const problem of ["refused", "old-title"] as const)
    expect(decideHealing({ problem, rounds: 2, isAlone: false })).toBeNull();
});
