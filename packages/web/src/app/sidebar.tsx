import { Search } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useBranding } from "../features/branding/branding-data.ts";
import { LiveBadge } from "../features/radio/live-badge.tsx";
import { paletteKeys } from "../features/shortcuts/shortcut-rules.ts";
import { IrcFooter } from "./irc-footer.tsx";
import { isActive, sidebarEntries } from "./navigation.ts";
import type { NavigationEntry } from "./navigation.ts";
import { NavigationIcon } from "./navigation-icon.tsx";
import { useShowOverlay } from "./overlay-context.ts";

/** The desktop's sidebar: 208 px with words, below 1280 px a rail of icons with tooltips. */
export function Sidebar() {
  const { siteName, tagline } = useBranding();
  return (
    <header className="flex w-16 shrink-0 flex-col border-r border-line bg-s1 xl:w-52">
      <div className="flex items-center gap-3 px-3 pt-5 pb-4 xl:px-5">
        <img src="/favicon.svg" alt="" width={36} height={36} className="rounded-m" />
        <div className="hidden min-w-0 xl:block">
          <p className="line-clamp-2 font-display text-[20px] leading-6 font-bold break-words">
            {siteName}
          </p>
        </div>
      </div>
      <p className="hidden px-5 pb-4 text-[12px] leading-4 break-words text-muted xl:block">
        {tagline}
      </p>
      <div className="flex justify-center px-2 pb-4 xl:justify-start xl:px-5">
        <LiveBadge look="sidebar" />
      </div>
      <PaletteButton />
      <nav aria-label="Main" className="flex flex-1 flex-col gap-1 px-2 xl:px-3">
        {sidebarEntries.map((entry) => (
          <SidebarLink key={entry.route} entry={entry} />
        ))}
      </nav>
      <IrcFooter />
    </header>
  );
}

function PaletteButton() {
  const showOverlay = useShowOverlay();
  const keys = paletteKeys(navigator.platform);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={keys === "Ctrl K" ? "Control+K" : "Meta+K"}
      className="relative mx-2 mb-3 flex h-11 items-center justify-center gap-2 rounded-m border border-control bg-bg text-muted hover:border-muted hover:text-text xl:mx-3 xl:justify-start xl:pr-2 xl:pl-3"
      onClick={() => showOverlay("palette")}
    >
      <Search size={18} aria-hidden="true" className="shrink-0" />
      <span className="flex-1 text-left text-[13px] max-xl:sr-only">Commands</span>
      <kbd aria-hidden="true" className="palette-key hidden px-1.5 xl:inline">
        {keys}
      </kbd>
      <span aria-hidden="true" className="rail-tip">
        Commands ({keys})
      </span>
    </button>
  );
}

function SidebarLink({ entry }: { readonly entry: NavigationEntry }) {
  const [path] = useLocation();
  const active = isActive(entry, path);
  return (
    <Link
      href={entry.route}
      aria-label={entry.label}
      aria-current={active ? "page" : undefined}
      className={`relative flex h-11 items-center justify-center gap-3 rounded-m font-display font-semibold xl:justify-start xl:px-3 ${
        active
          ? "bg-s3 text-text before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-primary"
          : "text-muted hover:bg-s2 hover:text-text"
      }`}
    >
      <NavigationIcon icon={entry.icon} className={active ? "text-primary-text" : ""} />
      <span className="hidden xl:inline">{entry.label}</span>
      <span aria-hidden="true" className="rail-tip">
        {entry.label}
      </span>
    </Link>
  );
}
