import { expect, test } from "vitest";
import { testPlay, testStatus } from "../radio/test-status.ts";
import { expectJoin } from "./expected-join-rules.ts";

const nowMs = 5_000_000;
/** A three-minute track, one minute of which had played ten seconds ago. */
const status = testStatus(testPlay({}), nowMs - 10_000);

test("the next join is at the end of what is on air", () => {
  expect(expectJoin({ status, nowMs })).toEqual({ kind: "in", waitMs: 110_000 });
});

test("a play that exceeds its length delays nothing", () => {
  expect(expectJoin({ status, nowMs: nowMs + 3_600_000 })).toEqual({
    kind: "in",
    waitMs: 0,
  });
  expect(expectJoin({ status: { ...status, now: null }, nowMs })).toEqual({
    kind: "in",
    waitMs: 0,
  });
});

test("the end of a DJ's broadcast or an external stream is unknown", () => {
  const live = { ...status, now: testPlay({ kind: "live", durationMs: null }) };

  expect(expectJoin({ status: live, nowMs })).toEqual({ kind: "unknown" });
  expect(expectJoin({ status: null, nowMs })).toEqual({ kind: "unknown" });
});

test("no join is expected while the station is paused", () => {
  expect(expectJoin({ status: { ...status, source: "paused" }, nowMs })).toEqual({
    kind: "paused",
  });
});
