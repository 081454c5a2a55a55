import type { HistoryQuery } from "@neonrelay/irc/server";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertChatMessage } from "../chat/chat-store.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { readHistory } from "./chat-history.ts";

const base = { channel: "#radio", signal: new AbortController().signal };
const at = (second: number): number => Date.UTC(2026, 0, 1, 0, 0, second);

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  // Three of the five share one millisecond.
  for (const [index, second] of [0, 1, 1, 1, 2].entries())
    await insertChatMessage(opened.database.connection, {
      id: randomUUID(),
      username: "alice",
      message: String(index),
      timestamp: new Date(at(second)),
      isBot: false,
      kind: "message",
      origin: "irc",
      runs: null,
      notDelivered: null,
      ircId: `m${index}`,
    });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

async function texts(query: HistoryQuery): Promise<string> {
  const lines = await readHistory(opened.database.connection, query);
  return lines.map(({ text }) => text).join("");
}

test.each([
  ["m0", 1, "0"],
  ["m2", 1, "2"],
  ["m2", 2, "12"],
  ["m2", 3, "123"],
  ["m0", 3, "012"],
  ["m4", 4, "234"],
] as const)("[H2] around %s, %i at most, is %s", async (messageId, limit, expected) => {
  const query = { ...base, kind: "around", reference: { messageId }, limit } as const;

  expect(await texts(query)).toBe(expected);
});

test("[H2] around a moment returns what was said then and around it", async () => {
  const query = { ...base, kind: "around", reference: { atMs: at(2) } } as const;

  expect(await texts({ ...query, limit: 1 })).toBe("4");
  expect(await texts({ ...query, limit: 3 })).toBe("34");
});

test("[H2] before, after and between leave out the messages they name, but no others of the same moment", async () => {
  const [first, second, fourth] = ["m0", "m1", "m3"].map((messageId) => ({ messageId }));
  if (first === undefined || second === undefined || fourth === undefined) throw new Error("none");
  const limit = 10;

  expect(await texts({ ...base, kind: "before", reference: fourth, limit })).toBe("012");
  expect(await texts({ ...base, kind: "after", reference: second, limit })).toBe("234");
  expect(await texts({ ...base, kind: "latest", after: second, limit })).toBe("234");
  expect(await texts({ ...base, kind: "between", from: first, to: fourth, limit })).toBe("12");
  expect(await texts({ ...base, kind: "between", from: fourth, to: first, limit: 1 })).toBe("2");
});
