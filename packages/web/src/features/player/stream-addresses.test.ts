import { expect, test } from "vitest";
import { chooseAddress } from "./stream-addresses.ts";

const station = { url: "https://radio.example/stream.mp3", weight: 10 };
const paris = { url: "https://paris.example/stream.mp3", weight: 30 };
const spare = { url: "https://spare.example/stream.mp3", weight: 0 };
const addresses = [station, paris, spare];
const NOW_MS = 1_000_000;

function choose(random: number, failed: Readonly<Record<string, number>> = {}) {
  const failedAtMs = new Map(Object.entries(failed));
  return chooseAddress({ addresses, failedAtMs, nowMs: NOW_MS, random });
}

test("players are distributed by weight", () => {
  expect([0, 0.24, 0.26, 0.99].map((random) => choose(random))).toEqual([
    station.url,
    station.url,
    paris.url,
    paris.url,
  ]);
});

test("an address that has just failed is avoided for a minute", () => {
  const failed = { [paris.url]: NOW_MS - 59_000 };

  expect(choose(0.99, failed)).toBe(station.url);
  expect(choose(0.99, { [paris.url]: NOW_MS - 60_000 })).toBe(paris.url);
});

test("an address of weight 0 is used only once all others have failed", () => {
  const failed = { [paris.url]: NOW_MS - 10, [station.url]: NOW_MS - 20 };

  expect(choose(0.5, failed)).toBe(spare.url);
});

test("if all have failed, the one that failed first is retried", () => {
  const failed = { [paris.url]: NOW_MS - 30, [station.url]: NOW_MS - 20, [spare.url]: NOW_MS - 10 };

  expect(choose(0.5, failed)).toBe(paris.url);
});

test("without addresses there is nothing to choose", () => {
  const none = { addresses: [], failedAtMs: new Map<string, number>(), nowMs: 0, random: 0 };

  expect(chooseAddress(none)).toBeUndefined();
});
