import { expect, test } from "vitest";
import { readModeration } from "./moderation.ts";

test.each([
  ["owl", { name: "owl", minutes: null, reason: "" }],
  ["owl 10m", { name: "owl", minutes: 10, reason: "" }],
  ["owl 2H spams a lot", { name: "owl", minutes: 120, reason: "spams a lot" }],
  ["owl 1d", { name: "owl", minutes: 1440, reason: "" }],
  ["owl 9999d", { name: "owl", minutes: 525_600, reason: "" }],
  ["owl 0m", { name: "owl", minutes: null, reason: "0m" }],
  ["owl spams 10m", { name: "owl", minutes: null, reason: "spams 10m" }],
  ["", null],
])("'%s' as a moderator's argument means %j", (argument, meant) => {
  expect(readModeration(argument)).toEqual(meant);
});
