import { expect, test } from "vitest";
import { movedSeries, onceOn, type Repeat, repeatOf, repeatWords, ruleOf } from "./repeat-rules.ts";

/** A Monday, the fourth of its month. */
const DATE = "2026-11-23";
const repeat = (change: Partial<Repeat>): Repeat => ({ ...onceOn(DATE), ...change });

const pairs: readonly (readonly [string | null, Repeat, string])[] = [
  [null, repeat({}), "Once"],
  ["FREQ=DAILY", repeat({ kind: "daily" }), "Every day"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", repeat({ kind: "weekdays" }), "Monday to Friday"],
  ["FREQ=WEEKLY;BYDAY=MO", repeat({ kind: "weekly" }), "Every week on Monday"],
  [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;UNTIL=20261224",
    repeat({ kind: "weekly", weeks: 2, days: ["MO", "WE", "FR"], until: "2026-12-24" }),
    "Every 2 weeks on Monday, Wednesday and Friday until 24 December",
  ],
  ["FREQ=MONTHLY", repeat({ kind: "monthly" }), "Every month on day 23"],
  [
    "FREQ=MONTHLY;BYDAY=4MO",
    repeat({ kind: "monthly-weekday" }),
    "Every month on the fourth Monday",
  ],
];

test.each(pairs)("the rule %s and the form are equivalent", (rule, form, words) => {
  expect(repeatOf(rule, DATE)).toEqual(form);
  expect(ruleOf(form, DATE)).toBe(rule);
  expect(repeatWords(form, DATE)).toBe(words);
});

test("a weekly rule without days repeats on its first weekday", () => {
  expect(repeatOf("FREQ=WEEKLY", DATE)).toEqual(repeat({ kind: "weekly" }));
});

test("the last weekday of a month stays the last", () => {
  expect(ruleOf(repeat({ kind: "monthly-weekday" }), "2026-11-30")).toBe("FREQ=MONTHLY;BYDAY=-1MO");
});

test("the form keeps a rule that it can't show", () => {
  for (const rule of ["FREQ=DAILY;COUNT=10", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=MO,TU"]) {
    const form = repeatOf(rule, DATE);
    expect(form.kind).toBe("other");
    expect(ruleOf(form, DATE)).toBe(rule);
  }
});

const weekly = {
  startsAt: "2026-11-02T20:00:00",
  durationMinutes: 120,
  repeat: "FREQ=WEEKLY;BYDAY=MO,TH",
  except: ["2026-11-09", "2026-11-12"],
};

test("an entry that happens once moves to its new day and time", () => {
  const once = { ...weekly, repeat: null, except: [] };

  expect(
    movedSeries(once, { from: "2026-11-02", to: { date: "2026-11-04", minute: 600, minutes: 60 } }),
  ).toEqual({ ...once, startsAt: "2026-11-04T10:00:00", durationMinutes: 60 });
});

test("a later hour applies to the whole series and keeps its days", () => {
  expect(
    movedSeries(weekly, {
      from: "2026-11-23",
      to: { date: "2026-11-23", minute: 1275, minutes: 90 },
    }),
  ).toEqual({ ...weekly, startsAt: "2026-11-02T21:15:00", durationMinutes: 90 });
});

test("a weekly series moves with its day, together with the start and exceptions of that day", () => {
  expect(
    movedSeries(weekly, {
      from: "2026-11-23",
      to: { date: "2026-11-24", minute: 1200, minutes: 120 },
    }),
  ).toEqual({
    startsAt: "2026-11-03T20:00:00",
    durationMinutes: 120,
    repeat: "FREQ=WEEKLY;BYDAY=TU,TH",
    except: ["2026-11-10", "2026-11-12"],
  });
});

test("a daily entry keeps its days", () => {
  const daily = { ...weekly, repeat: "FREQ=DAILY", except: [] };

  expect(
    movedSeries(daily, {
      from: "2026-11-23",
      to: { date: "2026-11-25", minute: 540, minutes: 120 },
    }),
  ).toEqual({ ...daily, startsAt: "2026-11-02T09:00:00" });
});
