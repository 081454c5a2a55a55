import { Menu, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { AccountButton } from "../features/accounts/account-button.tsx";
import { useSession } from "../features/accounts/session-data.ts";
import { useBranding } from "../features/branding/branding-data.ts";
import { useIrcStatus } from "../features/irc/irc-status-data.ts";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { LiveBadge } from "../features/radio/live-badge.tsx";
import { useIsScheduled } from "../features/schedule/on-now-data.ts";
import {
  bottomBarEntries,
  entriesFor,
  isActive,
  moreGroupsFor,
  NavigationIcon,
} from "./navigation.tsx";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { useIsStale } from "../socket/socket-context.ts";

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
  const isStale = useIsStale(0);
  return (
    <span className="flex shrink-0 items-center gap-1.5 font-display font-semibold tracking-[0.06em]">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isConnected && !isStale ? "bg-accent-edge" : "border-2 border-faint"}`}
      />
      <span aria-hidden="true">IRC</span>
      <span className="sr-only">
        {isConnected ? "IRC bot connected" : "IRC bot disconnected"}
        {isStale && ", a moment ago"}
      </span>
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
  const address = { path, search: useSearch() };
  const rights = useSession()?.rights ?? [];
  const seer = { rights, isScheduled: useIsScheduled() };
  const showOverlay = useShowOverlay();
  const isInMore = moreGroupsFor(seer).some(({ entries }) =>
    entries.some((entry) => isActive(entry, address)),
  );
  return (
    <nav
      aria-label="Main"
      className="grid shrink-0 auto-cols-fr grid-flow-col border-t border-line bg-s1 pb-[env(safe-area-inset-bottom)] low:sm:w-72 low:sm:only:w-full lowest:sticky lowest:bottom-0 lowest:z-20"
    >
      {entriesFor(bottomBarEntries, seer).map((entry) => {
        const active = isActive(entry, address);
        return (
          <Link
            key={entry.route}
            href={entry.route}
            aria-current={active ? "page" : undefined}
            className={barItem(active)}
          >
            <NavigationIcon icon={entry.icon} className={active ? "text-primary-text" : ""} />
            <BarLabel>{entry.label}</BarLabel>
          </Link>
        );
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        className={barItem(isInMore)}
        onClick={() => showOverlay("more")}
      >
        <Menu
          size={20}
          strokeWidth={1.9}
          aria-hidden="true"
          className={isInMore ? "text-primary-text" : ""}
        />
        <BarLabel>More</BarLabel>
      </button>
    </nav>
  );
}

function BarLabel({ children }: { readonly children: ReactNode }) {
  return <span className="max-w-full truncate low:sr-only">{children}</span>;
}

function barItem(isActiveItem: boolean): string {
  return `relative flex h-16 min-w-0 flex-col low:h-12 low:sm:h-full low:sm:min-h-12 items-center justify-center gap-1 border-t-2 font-display text-[12px] font-semibold ${
    isActiveItem ? "border-primary-edge text-text" : "border-transparent text-muted"
  }`;
}
