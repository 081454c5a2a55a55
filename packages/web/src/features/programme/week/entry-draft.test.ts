import type { ScheduleEntry } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { formOf, outcomeOf, problemsOf, spanOf } from "./entry-draft.ts";

const span = { date: "2026-11-23", minute: 1200, minutes: 120 };
const weekly: ScheduleEntry = {
  id: "e",
  what: { kind: "show", showId: "s" },
  startsAt: "2026-11-02T20:00:00",
  durationMinutes: 120,
  repeat: "FREQ=WEEKLY;BYDAY=MO",
  except: ["2026-11-09"],
  priority: 0,
  version: 4,
};
const opened = formOf({ span, entry: weekly, what: "" });
const outcome = (change: Partial<typeof opened>) =>
  outcomeOf({ ...opened, ...change }, { entry: weekly, before: opened });

test("a new entry is saved as entered in the form", () => {
  const form = { ...formOf({ span, entry: undefined, what: "clock c" }), to: "01:00" };

  expect(spanOf(form)?.minutes).toBe(300);
  expect(outcomeOf(form, { entry: undefined, before: form })).toEqual({
    kind: "all",
    draft: {
      what: { kind: "clock", clockId: "c" },
      startsAt: "2026-11-23T20:00:00",
      durationMinutes: 300,
      repeat: null,
      except: [],
      priority: 0,
    },
  });
});

test("a new time for a repeating entry may apply to one date only", () => {
  expect(outcome({ from: "21:00", to: "23:00" })).toEqual({
    kind: "ask",
    span: { ...span, minute: 1260 },
    draft: {
      what: weekly.what,
      startsAt: "2026-11-02T21:00:00",
      durationMinutes: 120,
      repeat: weekly.repeat,
      except: weekly.except,
      priority: 0,
    },
  });
});

test("any other change applies to all dates and keeps the times", () => {
  expect(outcome({ priority: 3, except: [] })).toMatchObject({
    kind: "all",
    draft: { startsAt: weekly.startsAt, repeat: weekly.repeat, except: [], priority: 3 },
  });
  expect(outcome({ repeat: { ...opened.repeat, weeks: 2 } })).toMatchObject({
    kind: "all",
    draft: { startsAt: weekly.startsAt, repeat: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO" },
  });
});

test("the form says which field is wrong", () => {
  expect(problemsOf(opened)).toEqual({});
  expect(
    problemsOf({
      ...opened,
      what: "",
      to: "20:02",
      repeat: { ...opened.repeat, days: [], until: "2026-11-01" },
    }),
  ).toEqual({
    what: "Choose a show or a clock",
    to: "At least five minutes",
    days: "Choose at least one day",
    until: "The last day is before the first",
  });
});
