import type { Notification } from "@neonrelay/contract/callers";
import { withAllRead, withNotification, withRead } from "./notification-rules.ts";

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
