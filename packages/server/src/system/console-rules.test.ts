import { expect, test } from "vitest";
import { readingStatement } from "./console-rules.ts";

test.each([
  [" select 1 ; \n", "select 1"],
  [
    "-- the newest\n/* of all */ WITH a AS (SELECT 1) TABLE a;",
    "-- the newest\n/* of all */ WITH a AS (SELECT 1) TABLE a",
  ],
  ["values (1)", "values (1)"],
])("%j is accepted as a reading statement", (text, statement) => {
  expect(readingStatement(text)).toBe(statement);
});

test.each([
  "",
  ";",
  "update tracks set title = ''",
  "selection",
  "-- select 1",
  "do $$ begin end $$",
])("%j is not accepted", (text) => {
  expect(readingStatement(text)).toBeNull();
});
