import { expect, test } from "vitest";
import { deliveredKbps, isWithin, newDelivery, recordArrival } from "./delivery-rules.ts";

/** 192 kbit/s are 24 bytes a millisecond. */
function sent(everyMs: number, { pieces, fromMs }: { pieces: number; fromMs: number }) {
  const delivery = newDelivery();
  for (let atMs = fromMs; atMs < fromMs + 10_000; atMs += everyMs)
    for (let piece = 0; piece < pieces; piece += 1)
      recordArrival(delivery, (24 * everyMs) / pieces, atMs + piece);
  return deliveredKbps(delivery);
}

test("a bitrate is measured to the byte, however the portions and pieces are cut", () => {
  expect(sent(940, { pieces: 1, fromMs: 1 })).toBeCloseTo(192, 6);
  expect(sent(313, { pieces: 5, fromMs: 70 })).toBeCloseTo(192, 6);
  expect(sent(58, { pieces: 1, fromMs: 5 })).toBeCloseTo(192, 6);
});

test("a listener who gets less is detected", () => {
  const delivery = newDelivery();
  for (let portion = 0; portion < 20; portion += 1)
    if (portion !== 7) recordArrival(delivery, 24 * 500, 1 + portion * 500);

  expect(deliveredKbps(delivery)).toBeLessThan(185);
  expect(isWithin(deliveredKbps(delivery), { of: 192, share: 0.01 })).toBe(false);
  expect(deliveredKbps(newDelivery())).toBe(0);
});

test("one per cent is one per cent", () => {
  expect([190.1, 190, 193.9, 194].map((kbps) => isWithin(kbps, { of: 192, share: 0.01 }))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
