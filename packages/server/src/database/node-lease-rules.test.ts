import { expect, test } from "vitest";
import { holderOf, isSameHolder, LEASE_ENDS_AFTER_MS, mayRelyOn } from "./node-lease-rules.ts";

const row = { holder: "a", token: 7, secret: "s", url: "http://127.0.0.1:5000" };

test("a holder relies on its last sign of life for three and a half seconds", () => {
  expect(mayRelyOn(1000, 4499)).toBe(true);
  expect(mayRelyOn(1000, 4500)).toBe(false);
});

test("a holder stops relying on the lease before PostgreSQL ends it", () => {
  expect(mayRelyOn(0, LEASE_ENDS_AFTER_MS)).toBe(false);
});

test("calls go to a holder that answers, and to none while it starts", () => {
  expect(holderOf(row)).toEqual({ url: "http://127.0.0.1:5000", secret: "s" });
  expect(holderOf({ ...row, url: null })).toBeNull();
  expect(holderOf(null)).toBeNull();
});

test("a node that took the lease again is another holder, at the same address too", () => {
  const before = holderOf(row);

  expect(isSameHolder(before, holderOf({ ...row }))).toBe(true);
  expect(isSameHolder(before, holderOf({ ...row, secret: "t" }))).toBe(false);
  expect(isSameHolder(before, null)).toBe(false);
  expect(isSameHolder(null, null)).toBe(true);
});
