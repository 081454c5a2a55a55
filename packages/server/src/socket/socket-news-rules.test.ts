import { expect, test } from "vitest";
import { stationLine, toChatMessage, webLine } from "../chat/chat-rules.ts";
import {
  djNotification,
  dropNotification,
  ircNotification,
  isListenerNews,
  linkNotification,
  listenerNotification,
  newsOf,
  securityNotification,
  streamNotification,
} from "./socket-news-rules.ts";

const stamp = {
  id: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
  timestamp: "2030-01-31T20:15:00.000Z",
};

function chatMessage(text: string, line = webLine({ username: "owl", text })) {
  return toChatMessage({
    ...line,
    id: stamp.id,
    timestamp: new Date(stamp.timestamp),
    notDelivered: null,
  });
}

function said(message: string) {
  return newsOf({ type: "chat.said", message: chatMessage(message), speaker: null }, stamp);
}

test("a chat message is sent with a notification of its first fifty characters", () => {
  const message = `${"🎵".repeat(50)} goes on`;

  expect(said(message)).toEqual([
    { type: "chat_message", data: chatMessage(message) },
    {
      type: "notification",
      data: {
        ...stamp,
        type: "chat_message",
        title: "New message from owl",
        message: `${"🎵".repeat(50)}…`,
        read: false,
        priority: "low",
      },
    },
  ]);
});

test("the preview of a long chat message ends behind a whole word, with an ellipsis", () => {
  const preview = (message: string) => {
    const [, notification] = said(message);
    return notification?.type === "notification" ? notification.data.message : undefined;
  };

  expect([
    preview("this is the last song before the midnight programme begins"),
    preview("x".repeat(51)),
    preview("the words of this message are fifty letters long.."),
  ]).toEqual([
    "this is the last song before the midnight…",
    `${"x".repeat(50)}…`,
    "the words of this message are fifty letters long..",
  ]);
});

test("the bot's line of what is on air is sent without a notification, unlike its answers", () => {
  const types = (text: string) =>
    newsOf(
      {
        type: "chat.said",
        message: chatMessage(text, stationLine({ username: "StreamBot", text })),
        speaker: null,
      },
      stamp,
    ).map(({ type }) => type);

  expect([types("Now on air: “Neon” by Relay"), types("Skipped to “Neon”")]).toEqual([
    ["chat_message"],
    ["chat_message", "notification"],
  ]);
});

test("a request made in chat has high priority", () => {
  expect(said(".request neon")[1]).toMatchObject({ data: { priority: "high" } });
  expect(said("please .request neon")[1]).toMatchObject({ data: { priority: "low" } });
});

test("operators read which DJ is on air, waits, was refused or left, and why", () => {
  const words = (news: Parameters<typeof djNotification>[0]) => {
    const { title, message } = djNotification(news, stamp);
    return `${title}: ${message}`;
  };

  expect([
    words({ type: "live.began", djName: "Ada" }),
    words({ type: "live.waiting", djName: "Bob" }),
    words({ type: "live.refused", username: "eve", address: "192.0.2.1", reason: "wrong key" }),
    words({ type: "live.left", djName: "Ada", reason: null }),
    words({ type: "live.left", djName: "Bob", reason: "the key was revoked" }),
  ]).toEqual([
    "DJ On Air: Ada is live",
    "DJ Waiting: Bob goes on air when no one else is live",
    "DJ Refused: 'eve': wrong key",
    "DJ Off Air: Ada has left",
    "DJ Off Air: Bob has left (the key was revoked)",
  ]);
});

test("[U6] a rising number of listeners is announced at most once in thirty seconds", () => {
  const rise = { before: 1, now: 2, lastToldAtMs: null, nowMs: 100_000 };

  expect(isListenerNews(rise)).toBe(true);
  expect(isListenerNews({ ...rise, now: 1 })).toBe(false);
  expect(isListenerNews({ ...rise, now: 0 })).toBe(false);
  expect(isListenerNews({ ...rise, before: null })).toBe(false);
  expect(isListenerNews({ ...rise, now: null })).toBe(false);
  expect(isListenerNews({ ...rise, lastToldAtMs: 70_001 })).toBe(false);
  expect(isListenerNews({ ...rise, lastToldAtMs: 70_000 })).toBe(true);
});

test("everyone reads of a request, of the delivery of a message, and of events in the channel", () => {
  const request = { requestedBy: "ada", title: "Night Drive", artist: "Neon", query: "night" };
  const line = { ...stamp, kind: "joined", nick: "ada" } as const;
  const delivery = { id: stamp.id, notDelivered: "IRC is off", isWaiting: false };

  expect(newsOf({ type: "track.requested", ...request }, stamp)).toEqual([
    {
      type: "track_request",
      data: { username: "ada", track: "Night Drive", artist: "Neon", query: "night" },
    },
    {
      type: "notification",
      data: {
        ...stamp,
        type: "song_request",
        title: "New Song Request",
        message: 'ada requested "Night Drive" by Neon',
        read: false,
        priority: "high",
      },
    },
  ]);
  expect(newsOf({ type: "chat.delivered", ...delivery }, stamp)).toEqual([
    { type: "chat_delivery", data: delivery },
  ]);
  expect(newsOf({ type: "chat.status", line }, stamp)).toEqual([
    { type: "chat_status", data: line },
  ]);
  expect(newsOf({ type: "chat.cleared" }, stamp)).toEqual([{ type: "chat_cleared", data: {} }]);
  expect(newsOf({ type: "queue.changed" }, stamp)).toEqual([]);
});

test("each notification has its words, and what is wrong a higher priority than what is well again", () => {
  const dropped = { type: "track.dropped", title: "Night Drive", artist: "Neon" } as const;
  const told = [
    listenerNotification(1, stamp),
    listenerNotification(2, stamp),
    linkNotification(false, stamp),
    linkNotification(true, stamp),
    streamNotification("The stream is silent", stamp),
    streamNotification(null, stamp),
    ircNotification("The password is wrong", stamp),
    dropNotification({ ...dropped, kind: "stream", detail: "gone" }, stamp),
    dropNotification({ ...dropped, kind: "file", detail: "broken" }, stamp),
    securityNotification("Ten wrong passwords", stamp),
  ];

  expect(
    told.map(({ type, title, message, priority }) => [type, priority, `${title}: ${message}`]),
  ).toEqual([
    ["new_listener", "low", "New Listener: 1 listener is tuned in"],
    ["new_listener", "low", "New Listener: 2 listeners are tuned in"],
    [
      "system",
      "high",
      "Playout Lost: The panel can't reach the playout; the stream continues without it",
    ],
    ["system", "medium", "Playout Back: The panel is connected to the playout again"],
    ["system", "high", "Stream Trouble: The stream is silent"],
    ["system", "medium", "Stream Heard Again: Listeners hear the stream correctly again"],
    ["system", "high", "IRC Trouble: The password is wrong"],
    ["system", "high", 'Stream Dropped: "Night Drive" by Neon: gone'],
    ["system", "high", 'Track Dropped: "Night Drive" by Neon: broken'],
    ["admin", "high", "Security Alert: Ten wrong passwords"],
  ]);
});
