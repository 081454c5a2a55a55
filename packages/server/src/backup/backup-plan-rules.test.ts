import { expect, test } from "vitest";
import {
  backupsToRemove,
  isBackupDue,
  isBackupLate,
  readScheduledName,
  scheduledName,
} from "./backup-plan-rules.ts";

const at = (local: string) => Date.parse(local);
const plan = { isOn: true, hour: 4, everyDays: 1 };
const night = {
  plan,
  timeZone: "UTC",
  nowMs: at("2026-03-10T04:00:00Z"),
  newestAtMs: at("2026-03-09T04:00:10Z"),
  sinceMs: at("2026-03-01T12:00:00Z"),
  failedAtMs: null,
};

test.each([
  ["at its hour", {}, true],
  ["a minute before it", { nowMs: at("2026-03-10T03:59:00Z") }, false],
  ["again after it was made", { newestAtMs: at("2026-03-10T04:00:10Z") }, false],
  ["while the plan is off", { plan: { ...plan, isOn: false } }, false],
  ["late, when the station was stopped at its hour", { nowMs: at("2026-03-10T09:30:00Z") }, true],
  ["within an hour of a failure", { failedAtMs: at("2026-03-10T03:30:00Z") }, false],
  ["an hour after a failure", { failedAtMs: at("2026-03-10T03:00:00Z") }, true],
  ["in the station's time zone", { timeZone: "Europe/Berlin" }, true],
  [
    "at its hour of another time zone only",
    { timeZone: "Europe/Berlin", newestAtMs: at("2026-03-10T03:00:10Z") },
    false,
  ],
  ["before a week has passed", { plan: { ...plan, everyDays: 7 } }, false],
  [
    "after a week, although the last took some seconds",
    { plan: { ...plan, everyDays: 7 }, newestAtMs: at("2026-03-03T04:00:30Z") },
    true,
  ],
  [
    "a day early, when the clocks go back on it",
    {
      plan: { ...plan, everyDays: 2 },
      timeZone: "Europe/Berlin",
      newestAtMs: at("2026-10-24T02:00:30Z"),
      nowMs: at("2026-10-25T03:00:00Z"),
    },
    false,
  ],
  [
    "after two days, of which one had 23 hours",
    {
      plan: { ...plan, everyDays: 2 },
      timeZone: "Europe/Berlin",
      newestAtMs: at("2026-03-28T03:00:30Z"),
      nowMs: at("2026-03-30T02:00:00Z"),
    },
    true,
  ],
  ["for the first time", { newestAtMs: null, plan: { ...plan, everyDays: 7 } }, true],
  [
    "for the first time, before its hour has come since the start",
    { newestAtMs: null, sinceMs: at("2026-03-10T04:00:00Z") },
    false,
  ],
])("whether a backup is due %s", (_when, change, isDue) => {
  expect(isBackupDue({ ...night, ...change })).toBe(isDue);
});

test.each([
  [{ newestAtMs: at("2026-03-08T04:00:00Z") }, false],
  [{ newestAtMs: at("2026-03-08T03:59:00Z") }, true],
  [{ newestAtMs: at("2026-03-08T03:59:00Z"), plan: { ...plan, everyDays: 2 } }, false],
  [{ newestAtMs: null }, true],
  [{ newestAtMs: null, sinceMs: at("2026-03-09T04:00:00Z") }, false],
  [{ newestAtMs: null, plan: { ...plan, isOn: false } }, false],
])("with %j a backup is late: %s", (change, isLate) => {
  expect(isBackupLate({ ...night, ...change })).toBe(isLate);
});

test("only the newest backups stay, partial ones go, and other files are left alone", () => {
  const names = [
    "scheduled-2026-03-01T04-00-00Z.backup.gz",
    "scheduled-2026-03-02T04-00-00Z.backup.tar",
    "scheduled-2026-03-03T04-00-00Z.backup.gz",
    "scheduled-2026-03-04T04-00-00Z.backup.gz.part",
    "neonrelay-2026-01-01T04-00-00Z.backup.gz",
    "before-1.0.0-2026-01-01T04-00-00Z.backup.gz",
    "scheduled-notes.txt",
  ];

  expect(backupsToRemove(names, { keep: 2 })).toEqual([
    "scheduled-2026-03-01T04-00-00Z.backup.gz",
    "scheduled-2026-03-04T04-00-00Z.backup.gz.part",
  ]);
});

test("a backup's name says when it was made", () => {
  const createdAtMs = at("2026-03-10T04:00:12Z");
  const name = scheduledName(createdAtMs, { withMusic: true });

  expect(name).toBe("scheduled-2026-03-10T04-00-12Z.backup.tar");
  expect(readScheduledName(name)).toEqual({ createdAtMs, isWhole: true });
  expect(readScheduledName("holiday.jpg")).toBeNull();
});
