import { expect, test } from "vitest";
import { dayChoices, dayValue } from "./holidays-data.ts";

const clock = {
  id: "f2d1a8c4-6c1e-4f0a-8d7b-0c9b5a6e3d21",
  name: "Festive",
  color: "violet",
  isFilled: true,
  slots: [],
  version: 1,
} as const;

test("a holiday's programme is one choice from a list, described in words", () => {
  const choices = dayChoices([{ ...clock, slots: [] }]);

  expect(choices.map(({ name }) => name)).toEqual([
    "The usual week",
    "As on Mondays",
    "As on Tuesdays",
    "As on Wednesdays",
    "As on Thursdays",
    "As on Fridays",
    "As on Saturdays",
    "As on Sundays",
    "Nothing that repeats",
    "All day the clock Festive",
  ]);
  expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  expect(choices.map(({ day }) => dayValue(day))).toEqual(choices.map(({ value }) => value));
});
