import type { SetUp } from "@neonrelay/contract/callers";
import { testSettings } from "@neonrelay/contract/test-settings";
import { expect, test } from "vitest";
import { setUpPoints } from "./set-up-points.ts";

const nothing: SetUp = {
  isNameChosen: false,
  isTimeZoneChosen: false,
  hasOwnMusic: false,
  demoTrackIds: [],
  isProgrammeChosen: false,
  hasBackup: false,
  isDismissed: false,
};
const fresh = {
  setUp: nothing,
  settings: testSettings({ timeZone: "UTC" }),
  openChecks: 4,
  mayDelete: true,
  mayBackUp: true,
  browserZone: "America/New_York",
};
const zoneOf = (found: Partial<typeof fresh>) =>
  setUpPoints({ ...fresh, ...found }).find(({ name }) => name === "Time zone");

test("[W232] every point of a new station is open, and each is done by its own fact", () => {
  const points = setUpPoints(fresh);
  const facts = { ...nothing, isNameChosen: true, isTimeZoneChosen: true, hasOwnMusic: true };
  const rest = { isProgrammeChosen: true, hasBackup: true };
  const done = setUpPoints({ ...fresh, setUp: { ...facts, ...rest }, openChecks: 0 });

  expect(points.map(({ name, isDone }) => [name, isDone])).toEqual([
    ["Name", false],
    ["Time zone", false],
    ["Music", false],
    ["Programme", false],
    ["Going public", false],
    ["Backups", false],
  ]);
  expect(done.every(({ isDone }) => isDone)).toBe(true);
});

test("[W232] demo tracks among one's own music leave by one button", () => {
  const setUp = { ...nothing, hasOwnMusic: true, demoTrackIds: ["a", "b"] };
  const musicFor = (mayDelete: boolean) =>
    setUpPoints({ ...fresh, setUp, mayDelete }).find(({ name }) => name === "Music");

  expect(musicFor(true)).toMatchObject({
    isDone: false,
    text: "2 demo tracks may play among yours.",
    fix: { name: "Remove the demo", trashes: ["a", "b"] },
  });
  expect(musicFor(false)).not.toHaveProperty("fix");
});

test("[W232] a role that can't plan backups is not asked to", () => {
  const points = setUpPoints({ ...fresh, mayBackUp: false });

  expect(points.map(({ name }) => name)).not.toContain("Backups");
});

test("[W233] the browser's time zone is offered; a station that has it can keep it", () => {
  expect(zoneOf({})).toMatchObject({
    text: "The schedule counts in UTC.",
    fix: { name: "Use America/New York", change: { timeZone: "America/New_York" } },
  });
  expect(zoneOf({ browserZone: "UTC" })?.fix?.name).toBe("Keep UTC");
});
