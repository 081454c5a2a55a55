import { expect, test } from "vitest";
import { judgeClock, judgeDiskRoom, judgeDiskSpeed, judgeOpenFiles } from "./machine-rules.ts";

const MIB = 1024 ** 2;

test.each([
  [64 * MIB - 1, "bad"],
  [64 * MIB, "warning"],
  [1024 * MIB - 1, "warning"],
  [1024 * MIB, "ok"],
])("with %i bytes free the room on the disk is %s", (freeBytes, state) => {
  expect(judgeDiskRoom(freeBytes).state).toBe(state);
});

test.each([
  [
    { bytes: 8 * MIB, writeMs: 100, syncMs: 3 },
    "ok",
    "writes 80 MiB/s, a small write takes 3.0 ms",
  ],
  [
    { bytes: 8 * MIB, writeMs: 2000, syncMs: 3 },
    "warning",
    "writes 4.0 MiB/s, a small write takes 3.0 ms",
  ],
  [
    { bytes: 8 * MIB, writeMs: 100, syncMs: 251 },
    "warning",
    "writes 80 MiB/s, a small write takes 251.0 ms",
  ],
])("a disk with %j is %s", (measured, state, found) => {
  expect(judgeDiskSpeed(measured)).toMatchObject({ state, found });
});

test.each([
  [null, "ok"],
  [1512, "ok"],
  [1511, "warning"],
  [755, "bad"],
])("a limit of %s open files for 1000 listeners is %s", (limit, state) => {
  expect(judgeOpenFiles({ limit, maxListeners: 1000, isStationRunning: true }).state).toBe(state);
});

test("a stopped station says that the limit is the shell's", () => {
  const judged = judgeOpenFiles({ limit: 1024, maxListeners: 10, isStationRunning: false });

  expect(judged.found).toBe("this shell may open 1,024 files; 10 listeners need 522");
});

test.each([
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "the certificate of radio.example is not trusted on this machine",
  ],
  ["ECONNREFUSED", "radio.example did not tell its time (ECONNREFUSED)"],
])("a clock that can't be read because of %s says so", (reason, found) => {
  expect(judgeClock([{ with: "radio.example", reason }])).toMatchObject({
    state: "ok",
    found: `not compared: ${found}`,
  });
  const database = { with: "the database server", aheadMs: 0, accuracyMs: 0 };
  expect(judgeClock([{ with: "radio.example", reason }, database]).found).toBe(
    "agrees with the database server",
  );
});

test.each([
  [
    [],
    "ok",
    "not compared: a database server or PUBLIC_URL would be needed to compare the clock with",
  ],
  [[["the database server", -1900, 0]], "ok", "agrees with the database server"],
  [[["the database server", 2400, 500]], "ok", "agrees with the database server"],
  [[["the database server", 2600, 500]], "warning", "2.6 s ahead of the database server"],
  [
    [
      ["the database server", 0, 0],
      ["radio.example", -90_000, 600],
    ],
    "bad",
    "agrees with the database server, 90.0 s behind radio.example",
  ],
] as const)("a clock compared as %j is %s", (compared, state, found) => {
  const comparisons = compared.map(([name, aheadMs, accuracyMs]) => ({
    with: name,
    aheadMs,
    accuracyMs,
  }));

  expect(judgeClock(comparisons)).toMatchObject({ state, found });
});
