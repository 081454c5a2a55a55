import { expect, test } from "vitest";
import { figuresOf, groupBySteps, sumShows } from "./figure-rules.ts";
import { stepsOf } from "./step-rules.ts";

const HOUR_MS = 3_600_000;

test("[K3] uniques of several days are shown as their average and highest day, never as a sum", () => {
  const days = [100, null, 50].map((uniques, index) => ({
    seconds: 3600 * (index + 1),
    sessions: 10,
    lost: index,
    peak: uniques === null ? null : 7 - index,
    uniques,
  }));

  expect(figuresOf(days, { fromMs: 0, untilMs: 3 * HOUR_MS, nowMs: 9 * HOUR_MS })).toEqual({
    seconds: 21_600,
    averageListeners: 2,
    peakListeners: 7,
    sessions: 30,
    lostSessions: 3,
    uniques: { average: 75, highest: 100 },
  });
});

test("[K5] the average of a step that is not over is that of the part that has passed", () => {
  const hour = { seconds: 1800, sessions: 1, lost: 0, peak: 1 };
  const times = { fromMs: 0, untilMs: HOUR_MS };

  expect(figuresOf([hour], { ...times, nowMs: HOUR_MS / 2 }).averageListeners).toBe(1);
  expect(figuresOf([hour], { ...times, nowMs: 2 * HOUR_MS }).averageListeners).toBe(0.5);
  expect(figuresOf([hour], { ...times, nowMs: -1 }).averageListeners).toBe(0);
});

test("each day is in one step", () => {
  const steps =
    stepsOf({ from: "2027-03-03", to: "2027-03-10" }, { step: "week", timeZone: "UTC" }) ?? [];
  const days = ["2027-03-03", "2027-03-07", "2027-03-08"].map((day) => ({ day }));

  const groups = groupBySteps(days, steps, ({ day }, { untilDate }) => day < untilDate);

  expect(groups).toEqual([days.slice(0, 2), days.slice(2)]);
});

test("[K6] a show has the plays that began in its parts, by the time it was on", () => {
  const show = { id: "s", name: "Night" };
  const part = (fromMs: number, startsAt: string) => ({
    fromMs,
    untilMs: fromMs + HOUR_MS,
    startsAt,
    show,
  });
  const sum = { plays: 2, seconds: 7200, atStart: 4, joined: 1, left: 2, leftEarly: 1 };
  const sums = [
    { bucket: 0, ...sum },
    { bucket: 1, ...sum, plays: 50 },
    { bucket: 2, ...sum },
  ];

  const shows = sumShows([part(0, "a"), part(5 * HOUR_MS, "b")], {
    momentsMs: [0, HOUR_MS, 5 * HOUR_MS, 6 * HOUR_MS],
    sums,
  });

  expect(shows).toEqual([
    {
      id: "s",
      name: "Night",
      broadcasts: 2,
      averageListeners: 2,
      plays: 4,
      seconds: 14_400,
      atStart: 8,
      joined: 2,
      left: 4,
      leftEarly: 2,
    },
  ]);
});
