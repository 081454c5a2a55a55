import { expect, test } from "vitest";
import { isListenerNews, newsOf } from "./live-news-rules.ts";
import { createLiveAddresses } from "./live-addresses.ts";
import { decideUpgrade, MAX_SOCKETS, MAX_SOCKETS_PER_NETWORK } from "./upgrade-rules.ts";

const stamp = {
  id: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
  timestamp: "2030-01-31T20:15:00.000Z",
};

function said(message: string) {
  return newsOf(
    { type: "chat.said", message: { ...stamp, username: "owl", message, isBot: false } },
    stamp,
  );
}

test("a chat message is told with a notification of its first fifty characters", () => {
  const message = "🎵".repeat(60);

  expect(said(message)).toEqual([
    { type: "chat_message", data: { ...stamp, username: "owl", message, isBot: false } },
    {
      type: "notification",
      data: {
        ...stamp,
        type: "chat_message",
        title: "New message from owl",
        message: "🎵".repeat(50),
        read: false,
        priority: "low",
      },
    },
  ]);
});

test("a request made in chat has high priority", () => {
  expect(said(".request neon")[1]).toMatchObject({ data: { priority: "high" } });
  expect(said("please .request neon")[1]).toMatchObject({ data: { priority: "low" } });
});

test("new listeners are told when their number rises, at most once in thirty seconds", () => {
  const rise = { before: 1, now: 2, lastToldAtMs: null, nowMs: 100_000 };

  expect(isListenerNews(rise)).toBe(true);
  expect(isListenerNews({ ...rise, now: 1 })).toBe(false);
  expect(isListenerNews({ ...rise, now: 0 })).toBe(false);
  expect(isListenerNews({ ...rise, before: null })).toBe(false);
  expect(isListenerNews({ ...rise, now: null })).toBe(false);
  expect(isListenerNews({ ...rise, lastToldAtMs: 70_001 })).toBe(false);
  expect(isListenerNews({ ...rise, lastToldAtMs: 70_000 })).toBe(true);
});

test("sockets are refused above the limits of the station and of one network", () => {
  const upgrade = {
    path: "/ws",
    host: "127.0.0.1:5000",
    origin: "http://127.0.0.1:5000",
    hasCookie: true,
    protocol: "http",
    knownNames: { names: [], publicOrigin: null },
    sockets: MAX_SOCKETS - 1,
    socketsOfNetwork: MAX_SOCKETS_PER_NETWORK - 1,
  } as const;

  expect(decideUpgrade(upgrade)).toEqual({ kind: "accepted" });
  expect(decideUpgrade({ ...upgrade, sockets: MAX_SOCKETS })).toMatchObject({ status: 503 });
  expect(decideUpgrade({ ...upgrade, socketsOfNetwork: MAX_SOCKETS_PER_NETWORK })).toMatchObject({
    status: 503,
  });
  expect(decideUpgrade({ ...upgrade, origin: undefined })).toMatchObject({ status: 403 });
  expect(decideUpgrade({ ...upgrade, origin: undefined, hasCookie: false })).toEqual({
    kind: "accepted",
  });
});

test("the sockets of a network are counted, and their commands have one bucket", () => {
  const addresses = createLiveAddresses();
  addresses.add("192.0.2.1");
  addresses.add("192.0.2.1");
  addresses.add("192.0.2.2");

  let taken = 0;
  while (addresses.takeCommand("192.0.2.1", 1000)) taken += 1;

  expect(taken).toBe(200);
  expect(addresses.takeCommand("192.0.2.2", 1000)).toBe(true);
  expect(addresses.takeCommand("192.0.2.1", 2000)).toBe(true);
  addresses.remove("192.0.2.1");
  expect(addresses.socketsOf("192.0.2.1")).toBe(1);
  addresses.remove("192.0.2.1");
  expect(addresses.socketsOf("192.0.2.1")).toBe(0);
});
