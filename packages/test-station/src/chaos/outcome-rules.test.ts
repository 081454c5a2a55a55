import { expect, test } from "vitest";
import { rowOf, type FaultFigures } from "./outcome-rules.ts";

const nothing = { median: 0, worst: 0 };
const figures: FaultFigures = {
  fault: "on-air killed",
  heard: {
    drops: 500,
    missingMs: { median: 120, worst: 1760 },
    twiceMs: nothing,
    foreignMs: nothing,
    stalledMs: nothing,
    pausedMs: { median: 2100, worst: 3400 },
  },
  wrote: { confirmed: 90, refused: 3, failed: 7, upload: null, lost: [] },
  wellAfterMs: 4040,
  waitedMs: 210,
  load: 0.7,
  broken: [],
};

test("a row has the worst and the median listener, in seconds", () => {
  expect(rowOf(figures)).toEqual({
    fault: "on-air killed",
    "missing s": "1.8 (0.1)",
    "twice s": "0.0 (0.0)",
    "other sound s": "0.0 (0.0)",
    "stalled s": "0.0 (0.0)",
    "pause s": "3.4 (2.1)",
    drops: 500,
    "calls failed": "7 of 100",
    upload: "none",
    lost: 0,
    "well after s": "4.0",
    "waited s": "0.2",
    load: 0.7,
    kept: "yes",
  });
});

test("a station that never recovered and a broken promise are named", () => {
  const broken = ["all was not well within 60 s"];

  expect(rowOf({ ...figures, wellAfterMs: null, broken })).toMatchObject({
    "well after s": "never",
    kept: "NO",
  });
});
