import { expect, test } from "vitest";
import { listNext } from "./coming.ts";

const MINUTE_MS = 60_000;
const planned = [
  { id: "first", name: "Uplink", startsAtMs: 2 * MINUTE_MS },
  { id: "second", name: "Tide", startsAtMs: 6 * MINUTE_MS },
];

test("[B4] a request comes before the plan", () => {
  const waiting = [{ id: "a", name: "Sweep", itemId: null, waitsFor: null, startsAtMs: 0 }];

  expect(listNext({ waiting, planned, nowMs: 0 })).toEqual([
    "requested Sweep",
    "Uplink in 2 min",
    "Tide in 6 min",
  ]);
});

test("[B4] a request waiting for its slot is listed where it is expected, in place of the planned item", () => {
  const waitsFor = { kind: "slot", clock: "Evening", show: null } as const;
  const waiting = [
    { id: "a", name: "Sweep", itemId: "second", waitsFor, startsAtMs: 6 * MINUTE_MS },
    { id: "b", name: "Drive", itemId: null, waitsFor, startsAtMs: null },
  ];

  expect(listNext({ waiting, planned, nowMs: 0 })).toEqual([
    "Uplink in 2 min",
    "requested Sweep in 6 min",
  ]);
});
