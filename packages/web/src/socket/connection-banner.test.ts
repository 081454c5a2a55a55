import { expect, test } from "vitest";
import { connectionNotice } from "./connection-banner.tsx";

const notice = (change: Partial<Parameters<typeof connectionNotice>[0]>) =>
  connectionNotice({ isOnline: true, isLost: false, state: "CONNECTED", ...change });

test("there is no notice while the socket is open, at the first connect, or when the session changes", () => {
  expect([notice({}), notice({ state: "CONNECTING" }), notice({ state: "DISCONNECTED" })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a lost socket is being reconnected, and once that has failed the visitor can try", () => {
  const lost = { isLost: true };

  expect(notice({ ...lost, state: "CONNECTING" })?.text).toMatch(/^Reconnecting to the station/);
  expect(notice({ ...lost, state: "DISCONNECTED" })?.canReconnect).toBe(false);
  expect(notice({ ...lost, state: "CLOSED" })).toEqual({
    text: "Live updates are lost. What you see may be a few seconds old.",
    canReconnect: true,
  });
});

test("offline, the notice says so", () => {
  expect(notice({ isOnline: false, isLost: true, state: "CLOSED" })).toEqual({
    text: "You are offline. What you see may be old.",
    canReconnect: false,
  });
});
