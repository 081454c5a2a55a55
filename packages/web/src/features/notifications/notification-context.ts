import type { Notification } from "@neonrelay/contract/callers";
import { createContext, use, useSyncExternalStore } from "react";
import type { NotificationStore } from "./notification-store.ts";

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
