import type { ChatMessage, LiveCommand } from "@neonrelay/contract";
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

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openChat() {
  const sent: LiveCommand[] = [];
  const chat = new ChatStore((command) => sent.push(command) > 0);
  return { chat, sent };
}

test("a name is joined under when it is chosen, and again at each new socket", () => {
  const { chat, sent } = openChat();

  chat.socketOpened();
  chat.join("owl");
  chat.socketOpened();

  const joined = { type: "chat_join", data: { username: "owl" } };
  expect(sent).toEqual([joined, joined]);
});

test("who was kicked or refused does not come back by a new socket", () => {
  const { chat, sent } = openChat();
  chat.join("owl");

  chat.sanctioned({ kind: "kick", message: "You were kicked", until: null });
  chat.socketOpened();
  const removed = chat.state.membership.status;
  chat.nameRefused("Taken");
  chat.socketOpened();

  expect(sent).toHaveLength(1);
  expect(removed).toBe("removed");
  expect(chat.state.membership).toEqual({ status: "nameless", refusal: "Taken" });
});

test("who was muted stays, and is told until a message is taken again", () => {
  const { chat } = openChat();
  chat.join("owl");
  const mute = { kind: "mute", message: "You were muted", until: null } as const;

  chat.sanctioned(mute);
  const told = chat.state.membership;
  chat.spoke();

  expect(told).toEqual({ status: "joined", name: "owl", mute });
  expect(chat.state.membership).toEqual({ status: "joined", name: "owl", mute: undefined });
});

test("messages count as unread until the end of the list is looked at, one's own never", () => {
  const { chat } = openChat();
  chat.join("owl");

  chat.noteSaid(message);
  chat.noteSaid({ ...message, username: "owl", origin: "web" });
  const unread = chat.state.unread;
  chat.setView({ isShown: true, isWatched: true });
  chat.noteSaid(message);

  expect([unread, chat.state.unread]).toEqual([1, 0]);
});

test("only mentions are announced at first, and nothing behind another tab", () => {
  const { chat } = openChat();
  chat.join("owl");

  chat.noteSaid({ ...message, message: "owl: unseen" });
  chat.setView({ isShown: true, isWatched: true });
  chat.noteSaid(message);
  vi.advanceTimersByTime(3000);
  const before = chat.state.announcement;
  chat.noteSaid({ ...message, message: "owl: look" });
  vi.advanceTimersByTime(3000);

  expect([before, chat.state.announcement]).toEqual(["", "maria on IRC: owl: look"]);
});

test("all messages of three seconds are announced by their number", () => {
  const { chat } = openChat();
  chat.setView({ isShown: true, isWatched: true });
  chat.setAnnouncements("all");

  for (let count = 0; count < 4; count += 1) chat.noteSaid(message);
  vi.advanceTimersByTime(2999);
  const before = chat.state.announcement;
  vi.advanceTimersByTime(1);

  expect([before, chat.state.announcement]).toEqual(["", "4 new messages"]);
});

test("what is offered to be written is in the field, which takes the focus for it once", () => {
  const { chat } = openChat();
  const state = chat.state;

  chat.write("half a sen");
  const whileWriting = chat.takeFieldWish();
  chat.offerDraft(".request ");

  expect([whileWriting, chat.takeFieldWish(), chat.takeFieldWish()]).toEqual([false, true, false]);
  expect(chat.draft).toBe(".request ");
  expect(chat.state).toBe(state);
});

test("who takes a name is led to the field for messages, who gives it up to that for a name, and nobody as the page opens", () => {
  const { chat } = openChat();
  const atFirst = chat.takeFieldWish();

  chat.join("mira");
  const joined = chat.takeFieldWish();
  chat.leave();

  expect([atFirst, joined, chat.takeFieldWish()]).toEqual([false, true, true]);
});
