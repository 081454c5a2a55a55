import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { longSuites } from "./long-suites.ts";
import { longestFirst, spreadAmong } from "./spread-rules.ts";

const isOfBrowser = (suite: string) => suite.startsWith("browser");

test("browser suites are spread evenly among the others, in their own order", () => {
  const suites = ["sound 1", "sound 2", "sound 3", "sound 4", "browser 1", "browser 2"];

  expect(spreadAmong(suites, isOfBrowser)).toEqual([
    "browser 1",
    "sound 1",
    "sound 2",
    "browser 2",
    "sound 3",
    "sound 4",
  ]);
});

test.each([{ suites: [] }, { suites: ["sound 1", "sound 2"] }, { suites: ["browser 1"] }])(
  "suites of a single kind keep their order: $suites",
  ({ suites }) => {
    expect(spreadAmong(suites, isOfBrowser)).toEqual(suites);
  },
);

test("the longest come first, and the others keep their order", () => {
  const longest = ["day", "hour"];

  expect(longestFirst(["moment", "hour", "blink", "day"], { nameOf: String, longest })).toEqual([
    "day",
    "hour",
    "moment",
    "blink",
  ]);
});

test("each long suite exists", () => {
  const suites = globSync("packages/*/{src,tests}/**/*.*.test.ts", {
    cwd: path.dirname(import.meta.dirname),
  }).map((file) => path.basename(file));

  expect(longSuites.filter((name) => !suites.includes(name))).toEqual([]);
});
