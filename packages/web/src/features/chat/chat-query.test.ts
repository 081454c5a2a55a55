import type { ChatStatus } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { withDelivery, withMessage, withStatus } from "./chat-query.ts";
import { testChatMessage } from "./test-chat-message.ts";

test("a message is appended once, by its id", () => {
  const list = withMessage([testChatMessage("1")], testChatMessage("2"));

  expect(withMessage(list, testChatMessage("2", { message: "other" }))).toBe(list);
  expect(list.map(({ id }) => id)).toEqual(["1", "2"]);
});

test("identical text from one user within a second is one message", () => {
  const list = [testChatMessage("1", { message: "hey" })];
  const again = testChatMessage("2", { message: "hey", timestamp: "2030-01-31T20:15:00.999Z" });
  const later = testChatMessage("3", { message: "hey", timestamp: "2030-01-31T20:15:01.000Z" });
  const other = testChatMessage("4", { message: "hey", username: "fox" });

  expect(withMessage(list, again)).toBe(list);
  expect(withMessage(list, later)).toHaveLength(2);
  expect(withMessage(list, other)).toHaveLength(2);
});

test("the newest 200 messages are kept", () => {
  const list = Array.from({ length: 200 }, (_, index) => testChatMessage(String(index)));

  const ids = withMessage(list, testChatMessage("new")).map(({ id }) => id);

  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, "1", "new"]);
});

test("a message shows its outcome on IRC", () => {
  const list = withDelivery([testChatMessage("1"), testChatMessage("2")], {
    id: "2",
    notDelivered: "muted",
    isWaiting: false,
  });

  expect(list.map(({ notDelivered }) => notDelivered)).toEqual([null, "muted"]);
});

test("a growing status line keeps its place, and the newest 50 are kept", () => {
  const line = (id: string, count: number): ChatStatus => ({
    id,
    timestamp: "2030-01-31T20:15:00.000Z",
    kind: "netsplit",
    count,
  });
  const many = Array.from({ length: 50 }, (_, index) => line(String(index), 1));

  expect(withStatus([line("a", 1), line("b", 1)], line("a", 9))).toEqual([
    line("a", 9),
    line("b", 1),
  ]);
  expect(withStatus(many, line("new", 1)).at(0)?.id).toBe("1");
});
