import { expect, test } from "vitest";
import { MAX_STEPS, stepsOf } from "./step-rules.ts";

const HOUR_MS = 3_600_000;
const timeZone = "Europe/Berlin";

function hoursOf(days: { readonly from: string; readonly to: string }) {
  return (stepsOf(days, { step: "day", timeZone }) ?? []).map(
    ({ fromMs, untilMs }) => (untilMs - fromMs) / HOUR_MS,
  );
}

test("[K5] days have 23 and 25 hours when clocks change", () => {
  expect(hoursOf({ from: "2027-03-27", to: "2027-03-29" })).toEqual([24, 23, 24]);
  expect(hoursOf({ from: "2027-10-30", to: "2027-11-01" })).toEqual([24, 25, 24]);
});

test("[K5] the day on which clocks go back has 25 steps by the hour", () => {
  const steps = stepsOf({ from: "2027-10-31", to: "2027-10-31" }, { step: "hour", timeZone });

  expect(steps).toHaveLength(25);
  expect(steps?.at(-1)).toEqual({
    fromMs: Date.UTC(2027, 9, 31, 22),
    untilMs: Date.UTC(2027, 9, 31, 23),
    fromDate: "2027-10-31",
    untilDate: "2027-11-01",
  });
});

test("[K5] weeks begin on Monday and months on the 1st; the first and the last step are cut", () => {
  const datesOf = (step: "week" | "month") =>
    stepsOf({ from: "2027-03-03", to: "2027-04-14" }, { step, timeZone })?.map(
      ({ fromDate, untilDate }) => `${fromDate} ${untilDate}`,
    );

  expect(datesOf("week")?.slice(0, 2)).toEqual(["2027-03-03 2027-03-08", "2027-03-08 2027-03-15"]);
  expect(datesOf("week")?.at(-1)).toBe("2027-04-12 2027-04-15");
  expect(datesOf("month")).toEqual(["2027-03-03 2027-04-01", "2027-04-01 2027-04-15"]);
});

test("[K5] more steps than an answer holds are refused, however long the time is", () => {
  const from = "1000-01-01";

  expect(stepsOf({ from, to: "9998-12-31" }, { step: "hour", timeZone })).toBeNull();
  expect(stepsOf({ from: "2027-01-01", to: "2029-03-10" }, { step: "day", timeZone })).toHaveLength(
    MAX_STEPS,
  );
  expect(stepsOf({ from: "2027-01-01", to: "2029-03-11" }, { step: "day", timeZone })).toBeNull();
});
