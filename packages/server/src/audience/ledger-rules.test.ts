import type { SessionRow } from "@neonrelay/on-air/protocol";
import { expect, test } from "vitest";
import {
  boundRollups,
  listenedOf,
  listHashes,
  MAX_VALUES,
  OTHER,
  sumDays,
  sumRollups,
  sumSessions,
  usableLostRows,
  usableRows,
} from "./ledger-rules.ts";
import { noonMs, sessionId, sessionRow } from "./test-session-rows.ts";

const MINUTE_MS = 60_000;
const quarterMs = 15 * MINUTE_MS;
const listened = (rows: readonly SessionRow[]) => listenedOf({ rows, lost: [] }, "UTC");

test("[K1] rows up to the stored number are left out", () => {
  const rows = [sessionRow(4), sessionRow(5), sessionRow(6)];

  expect(usableRows(rows, 5).map(({ number }) => number)).toEqual([6]);
});

test("a row of a clock that was centuries off is left out, and one of a clock set back has no length", () => {
  const rows = [
    sessionRow(1, { fromMs: Date.UTC(1971, 0, 1) }),
    sessionRow(2, { toMs: 8.7e15 }),
    sessionRow(3, { fromMs: noonMs, toMs: noonMs - 86_400_000, seconds: 60 }),
  ];

  expect(usableRows(rows, 0)).toEqual([
    { ...sessionRow(3, { seconds: 60 }), fromMs: noonMs, toMs: noonMs, startedAtMs: noonMs },
  ]);
});

test("names from outside are cut, without characters that can't be stored", () => {
  const [row] = usableRows(
    [sessionRow(1, { mount: "/a\0b\uD800", player: "x".repeat(300), edge: "pa\nris" })],
    0,
  );

  expect(row).toMatchObject({ mount: "/a b\uFFFD", player: "x".repeat(60), edge: "pa ris" });
});

test("rows of a session add up to one session, which is open until its last row", () => {
  const first = sessionRow(1, { isLast: false, toMs: noonMs + quarterMs });
  const second = sessionRow(2, {
    sessionId: first.sessionId,
    startedAtMs: noonMs,
    isFirst: false,
    isLast: false,
    fromMs: noonMs + quarterMs,
    toMs: noonMs + 2 * quarterMs,
  });
  const sum = {
    id: sessionId(1),
    startedAtMs: noonMs,
    endedAtMs: noonMs + 2 * quarterMs,
    seconds: 1800,
    bytes: 2000,
  };

  expect(sumSessions([first, second])).toMatchObject([{ ...sum, isOpen: true }]);
  expect(sumSessions([first, { ...second, isLast: true }])).toMatchObject([
    { ...sum, isOpen: false },
  ]);
});

test("[K2] a row counts in the hour of the station's clock face in which it begins, and in its station day", () => {
  const rollups = sumRollups(listened([sessionRow(1, { edge: "paris" })]), "Asia/Kolkata");

  const sums = { seconds: 60, bytes: 1000, began: 1, ended: 1, lost: 0 };
  const hour = { span: "hour", atMs: noonMs - 30 * MINUTE_MS, ...sums };
  const day = { span: "day", atMs: Date.UTC(2030, 0, 9, 18, 30), ...sums };
  expect(rollups).toEqual([
    { ...hour, dimension: "all", value: "" },
    { ...hour, dimension: "mount", value: "/stream.mp3" },
    { ...day, dimension: "mount", value: "/stream.mp3" },
    { ...hour, dimension: "country", value: "DE" },
    { ...day, dimension: "country", value: "DE" },
    { ...day, dimension: "player", value: "VLC" },
    { ...day, dimension: "device", value: "computer" },
    { ...day, dimension: "edge", value: "paris" },
    { ...day, dimension: "via", value: "stream" },
  ]);
});

test("hours are kept apart when clocks go back", () => {
  const first = Date.UTC(2030, 9, 27, 0, 5);
  const rows = [0, 1, 2].map((hour) =>
    sessionRow(hour + 1, { fromMs: first + hour * 3_600_000, day: "2030-10-27" }),
  );

  const hours = sumRollups(listened(rows), "Europe/Berlin").filter(
    ({ dimension }) => dimension === "all",
  );

  expect(hours.map(({ atMs }) => new Date(atMs).toISOString())).toEqual([
    "2030-10-27T00:00:00.000Z",
    "2030-10-27T01:00:00.000Z",
    "2030-10-27T02:00:00.000Z",
  ]);
});

test("[K2] what exceeds the values of an hour or day counts as other, the shortest first", () => {
  const rows = Array.from({ length: MAX_VALUES.hour + 2 }, (_row, index) =>
    sessionRow(index + 1, { mount: `/${index}`, toMs: noonMs + (index + 1) * 1000 }),
  );
  const sums = sumRollups(listened(rows), "UTC").filter(
    ({ span, dimension }) => span === "hour" && dimension === "mount",
  );

  const bounded = boundRollups(sums, [
    { span: "hour", dimension: "mount", atMs: noonMs, value: "/0" },
  ]);

  expect(bounded).toHaveLength(MAX_VALUES.hour + 1);
  expect(bounded.find(({ value }) => value === "/0")).toMatchObject({ seconds: 1 });
  expect(bounded.find(({ value }) => value === OTHER)).toMatchObject({ seconds: 2 + 3, began: 2 });
});

test("[K3] sessions and seconds count for the day of the row, and each listener of a day once", () => {
  const rows = [
    sessionRow(1),
    sessionRow(2, { hash: sessionRow(1).hash }),
    sessionRow(3, { hash: sessionRow(1).hash, day: "2030-01-11", isFirst: false }),
  ];

  expect(sumDays(listened(rows))).toEqual([
    { day: "2030-01-10", sessions: 2, lost: 0, seconds: 120 },
    { day: "2030-01-11", sessions: 0, lost: 0, seconds: 60 },
  ]);
  expect(listHashes(rows).map(({ day }) => day)).toEqual(["2030-01-10", "2030-01-11"]);
});

test("[K2] rows that on-air had no room for count by hour, mount and country", () => {
  const lost = { spanFromMs: noonMs, mount: "/opus", country: "FR", seconds: 7200, sessions: 4 };
  const usable = usableLostRows(
    [
      { ...lost, number: 5 },
      { ...lost, number: 6, spanFromMs: 0 },
      { ...lost, number: 7 },
    ],
    5,
  );

  const rollups = sumRollups(listenedOf({ rows: [], lost: usable }, "UTC"), "UTC");

  expect(rollups.map(({ span, dimension, value }) => [span, dimension, value])).toEqual([
    ["hour", "all", ""],
    ["hour", "mount", "/opus"],

    ["day", "mount", "/opus"],
    ["hour", "country", "FR"],
    ["day", "country", "FR"],
  ]);
  expect(rollups[0]).toMatchObject({ seconds: 7200, began: 4, ended: 0, lost: 4 });
  expect(sumDays(listenedOf({ rows: [], lost: usable }, "Pacific/Auckland"))).toEqual([
    { day: "2030-01-11", sessions: 4, lost: 4, seconds: 7200 },
  ]);
});
