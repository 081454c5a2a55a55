import type { ScheduleEntry } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import {
  editedTimes,
  entryWords,
  formOf,
  newTimes,
  offeredSpan,
  outcomeOf,
  problemsOf,
  spanOf,
  timesOfShow,
  timesProblemsOf,
} from "./entry-draft.ts";
import { onceOn } from "./repeat-rules.ts";

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

test("Add to Week offers an hour of the shown day, from the next full hour, and never one that is over", () => {
  const next = { date: "2026-11-24", minute: 600 };

  expect(["2026-11-23", "2026-11-24", "2026-11-27"].map((day) => offeredSpan(day, next))).toEqual([
    { ...next, minutes: 60 },
    { ...next, minutes: 60 },
    { date: "2026-11-27", minute: 600, minutes: 60 },
  ]);
});

test("the weekday of a new entry follows its date, unless other days are chosen", () => {
  const monday = newTimes(span);
  const typing = editedTimes(monday, { date: "" });
  const two = { ...monday, repeat: { ...monday.repeat, days: ["MO", "FR"] as const } };

  expect(editedTimes(typing, { date: "2026-11-25" }).repeat.days).toEqual(["WE"]);
  expect(editedTimes(two, { date: "2026-11-25" }).repeat.days).toEqual(["MO", "FR"]);
  expect(editedTimes(monday, { repeat: { ...monday.repeat, days: ["FR"] } }).repeat.days).toEqual([
    "FR",
  ]);
});

test("the end of a new entry moves with its start, and stays where it is set", () => {
  const evening = newTimes(span);

  expect(editedTimes(evening, { from: "23:00" })).toMatchObject({ from: "23:00", to: "01:00" });
  expect(editedTimes(evening, { to: "21:00" })).toMatchObject({ from: "20:00", to: "21:00" });
  expect(editedTimes(evening, { from: "" })).toMatchObject({ from: "", to: "22:00" });
});

test("a single new time that is over is refused; a series or a stored entry is not", () => {
  const once = { ...newTimes(span), repeat: onceOn(span.date) };
  const problem = { date: "This time is over. Choose a later one." };

  expect(timesProblemsOf(once, { date: "2026-11-23", minute: 1320 })).toEqual(problem);
  expect(timesProblemsOf(once, { date: "2026-11-23", minute: 1319 })).toEqual({});
  expect(timesProblemsOf(newTimes(span), { date: "2027-01-01", minute: 0 })).toEqual({});
  expect(timesProblemsOf(once, undefined)).toEqual({});
});

test("an entry is named by its days and times", () => {
  expect(entryWords(weekly)).toBe("Every week on Monday, 20:00 – 22:00");
  expect(entryWords({ ...weekly, repeat: null, durationMinutes: 300 })).toBe(
    "Monday, 2 November, 20:00 – 01:00",
  );
});

test("a show has the words of an entry that repeats, and how many others it has", () => {
  const once = { ...weekly, id: "o", startsAt: "2026-10-01T08:00:00", repeat: null };
  const ofAnother = { ...weekly, id: "a", what: { kind: "show", showId: "t" } } as const;

  expect(timesOfShow("s", [ofAnother, once, weekly])).toBe(
    "Every week on Monday, 20:00 – 22:00, and 1 other time",
  );
  expect(timesOfShow("s", [ofAnother])).toBe("Not on the week");
});

test("a new entry is weekly at first, and saved as entered in the form", () => {
  const form = { ...formOf({ span, entry: undefined, what: "clock c" }), to: "01:00" };

  expect(spanOf(form)?.minutes).toBe(300);
  expect(outcomeOf(form, { entry: undefined, before: form })).toEqual({
    kind: "all",
    draft: {
      what: { kind: "clock", clockId: "c" },
      startsAt: "2026-11-23T20:00:00",
      durationMinutes: 300,
      repeat: "FREQ=WEEKLY;BYDAY=MO",
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
  expect(problemsOf(opened, undefined)).toEqual({});
  expect(
    problemsOf(
      {
        ...opened,
        what: "",
        to: "20:02",
        repeat: { ...opened.repeat, days: [], until: "2026-11-01" },
      },
      undefined,
    ),
  ).toEqual({
    what: "Choose a show or a clock",
    to: "At least five minutes",
    days: "Choose at least one day",
    until: "The last day is before the first",
  });
});
