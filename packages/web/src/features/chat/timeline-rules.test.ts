import type { ChatMessage, ChatStatus } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { asideSummary, statusSentence, timeline } from "./timeline-rules.ts";
import type { SideLine } from "./timeline-rules.ts";

const at = (second: number) => `2030-01-31T20:15:0${second}.000Z`;
const message = (id: string, second: number): ChatMessage => ({
  id,
  username: "owl",
  message: id,
  timestamp: at(second),
  isBot: false,
  kind: "message",
  origin: "irc",
  runs: null,
  notDelivered: null,
});
const joined = (id: string, second: number): ChatStatus => ({
  id,
  timestamp: at(second),
  kind: "joined",
  nick: id,
});

const onAir = (id: string, second: number): ChatMessage => ({
  ...message(id, second),
  username: "StreamBot",
  message: "Now on air: “Neon” by Relay",
  isBot: true,
  origin: "station",
});
const beside = (line: ChatStatus): SideLine => ({ kind: "status", id: line.id, line });

test("events between two messages share one line, in order of time", () => {
  const items = timeline({
    messages: [message("first", 1), message("second", 5)],
    replies: [{ id: "answer", username: "StreamBot", message: "soon", timestamp: at(6) }],
    statusLines: [joined("a", 2), joined("b", 3), joined("c", 7)],
  });

  expect(
    items.map((item) => (item.kind === "aside" ? item.lines.map(({ id }) => id) : item.id)),
  ).toEqual(["first", ["a", "b"], "second", "answer", ["c"]]);
});

test("on-air announcements are events; a listener's quote of one isn't", () => {
  const quoted = { ...onAir("quoted", 4), origin: "irc" as const };
  const items = timeline({
    messages: [onAir("neon", 1), onAir("tide", 3), quoted],
    replies: [],
    statusLines: [joined("a", 2)],
  });

  expect(
    items.map((item) => (item.kind === "aside" ? item.lines.map(({ id }) => id) : item.id)),
  ).toEqual([["neon", "a", "tide"], "quoted"]);
});

test("a summary counts each kind of event", () => {
  const left: ChatStatus = { id: "x", timestamp: at(1), kind: "left", nick: "x", reason: "" };
  const quit: ChatStatus = { id: "y", timestamp: at(1), kind: "quit", nick: "y", reason: "" };

  const modes = { id: "z", timestamp: at(1), kind: "modes", by: "op", modes: "+o x" } as const;

  expect(asideSummary([joined("a", 1), left, joined("b", 1), quit].map(beside))).toBe(
    "2 joined · 2 left",
  );
  expect(asideSummary([beside(modes)])).toBe("1 mode change");
  expect(asideSummary([modes, joined("a", 1), modes].map(beside))).toBe(
    "2 mode changes · 1 joined",
  );
  const tracks = ["neon", "tide"].map((id) => ({
    kind: "on-air" as const,
    id,
    message: onAir(id, 1),
  }));
  expect(asideSummary([...tracks, beside(left)])).toBe("2 tracks · 1 left");
});

const line = { id: "1", timestamp: at(1) };

test.each<[ChatStatus, string]>([
  [{ ...line, kind: "left", nick: "owl", reason: "bye" }, "owl left (bye)"],
  [{ ...line, kind: "quit", nick: "owl", reason: "" }, "owl quit"],
  [{ ...line, kind: "renamed", nick: "owl", newNick: "fox" }, "owl is now fox"],
  [
    { ...line, kind: "kicked", nick: "owl", by: "op", reason: "spam" },
    "owl was kicked by op (spam)",
  ],
  [{ ...line, kind: "topic", by: "op", topic: "Neon" }, "op set the topic: Neon"],
  [{ ...line, kind: "topic", by: "op", topic: "" }, "op removed the topic"],
  [{ ...line, kind: "modes", by: "op", modes: "+o owl" }, "op set +o owl"],
  [{ ...line, kind: "netsplit", count: 12 }, "A part of the network split off with 12 people"],
])("%o reads as %j", (event, sentence) => {
  expect(statusSentence(event)).toBe(sentence);
});

test("a message keeps its item when others arrive, so that its row isn't rendered again", () => {
  const [first, second] = [message("first", 1), message("second", 5)];
  const reply = { id: "answer", username: "StreamBot", message: "soon", timestamp: at(3) };
  const before = timeline({ messages: [first], replies: [reply], statusLines: [] });
  const after = timeline({ messages: [first, second], replies: [reply], statusLines: [] });
  const changed = timeline({ messages: [{ ...first }], replies: [], statusLines: [] });

  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(changed[0]).not.toBe(before[0]);
});
