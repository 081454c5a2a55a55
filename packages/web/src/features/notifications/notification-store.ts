import type { Notification } from "@neonrelay/contract/callers";
import { createContext, use, useSyncExternalStore } from "react";

/** Holds the notifications of this page. A store: subscribe, then read `list`. */
export class NotificationStore {
  readonly #subscribers = new Set<() => void>();
  #list: readonly Notification[];

  /** @param first the initial entry of the list */
  constructor(first: Notification) {
    this.#list = [first];
  }

  get list(): readonly Notification[] {
    return this.#list;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  add(notification: Notification): void {
    this.#become(withNotification(this.#list, notification));
  }

  markRead(id: string): void {
    this.#become(withRead(this.#list, id));
  }

  markAllRead(): void {
    this.#become(withAllRead(this.#list));
  }

  dismiss(id: string): void {
    this.#become(this.#list.filter((notification) => notification.id !== id));
  }

  clear(): void {
    this.#become([]);
  }

  #become(list: readonly Notification[]): void {
    this.#list = list;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

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

export const NotificationContext = createContext<NotificationStore | undefined>(undefined);

export function useNotifications(): NotificationStore {
  const notifications = use(NotificationContext);
  if (notifications === undefined)
    throw new Error("NotificationContext is missing above this component");
  return notifications;
}

/** Newest first. */
export function useNotificationList(): readonly Notification[] {
  const notifications = useNotifications();
  return useSyncExternalStore(notifications.subscribe, () => notifications.list);
}
