import { expect, test } from "vitest";
import { decideReconnect, MAX_ATTEMPTS, socketUrls } from "./reconnect-rules.ts";

test("each attempt waits one second longer than the one before", () => {
  const delays = [0, 1, 2, 3, 4].map((attempts) => {
    const decision = decideReconnect({ closeCode: 1006, attempts, random: 0.5 });
    return decision.kind === "retry" ? decision.delayMs : decision.kind;
  });

  expect(delays).toEqual([1000, 2000, 3000, 4000, 5000]);
});

test("after five attempts the socket gives up and a new series is about a minute away", () => {
  const decision = decideReconnect({ closeCode: 1006, attempts: MAX_ATTEMPTS, random: 0.5 });

  expect(decision).toEqual({ kind: "give-up", newSeriesInMs: 60_000 });
});

test("a normal close is not followed by a reconnect", () => {
  expect(decideReconnect({ closeCode: 1000, attempts: 0, random: 0.5 })).toEqual({
    kind: "stay-closed",
  });
});

test("the socket is on the page's host, and secure when the page is", () => {
  const page = { protocol: "https:", hostname: "radio.example", host: "radio.example", port: "" };

  expect(socketUrls(page)).toEqual(["wss://radio.example/ws"]);
});

test("localhost without a port means the page's own host first, and port 5000 after it", () => {
  const page = { protocol: "http:", hostname: "localhost", host: "localhost", port: "" };

  expect(socketUrls(page)).toEqual(["ws://localhost/ws", "ws://localhost:5000/ws"]);
});
