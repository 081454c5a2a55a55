import { expect, test } from "vitest";
import { formatChatTime, formatUnread } from "./format-chat-time.ts";

test("a time is formatted in hours and minutes, an invalid one as --:--", () => {
  expect(formatChatTime("2030-01-31T20:05:00")).toBe("20:05");
  expect(["", "yesterday"].map(formatChatTime)).toEqual(["--:--", "--:--"]);
});

test("more than 99 unread messages show as 99+", () => {
  expect([1, 99, 100].map(formatUnread)).toEqual(["1", "99", "99+"]);
});
