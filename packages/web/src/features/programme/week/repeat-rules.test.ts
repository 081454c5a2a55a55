import { expect, test } from "vitest";
import { onceOn, repeatOf, repeatWords, ruleOf } from "./repeat-rules.ts";
import type { Repeat } from "./repeat-rules.ts";

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
