import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { unreadCount, useNotificationList } from "./notification-store.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const { Part: NotificationCard } = lazyPart(
  async () => (await import("./notification-card.tsx")).NotificationCard,
);

/** Opens the list of notifications; shows the number of unread ones. */
export function NotificationBell() {
  const unread = unreadCount(useNotificationList());
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        className="icon-button relative"
        aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell size={20} aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-[18px] rounded-full bg-primary px-1 text-center outline-1 outline-primary-edge font-display text-[12px] leading-[18px] font-bold text-on-primary"
          >
            {unread}
          </span>
        )}
      </button>
      {isOpen && (
        <ErrorBoundary scope="dialog" onClose={close}>
          <Suspense>
            <NotificationCard onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
