import { expect, test } from "vitest";
import { decideRecovery, findHarm, findObstacle, nextCurrent } from "./release-rules.ts";

const from = { version: "0.1.0", root: "/opt/old", schema: 10 };
const to = { version: "0.2.0", root: "/opt/new", schema: 11 };
const change = { from, to, isBack: false };

test("an upgrade needs a newer version that can read the data", () => {
  expect(findObstacle(change)).toBeNull();
  expect(findObstacle({ ...change, to: { ...to, version: "0.1.0" } })).toBe(
    "0.1.0 is not newer than 0.1.0, which runs now.",
  );
  expect(findObstacle({ ...change, to: { ...to, version: "0.1.0-beta.1" } })).toContain(
    "is not newer",
  );
  expect(findObstacle({ ...change, to: { ...to, schema: 9 } })).toContain("an older form");
});

test("going back leads to an older version", () => {
  expect(findObstacle({ ...change, from: to, to: from, isBack: true })).toBeNull();
});

test("after an interrupted change, the data is restored if it was fully kept", () => {
  const underWay = { from: "0.1.0", to: "0.2.0", data: "data-before" } as const;

  const kept = { isDataKept: true, starting: "0.1.0" };

  expect(decideRecovery(null, kept)).toEqual({ kind: "none" });
  expect(decideRecovery(underWay, { ...kept, isDataKept: false })).toEqual({ kind: "forget" });
  expect(decideRecovery({ ...underWay, data: null }, kept)).toEqual({ kind: "forget" });
  expect(decideRecovery(underWay, kept)).toEqual({ kind: "restore", data: "data-before" });
});

test("a new version that is about to start has proven itself, and keeps its data", () => {
  const underWay = { from: "0.1.0", to: "0.2.0", data: "data-before" } as const;

  expect(decideRecovery(underWay, { isDataKept: true, starting: "0.2.0" })).toEqual({
    kind: "forget",
  });
});

test("a new version must be as healthy as the one before, not healthier", () => {
  const well = { health: 200, isHeard: true };

  expect(findHarm(well, well)).toBeNull();
  expect(findHarm({ health: 503, isHeard: false }, { health: 503, isHeard: false })).toBeNull();
  expect(findHarm(well, { ...well, health: 503 })).toBe("the station is not healthy (503)");
  expect(findHarm(well, { ...well, health: null })).toBe("the web app does not answer");
  expect(findHarm(well, { ...well, isHeard: false })).toBe("the stream can't be heard");
});

test("the next start uses the running version, whichever one this launcher is from", () => {
  const installed = { version: "0.1.0", root: "/opt/installed", schema: 10 };
  const first = { version: "0.2.0", root: "/data/releases/first", schema: 10 };
  const second = { version: "0.3.0", root: "/data/releases/second", schema: 11 };
  const up = { own: installed, installed: null, from: installed, to: first, isBack: false };

  expect(nextCurrent(up)).toEqual({
    ...first,
    installed: "0.1.0",
    previous: { ...installed, data: null },
  });
  expect(nextCurrent({ ...up, from: first, to: installed, isBack: true })).toBeNull();
  // Restarted since: this launcher is from the first upgrade, whatever has been installed since then.
  const later = { own: first, installed: "0.1.0" };
  expect(nextCurrent({ ...later, from: first, to: second, isBack: false })).toEqual({
    ...second,
    installed: "0.1.0",
    previous: { ...first, data: "data-before" },
  });
  expect(nextCurrent({ ...later, from: second, to: first, isBack: true })).toEqual({
    ...first,
    installed: "0.1.0",
    previous: null,
  });
});
