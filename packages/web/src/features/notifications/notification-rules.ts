import type { Notification } from "@neonrelay/contract/callers";

const NOTIFICATION_LIMIT = 20;

/** Newest first, at most 20, each once. */
export function withNotification(
  list: readonly Notification[],
  added: Notification,
): readonly Notification[] {
  return [added, ...list.filter(({ id }) => id !== added.id)].slice(0, NOTIFICATION_LIMIT);
}

export function withRead(list: readonly Notification[], id: string): readonly Notification[] {
  return list.map((notification) =>
    notification.id === id ? { ...notification, read: true } : notification,
  );
}

export function withAllRead(list: readonly Notification[]): readonly Notification[] {
  return list.map((notification) => ({ ...notification, read: true }));
}

export function unreadCount(list: readonly Notification[]): number {
  return list.filter(({ read }) => !read).length;
}
