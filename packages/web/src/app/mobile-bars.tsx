import { Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import { AccountButton } from "../features/accounts/account-button.tsx";
import { useSession } from "../features/accounts/session-data.ts";
import { useBranding } from "../features/branding/branding-data.ts";
import { useIrcStatus } from "../features/irc/irc-status-data.ts";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { LiveBadge } from "../features/radio/live-badge.tsx";
import { useIsScheduled } from "../features/schedule/on-now-data.ts";
import { bottomBarEntries, entriesFor, isActive, NavigationIcon } from "./navigation.tsx";
import { useShowOverlay } from "../frame/overlay-context.ts";

export function MobileHeader() {
  const { siteName } = useBranding();
  return (
    <header className="flex h-[calc(52px+env(safe-area-inset-top))] shrink-0 items-center gap-2 border-b border-line bg-s1 pt-[env(safe-area-inset-top)] pr-1 pl-3">
      <img src="/favicon.svg" alt="" width={32} height={32} className="rounded-s" />
      <div className="min-w-0 flex-1">
        {/* A name too long for one line is cut after a whole word. */}
        <p className="line-clamp-1 font-display text-[15px] leading-[18px] font-bold">{siteName}</p>
        <div className="flex items-center gap-2.5 text-[12px] leading-4 text-muted">
          <LiveBadge look="line" />
          <IrcDot />
        </div>
      </div>
      <div className="flex">
        <PaletteButton />
        <NotificationBell />
        <AccountButton look="icon" />
      </div>
    </header>
  );
}

function IrcDot() {
  const isConnected = useIrcStatus()?.connected ?? false;
  return (
    <span className="flex shrink-0 items-center gap-1.5 font-display font-semibold tracking-[0.06em]">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isConnected ? "bg-accent" : "border-2 border-faint"}`}
      />
      <span aria-hidden="true">IRC</span>
      <span className="sr-only">{isConnected ? "IRC bot connected" : "IRC bot disconnected"}</span>
    </span>
  );
}

function PaletteButton() {
  const showOverlay = useShowOverlay();
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Commands"
      aria-haspopup="dialog"
      onClick={() => showOverlay("palette")}
    >
      <Search size={18} aria-hidden="true" />
    </button>
  );
}

export function BottomBar() {
  const [path] = useLocation();
  const rights = useSession()?.rights ?? [];
  const entries = entriesFor(bottomBarEntries, { rights, isScheduled: useIsScheduled() });
  return (
    <nav
      aria-label="Main"
      className="grid shrink-0 auto-cols-fr grid-flow-col border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)] low:sm:w-72 low:sm:only:w-full lowest:sticky lowest:bottom-0 lowest:z-20"
    >
      {entries.map((entry) => {
        const active = isActive(entry, path);
        return (
          <Link
            key={entry.route}
            href={entry.route}
            aria-current={active ? "page" : undefined}
            className={`relative flex h-16 min-w-0 flex-col low:h-12 low:sm:h-full low:sm:min-h-12 items-center justify-center gap-1 border-t-2 font-display text-[12px] font-semibold ${
              active ? "border-primary text-text" : "border-transparent text-muted"
            }`}
          >
            <NavigationIcon icon={entry.icon} className={active ? "text-primary-text" : ""} />
            <span className="max-w-full truncate low:sr-only">{entry.label}</span>
          </Link>
        );
      })}
    </nav>
  );
}
