import { expect, test } from "vitest";
import { daysProblem, pairSteps, periodOf } from "./period-rules.ts";

const own = { from: "2027-01-01", to: "2027-01-10" };
/** A Wednesday. */
const today = "2027-03-31";

test("[W303] a period ends today and is compared with as many days before it", () => {
  expect(periodOf("7-days", { today, own })).toEqual({
    name: "7-days",
    step: "hour",
    from: "2027-03-25",
    to: "2027-03-31",
    before: { from: "2027-03-18", to: "2027-03-24" },
  });
  expect(periodOf("30-days", { today, own })).toEqual({
    name: "30-days",
    step: "day",
    from: "2027-03-02",
    to: "2027-03-31",
    before: { from: "2027-01-31", to: "2027-03-01" },
  });
});

test("[W303] twelve weeks begin on a Monday, and those before end on the same weekday", () => {
  expect(periodOf("12-weeks", { today, own })).toEqual({
    name: "12-weeks",
    step: "week",
    from: "2027-01-11",
    to: "2027-03-31",
    before: { from: "2026-10-19", to: "2027-01-06" },
  });
});

test("[W303] twelve months begin on a 1st, and are compared with the year before", () => {
  expect(periodOf("12-months", { today: "2028-02-29", own })).toEqual({
    name: "12-months",
    step: "month",
    from: "2027-03-01",
    to: "2028-02-29",
    before: { from: "2026-03-01", to: "2027-02-28" },
  });
  expect(periodOf("12-months", { today, own }).from).toBe("2026-04-01");
});

test("[W303] own days are compared with as many before them, in steps that fit their number", () => {
  const stepOf = (to: string) => periodOf("own", { today, own: { from: "2026-01-01", to } }).step;

  expect(periodOf("own", { today, own }).before).toEqual({ from: "2026-12-22", to: "2026-12-31" });
  expect(["2026-01-14", "2026-01-15", "2026-12-31", "2027-12-31"].map(stepOf)).toEqual([
    "hour",
    "day",
    "week",
    "month",
  ]);
});

test("[W303] days that are missing, in the wrong order or too many have a reason", () => {
  const problems = [
    { from: "", to: "2027-03-01" },
    { from: "2027-13-01", to: "2027-13-02" },
    { from: "2027-03-02", to: "2027-03-01" },
    { from: "2026-01-01", to: "2027-01-02" },
    { from: "2026-01-01", to: "2027-01-01" },
  ].map((days) => daysProblem(days, 366));

  expect(problems).toEqual([
    "Enter the first and the last day.",
    "Enter the first and the last day.",
    "The last day is before the first.",
    "At most 366 days.",
    undefined,
  ]);
});

const figures = {
  seconds: 0,
  averageListeners: 0,
  peakListeners: null,
  sessions: 0,
  lostSessions: 0,
  uniques: null,
};
/** The hours of a day in Berlin, which has 23 when the clocks go forward. */
function hoursOf(date: string, { from, count }: { from: string; count: number }) {
  const at = (hour: number) => new Date(Date.parse(from) + hour * 3_600_000).toISOString();
  return Array.from({ length: count }, (_, hour) => ({
    from: at(hour),
    to: at(hour + 1),
    date,
    ...figures,
  }));
}

test("[W303] hours stay beside those of the same day when the clocks change, and later hours are left out", () => {
  const steps = [
    ...hoursOf("2027-03-28", { from: "2027-03-27T23:00:00.000Z", count: 23 }),
    ...hoursOf("2027-03-29", { from: "2027-03-28T22:00:00.000Z", count: 24 }),
  ];
  const before = [
    ...hoursOf("2027-03-21", { from: "2027-03-20T23:00:00.000Z", count: 24 }),
    ...hoursOf("2027-03-22", { from: "2027-03-21T23:00:00.000Z", count: 24 }),
  ];

  const pairs = pairSteps(steps, { before, nowMs: Date.parse("2027-03-28T22:30:00.000Z") });

  expect(pairs).toHaveLength(24);
  expect(pairs.at(-1)?.step.from).toBe("2027-03-28T22:00:00.000Z");
  expect(pairs.at(-1)?.before?.from).toBe("2027-03-21T23:00:00.000Z");
});
