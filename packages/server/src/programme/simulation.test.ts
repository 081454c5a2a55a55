import { expect, test } from "vitest";
import { simulate } from "./test-simulation.ts";
import { makeStation } from "./test-station-week.ts";

const station = makeStation({ trackCount: 5000, seed: 11 });
const fourWeeks = { days: 28, timeZone: "Europe/Berlin", seed: 11 };

// Clocks go forward on 28 March and back on 31 October.
test.each([
  ["go forward", Date.UTC(2027, 2, 13, 23)],
  ["go back", Date.UTC(2027, 9, 16, 22)],
])(
  "in four weeks in which clocks %s requests and DJs make nothing come late, and every track has its share",
  (_, fromMs) => {
    const figures = simulate(station, { ...fourWeeks, fromMs });

    expect(figures).toMatchObject({
      exactMissed: 0,
      notFilled: 0,
      brokenInVain: 0,
      exactLate: 0,
      evenness: { uneven: [] },
    });
    expect(figures.items).toBeGreaterThan(8000);
    expect(figures.requests).toBeGreaterThan(2000);
    expect(figures.exactItems).toBeGreaterThan(300);
    expect(figures.filledHours).toBeGreaterThan(1000);
  },
  // A few seconds of work, which take longer on a busy machine.
  120_000,
);
