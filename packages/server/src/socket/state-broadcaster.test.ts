import { expect, test } from "vitest";
import { stateIntervalMs } from "./state-broadcaster.ts";

test("a small state is sent at once where few listen", () => {
  expect(stateIntervalMs({ sizeBytes: 1000, sockets: 50 })).toBeLessThanOrEqual(2);
});

test("the list of names of a full channel comes to a browser less than three times a second", () => {
  expect(stateIntervalMs({ sizeBytes: 38_000, sockets: 1 })).toBe(380);
});

test("a crowd gets no more than 200 Mbit/s of one state, whatever its size", () => {
  expect(stateIntervalMs({ sizeBytes: 38_000, sockets: 10_000 })).toBe(15_200);
  expect(stateIntervalMs({ sizeBytes: 700, sockets: 10_000 })).toBe(280);
});
