import type { Notification } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { unreadCount, withAllRead, withNotification, withRead } from "./notification-store.ts";

const notification = (number: number): Notification => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  type: "system",
  title: `Notification ${number}`,
  message: "",
  timestamp: "2030-01-31T20:15:00.000Z",
  read: false,
  priority: "low",
});
const listOf = (count: number): readonly Notification[] =>
  Array.from({ length: count }, (_, number) => notification(number)).reduce<
    readonly Notification[]
  >(withNotification, []);

test("the newest 20 notifications are kept, newest first", () => {
  const titles = listOf(25).map(({ title }) => title);

  expect(titles).toEqual(Array.from({ length: 20 }, (_, back) => `Notification ${24 - back}`));
});

test("a notification that arrives twice is listed once", () => {
  expect(withNotification(listOf(2), notification(0)).map(({ title }) => title)).toEqual([
    "Notification 0",
    "Notification 1",
  ]);
});

test("notifications are marked as read one by one or all at once", () => {
  const list = listOf(3);

  expect([
    unreadCount(list),
    unreadCount(withRead(list, notification(1).id)),
    unreadCount(withAllRead(list)),
  ]).toEqual([3, 2, 0]);
});
