import type { Notification } from "@neonrelay/contract/callers";
import { BellOff, CheckCheck, X } from "lucide-react";
import { FloatingCard } from "../../ui/floating-card.tsx";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { EmptyState } from "../../ui/panel-state.tsx";
import { unreadCount, useNotificationList, useNotifications } from "./notification-store.ts";

export function NotificationCard({ onClose }: { readonly onClose: () => void }) {
  const notifications = useNotifications();
  const list = useNotificationList();
  const unread = unreadCount(list);
  return (
    <FloatingCard label="Live Notifications" className="notification-card" onClose={onClose}>
      <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4">
        <h2 className="mr-auto text-[15px] font-semibold">Live Notifications</h2>
        {list.length > 0 && (
          <button
            type="button"
            className="button button-small border-transparent"
            onClick={() => notifications.clear()}
          >
            Clear All
          </button>
        )}
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      {list.length === 0 ? (
        <EmptyState icon={<BellOff size={28} />} title="No notifications" />
      ) : (
        <ul className="min-h-0 flex-1 overflow-y-auto py-1">
          {list.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onRead={() => notifications.markRead(notification.id)}
              onDismiss={() => notifications.dismiss(notification.id)}
            />
          ))}
        </ul>
      )}
      {unread > 0 && (
        <div className="border-t border-line p-2">
          <button
            type="button"
            className="button button-small w-full"
            onClick={() => notifications.markAllRead()}
          >
            <CheckCheck size={16} aria-hidden="true" />
            Mark All as Read ({unread})
          </button>
        </div>
      )}
    </FloatingCard>
  );
}

const priorities = {
  high: { label: "High", className: "border-danger/60 text-danger" },
  medium: { label: "Medium", className: "border-warn/50 text-warn" },
  low: { label: "Low", className: "text-muted" },
} as const;

/** A click on the text marks it as read. */
function NotificationRow({
  notification,
  onRead,
  onDismiss,
}: {
  readonly notification: Notification;
  readonly onRead: () => void;
  readonly onDismiss: () => void;
}) {
  const { title, read } = notification;
  return (
    <li className="flex items-start gap-1 py-0.5 pr-1 pl-2">
      <button
        type="button"
        className={`min-w-0 flex-1 rounded-m px-2 py-2 text-left hover:bg-s3 ${read ? "" : "bg-s2"}`}
        onClick={onRead}
      >
        {!read && <span className="sr-only">Unread: </span>}
        <NotificationText notification={notification} />
      </button>
      <button
        type="button"
        className="icon-button mt-1 size-9"
        aria-label={`Dismiss ${title}`}
        onClick={onDismiss}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  );
}

function NotificationText({
  notification: { title, message, read, priority, timestamp },
}: {
  readonly notification: Notification;
}) {
  const { label, className } = priorities[priority];
  return (
    <span className="flex gap-2">
      <span
        aria-hidden="true"
        className={`mt-[7px] size-2 shrink-0 rounded-full ${read ? "" : "bg-primary-edge"}`}
      />
      <span className="min-w-0 flex-1 leading-5">
        <span className="flex items-center gap-2">
          <span className="truncate text-[15px] font-semibold">{title}</span>
          <span className={`badge shrink-0 px-2 py-0 ${className}`}>{label}</span>
        </span>
        <span className="block text-[13px] break-words text-muted">{message}</span>
        <time dateTime={timestamp} className="text-[12px] text-faint">
          {formatTimeOfDay(Date.parse(timestamp))}
        </time>
      </span>
    </span>
  );
}
