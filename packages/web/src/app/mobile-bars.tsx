import { Link, useLocation } from "wouter";
import { AccountButton } from "../features/accounts/account-button.tsx";
import { useBranding } from "../features/branding/branding-data.ts";
import { useIrcStatus } from "../features/irc/irc-status-data.ts";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { LiveBadge } from "../features/radio/live-badge.tsx";
import { bottomBarEntries, isActive } from "./navigation.ts";
import { NavigationIcon } from "./navigation-icon.tsx";

export function MobileHeader() {
  const { siteName } = useBranding();
  const ircConnected = useIrcStatus()?.connected ?? false;
  return (
    <header className="flex h-[calc(52px+env(safe-area-inset-top))] shrink-0 items-center gap-3 border-b border-line bg-s1 px-3 pt-[env(safe-area-inset-top)] lg:hidden">
      <img src="/favicon.svg" alt="" width={28} height={28} className="rounded-s" />
      <p className="line-clamp-2 min-w-0 flex-1 font-display text-[15px] leading-[17px] font-bold break-words">
        {siteName}
      </p>
      <LiveBadge compact="never" />
      <span
        className={`size-2.5 shrink-0 rounded-full ${ircConnected ? "bg-accent" : "border-2 border-faint"}`}
      >
        <span className="sr-only">
          {ircConnected ? "IRC bot connected" : "IRC bot disconnected"}
        </span>
      </span>
      <div className="-mx-2 flex">
        <NotificationBell />
        <AccountButton compact />
      </div>
    </header>
  );
}

export function BottomBar() {
  const [path] = useLocation();
  return (
    <nav
      aria-label="Main"
      className="grid shrink-0 grid-cols-5 border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {bottomBarEntries.map((entry) => {
        const active = isActive(entry.route, path);
        return (
          <Link
            key={entry.route}
            href={entry.route}
            aria-current={active ? "page" : undefined}
            className={`flex h-16 min-w-0 flex-col items-center justify-center gap-1 border-t-2 font-display text-[12px] font-semibold ${
              active ? "border-primary text-text" : "border-transparent text-muted"
            }`}
          >
            <NavigationIcon icon={entry.icon} className={active ? "text-primary-text" : ""} />
            <span className="max-w-full truncate">{entry.label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
