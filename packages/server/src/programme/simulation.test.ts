import { expect, test } from "vitest";
import { simulate } from "./test-simulation.ts";
import { makeStation } from "./test-station-week.ts";

// As many plays per track as 5,000 tracks get in four weeks; `npm run bench -- programme` simulates a year of those.
const station = makeStation({ trackCount: 1500, seed: 11 });
const days = { days: 8, timeZone: "Europe/Berlin", seed: 11 };

// Clocks go forward on 28 March and back on 31 October.
test.each([
  ["go forward", Date.UTC(2027, 2, 23, 23)],
  ["go back", Date.UTC(2027, 9, 26, 22)],
])(
  "over eight days in which clocks %s, requests and DJs delay nothing, and every track gets its share",
  (_, fromMs) => {
    const figures = simulate(station, { ...days, fromMs });

    expect(figures).toMatchObject({
      exactMissed: 0,
      notFilled: 0,
      brokenInVain: 0,
      exactLate: 0,
      evenness: { spans: 1, uneven: [] },
    });
    expect(figures.items).toBeGreaterThan(3000);
    expect(figures.requests).toBeGreaterThan(1000);
    expect(figures.exactItems).toBeGreaterThan(100);
    expect(figures.filledHours).toBeGreaterThan(300);
  },
);
