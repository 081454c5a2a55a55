import { expect, test } from "vitest";
import { connectionStateOf, decideReconnect, isStale, MAX_ATTEMPTS } from "./reconnect-rules.ts";

test("each attempt waits one second longer than the one before", () => {
  const delays = [0, 1, 2, 3, 4].map((attempts) => {
    const decision = decideReconnect({ closeCode: 1006, attempts, random: 0.5 });
    return decision.kind === "retry" ? decision.delayMs : decision.kind;
  });

  expect(delays).toEqual([1000, 2000, 3000, 4000, 5000]);
});

test("after five attempts the socket gives up, and starts again about a minute later", () => {
  const decision = decideReconnect({ closeCode: 1006, attempts: MAX_ATTEMPTS, random: 0.5 });

  expect(decision).toEqual({ kind: "give-up", newSeriesInMs: 60_000 });
});

test("a normal close causes no reconnect", () => {
  expect(decideReconnect({ closeCode: 1000, attempts: 0, random: 0.5 })).toEqual({
    kind: "stay-closed",
  });
});

test("the socket has six states", () => {
  const states = [0, 1, 2, 3, 4, undefined].map((readyState) =>
    connectionStateOf({ readyState, hasGivenUp: false }),
  );

  expect(states).toEqual([
    "CONNECTING",
    "CONNECTED",
    "CLOSING",
    "CLOSED",
    "UNKNOWN",
    "DISCONNECTED",
  ]);
  expect(connectionStateOf({ readyState: undefined, hasGivenUp: true })).toBe("CLOSED");
});

test("[W265] what was heard before the socket was lost, or without a network, may be wrong by now", () => {
  const lost = { isOnline: true, state: "CONNECTING", lostAtMs: 5000, heardAtMs: 4000 } as const;

  expect(isStale(lost)).toBe(true);
  expect(isStale({ ...lost, heardAtMs: 5001 })).toBe(false);
  expect(isStale({ ...lost, state: "CONNECTED" })).toBe(false);
  expect(isStale({ ...lost, lostAtMs: undefined })).toBe(false);
  expect(isStale({ ...lost, lostAtMs: undefined, isOnline: false })).toBe(true);
});
