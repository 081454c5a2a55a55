import type { ChatMessage, SocketCommand } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChatStore } from "./chat-store.ts";

const message: ChatMessage = {
  id: "0d9c1f6e-5b0a-4c57-9d0e-3a4f5b6c7d8e",
  username: "maria",
  message: "hello",
  timestamp: "2030-01-31T20:15:00.000Z",
  isBot: false,
  kind: "message",
  origin: "irc",
  runs: null,
  notDelivered: null,
};

let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openChat() {
  const sent: SocketCommand[] = [];
  const chat = new ChatStore((command) => sent.push(command) > 0);
  return { chat, sent };
}

/** A chat store that has joined under this name. */
function joinedAs(name: string) {
  const opened = openChat();
  opened.chat.join(name);
  opened.chat.joined(name);
  return opened;
}

test("the chat joins with a chosen name, and again at each new socket", () => {
  const { chat, sent } = openChat();

  chat.socketOpened();
  chat.join("owl");
  chat.joined("owl");
  chat.socketOpened();

  const joined = { type: "chat_join", data: { username: "owl" } };
  expect(sent).toEqual([joined, joined]);
});

test("a new name replaces the first once the station has granted it", () => {
  const { chat, sent } = joinedAs("owl");

  chat.join("raven");
  const isNews = chat.joined("raven");

  expect(sent.at(-1)).toEqual({ type: "chat_join", data: { username: "raven" } });
  expect([isNews, stored.get("irc_username")]).toEqual([true, "raven"]);
  expect(chat.state.membership).toMatchObject({ status: "joined", name: "raven" });
});

test.each(["refused", "unanswered"])(
  "a new name that is %s keeps the first one, and returns to the field with the reason",
  (end) => {
    const { chat, sent } = joinedAs("owl");

    chat.join("raven");
    if (end === "refused") chat.nameRefused({ reason: "taken", freeNames: ["raven_"] });
    else vi.advanceTimersByTime(10_000);

    const { membership } = chat.state;
    expect(membership).toMatchObject({ status: "joined", name: "owl", refusal: { name: "raven" } });
    expect([chat.draft, stored.get("irc_username")]).toEqual(["/nick raven", "owl"]);
    expect(sent.at(-1)).toEqual({ type: "chat_join", data: { username: "owl" } });
  },
);

test("the nick shown on IRC counts as the name, according to the user list", () => {
  const { chat } = joinedAs("7seven");
  const plain = { prefix: "", isWeb: true, isBot: false, isAway: false };
  chat.setView({ isShown: true, isWatched: true });
  const announced = (text: string) => {
    chat.recordSaid({ ...message, message: text });
    vi.advanceTimersByTime(3000);
    return chat.state.announcement;
  };

  const before = announced("_7seven: too soon");
  chat.recordUsers({ users: [{ ...plain, nick: "_7seven", chatName: "7Seven" }], total: 1 });
  const byNick = announced("_7seven: hello");
  const byName = announced("7seven: again");
  chat.leave();

  expect([before, byNick, byName].map((text) => text.split(": ").at(-1))).toEqual([
    "",
    "hello",
    "again",
  ]);
  expect(chat.state.ownNick).toBeUndefined();
});

test("a name is stored once the station has granted it", () => {
  const { chat } = openChat();

  chat.join("owl");
  const before = [chat.state.membership, stored.get("irc_username")];
  const isNews = chat.joined("owl");
  const isNewsAtNewSocket = chat.joined("owl");

  expect(before).toEqual([{ status: "joining", name: "owl", before: undefined }, undefined]);
  expect(chat.state.membership).toEqual({
    status: "joined",
    name: "owl",
    mute: undefined,
    refusal: undefined,
  });
  expect([isNews, isNewsAtNewSocket, stored.get("irc_username")]).toEqual([true, false, "owl"]);
});

test("a refused name returns to the form, with the typed text and free names", () => {
  const { chat } = openChat();

  chat.join("owl");
  const isWaitedFor = chat.nameRefused({ reason: "Taken", freeNames: ["owl_"] });

  const refusal = { name: "owl", reason: "Taken", freeNames: ["owl_"] };
  expect(chat.state.membership).toEqual({ status: "nameless", refusal });
  expect([isWaitedFor, stored.size]).toEqual([true, 0]);
});

test("the wait for the station ends after ten seconds, and a later answer still counts", () => {
  const { chat } = openChat();

  chat.join("owl");
  vi.advanceTimersByTime(10_000);
  const meanwhile = chat.state.membership;
  const isNews = chat.joined("owl");

  const reason = "The station did not answer. Try again.";
  const refusal = { name: "owl", reason, freeNames: [] };
  expect(meanwhile).toEqual({ status: "nameless", refusal });
  expect([isNews, chat.state.membership.status]).toEqual([true, "joined"]);
});

test("a name cancelled before the station answered stays cancelled", () => {
  const { chat } = openChat();

  chat.join("owl");
  chat.leave();
  const isNews = chat.joined("owl");

  expect([isNews, chat.state.membership.status]).toEqual([false, "nameless"]);
});

test("a kicked or refused user does not rejoin with a new socket", () => {
  const { chat, sent } = joinedAs("owl");

  chat.sanctioned({ kind: "kick", message: "You were kicked", until: null });
  chat.socketOpened();
  const removed = chat.state.membership.status;
  chat.nameRefused({ reason: "Taken", freeNames: [] });
  chat.socketOpened();

  expect(sent).toHaveLength(1);
  expect(removed).toBe("removed");
  const refusal = { name: "owl", reason: "Taken", freeNames: [] };
  expect(chat.state.membership).toEqual({ status: "nameless", refusal });
});

test("a muted user stays, and sees the notice until a message is accepted again", () => {
  const { chat } = joinedAs("owl");
  const mute = { kind: "mute", message: "You were muted", until: null } as const;

  chat.sanctioned(mute);
  const told = chat.state.membership;
  chat.spoke();

  expect(told).toEqual({ status: "joined", name: "owl", mute, refusal: undefined });
  expect(chat.state.membership).toEqual({
    status: "joined",
    name: "owl",
    mute: undefined,
    refusal: undefined,
  });
});

test("messages count as unread until the end of the list is in view; the visitor's own never do", () => {
  const { chat } = joinedAs("owl");

  chat.recordSaid(message);
  chat.recordSaid({ ...message, username: "owl", origin: "web" });
  const unread = chat.state.unread;
  chat.setView({ isShown: true, isWatched: true });
  chat.recordSaid(message);

  expect([unread, chat.state.unread]).toEqual([1, 0]);
});

test("by default only mentions are announced, and nothing in a hidden tab", () => {
  const { chat } = joinedAs("owl");

  chat.recordSaid({ ...message, message: "owl: unseen" });
  chat.setView({ isShown: true, isWatched: true });
  chat.recordSaid(message);
  vi.advanceTimersByTime(3000);
  const before = chat.state.announcement;
  chat.recordSaid({ ...message, message: "owl: look" });
  vi.advanceTimersByTime(3000);

  expect([before, chat.state.announcement]).toEqual(["", "maria on IRC: owl: look"]);
});

test("several messages within three seconds are announced as a count", () => {
  const { chat } = openChat();
  chat.setView({ isShown: true, isWatched: true });
  chat.setAnnouncements("all");

  for (let count = 0; count < 4; count += 1) chat.recordSaid(message);
  vi.advanceTimersByTime(2999);
  const before = chat.state.announcement;
  vi.advanceTimersByTime(1);

  expect([before, chat.state.announcement]).toEqual(["", "4 new messages"]);
});

test("a suggested text goes into the input, which is focused once", () => {
  const { chat } = openChat();
  const state = chat.state;

  chat.write("half a sen");
  const whileWriting = chat.takeFocusRequest();
  chat.offerDraft(".request ");

  expect([whileWriting, chat.takeFocusRequest(), chat.takeFocusRequest()]).toEqual([
    false,
    true,
    false,
  ]);
  expect(chat.draft).toBe(".request ");
  expect(chat.state).toBe(state);
});

test("the focus moves to the message input after joining, to the name input after leaving, and nowhere when the page opens", () => {
  const { chat } = openChat();
  const atFirst = chat.takeFocusRequest();

  chat.join("mira");
  const asked = chat.takeFocusRequest();
  chat.joined("mira");
  const joined = chat.takeFocusRequest();
  chat.leave();

  expect([atFirst, asked, joined, chat.takeFocusRequest()]).toEqual([false, false, true, true]);
});
