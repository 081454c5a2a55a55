import { expect, test } from "vitest";
import {
  hangs,
  holderOf,
  isSameHolder,
  LEASE_ENDS_AFTER_MS,
  mayRelyOn,
  standstillAfter,
  type Standstill,
} from "./node-lease-rules.ts";

const row = { holder: "a", token: 7, secret: "s", url: "http://127.0.0.1:5000" };

test("a holder trusts its last sign of life for 3.5 seconds", () => {
  expect(mayRelyOn(1000, 4499)).toBe(true);
  expect(mayRelyOn(1000, 4500)).toBe(false);
});

test("a holder stops relying on the lease before PostgreSQL ends it", () => {
  expect(mayRelyOn(0, LEASE_ENDS_AFTER_MS)).toBe(false);
});

/** A main thread that has stopped beating, seen every half second. @param waits its CPU wait in each, in ms */
function seeStandstill(waits: readonly number[]): Standstill {
  let waitedInAllMs = 90_000;
  let seen = standstillAfter(null, { beats: 7n, waitedInAllMs });
  for (const waitedMs of waits) {
    waitedInAllMs += waitedMs;
    seen = standstillAfter(seen, { beats: 7n, waitedInAllMs });
  }
  return seen;
}
const looks = (seconds: number) => Array.from({ length: 2 * seconds });

test("a main thread without a beat counts as hung before the lease would end", () => {
  expect(hangs(seeStandstill(looks(3).map(() => 0)))).toBe(false);
  expect(hangs(seeStandstill(looks(3.5).map(() => 0)))).toBe(true);
});

test("a main thread that waits for a CPU counts as hung only after twenty seconds", () => {
  expect(hangs(seeStandstill(looks(19).map(() => 450)))).toBe(false);
  expect(hangs(seeStandstill(looks(20).map(() => 500)))).toBe(true);
});

test("a wait that the system reports late counts in full", () => {
  expect(hangs(seeStandstill(looks(9).map((_, index) => (index % 6 === 5 ? 3000 : 0))))).toBe(
    false,
  );
});

test("a beat shows that the main thread runs", () => {
  const stood = seeStandstill(looks(10).map(() => 0));

  const next = standstillAfter(stood, { beats: 8n, waitedInAllMs: 90_000 });

  expect(hangs(stood)).toBe(true);
  expect(hangs(next)).toBe(false);
});

test("calls go to a holder that answers, and nowhere while it starts", () => {
  expect(holderOf(row)).toEqual({ url: "http://127.0.0.1:5000", secret: "s" });
  expect(holderOf({ ...row, url: null })).toBeNull();
  expect(holderOf(null)).toBeNull();
});

test("a node that takes the lease again is a new holder, even at the same address", () => {
  const before = holderOf(row);

  expect(isSameHolder(before, holderOf({ ...row }))).toBe(true);
  expect(isSameHolder(before, holderOf({ ...row, secret: "t" }))).toBe(false);
  expect(isSameHolder(before, null)).toBe(false);
  expect(isSameHolder(null, null)).toBe(true);
});
