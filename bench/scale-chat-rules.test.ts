import { IRC_USERS_LIMIT, type ChatMessage, type SocketMessage } from "@neonrelay/contract";
import { serialiseMessage } from "@neonrelay/irc/protocol";
import { expect, test } from "vitest";
import { textFrame } from "../packages/server/src/socket/browser-socket.ts";
import { newsOf } from "../packages/server/src/socket/socket-news-rules.ts";
import { basisOf } from "./scale-basis.ts";
import {
  chatPart,
  IRC_LINE_BYTES,
  LINE_FRAMES_BYTES,
  NAMES_FRAME_BYTES,
} from "./scale-chat-rules.ts";
import type { StoredResult } from "./stored-result.ts";

const id = "00000000-0000-4000-8000-000000000000";
const timestamp = "2026-01-01T00:00:00.000Z";
/** As long as those of `npm run bench -- socket`. */
const said: ChatMessage = {
  id,
  username: "visitor1",
  message: "sent at 52536703.6 and some more words, as people say",
  timestamp,
  isBot: false,
  kind: "message",
  origin: "web",
  runs: null,
  notDelivered: null,
};

function sizeOf(messages: readonly SocketMessage[]): number {
  return messages.reduce((sum, message) => sum + textFrame(JSON.stringify(message)).length, 0);
}

test("the page's byte count for a line matches the server's browser frames", () => {
  const news = newsOf({ type: "chat.said", message: said, speaker: null }, { id, timestamp });

  expect(sizeOf(news)).toBe(LINE_FRAMES_BYTES);
});

test("the page's byte count for a line on IRC matches", () => {
  const line = serialiseMessage({
    source: { name: "visitor1", user: "visitor1", host: "203.0.113.7" },
    command: "PRIVMSG",
    params: ["#neonrelay", said.message],
  });

  expect(Buffer.byteLength(`${line}\r\n`)).toBe(IRC_LINE_BYTES);
});

test("the page's byte count for a full list of names matches", () => {
  const users = Array.from({ length: IRC_USERS_LIMIT }, (_, index) => ({
    nick: `visitor${100 + index}`,
    prefix: "",
    isWeb: true,
    isBot: false,
    isAway: false,
  }));

  expect(sizeOf([{ type: "irc_users", data: { users, total: 10_000 } }])).toBe(NAMES_FRAME_BYTES);
});

const ircServers: StoredResult = {
  bench: "irc-servers",
  command: "",
  machine: { cores: 2, memoryGib: 8, system: "Linux", nodeMajor: 24 },
  aim: "",
  broken: [],
  rows: [{ what: "inspircd", figures: { "CPU per line delivered, us": [7] } }],
};

test("people beyond the station's capacity are on machines of an IRC network", () => {
  const part = chatPart(basisOf([ircServers]));

  // 100,000 lines a second per core: 88,000 people with 5 lines a second are 4.4 cores, so two machines.
  expect(part).toMatch(/^\| 10,000 +\| +50,000 \| +0\.27 \|.*\| +1 \|$/m);
  expect(part).toMatch(/^\| 100,000 +\| +500,000 \| +2\.68 \|.*\| +0\.87 \|.*\| +3 \|$/m);
  expect(part).toContain("(0.669 × 12,000 + 0.218 × 88,000) × 1 × 0.01 + 4 × 200 = 1,072 a month");
});

test("machines without measurements have no figure", () => {
  const part = chatPart(basisOf([]));

  expect(part).toMatch(/^\| 100,000 .*not measured \|$/m);
  expect(part).not.toMatch(/NaN|Infinity|null|undefined/);
});
