import type { IrcStatus } from "@neonrelay/contract/callers";
import { CircleHelp, Search } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";
import { useSession } from "../features/accounts/session-data.ts";
import { AboutStation } from "../features/branding/about-station.tsx";
import { useBranding } from "../features/branding/branding-data.ts";
import { useIrcStatus, useShownServer } from "../features/irc/irc-status-data.ts";
import { LiveBadge } from "../features/radio/live-badge.tsx";
import { useIsScheduled } from "../features/schedule/on-now-data.ts";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { paletteKeys } from "../frame/shortcut-rules.ts";
import { ConnectionWords } from "../socket/connection-banner.tsx";
import { useIsStale } from "../socket/socket-context.ts";
import { HELP_URL } from "../ui/help.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { countOf } from "../ui/count-of.ts";
import { LatePart } from "./late-part.tsx";
import {
  currentEntry,
  groupsFor,
  mayOpen,
  NavigationBadge,
  type NavigationEntry,
  NavigationIcon,
  operates,
} from "./navigation.tsx";

const { Part: ThemeSwitch } = lazyPart(
  async () => (await import("./theme-switch.tsx")).ThemeSwitch,
);

/** The desktop's sidebar: 208 px wide; below 1280 px narrow, with the labels below the icons. */
export function Sidebar() {
  const { siteName, tagline } = useBranding();
  return (
    <header className="flex w-28 shrink-0 flex-col overflow-x-clip overflow-y-auto border-r border-line bg-s1 *:shrink-0 xl:w-52">
      <div className="flex items-center gap-x-3 gap-y-2 px-2 pt-5 pb-4 max-xl:flex-col max-xl:pt-4 max-xl:pb-1.5 max-xl:text-center xl:px-5">
        <img src="/favicon.svg" alt="" width={36} height={36} className="rounded-m" />
        <p className="line-clamp-2 max-w-full min-w-0 font-display text-[15px] leading-[18px] font-bold break-words xl:text-[20px] xl:leading-6">
          {siteName}
        </p>
      </div>
      <p className="px-2 pb-3 text-[12px] leading-4 break-words text-muted max-xl:text-center xl:px-5 xl:pb-4">
        {tagline}
      </p>
      <div className="flex justify-center px-2 pb-4 xl:justify-start xl:px-5">
        <LiveBadge look="sidebar" />
      </div>
      <PaletteButton />
      <Navigation />
      <AboutStation className="px-5 py-3 text-[12px] leading-4 text-muted max-xl:hidden" />
      <div className="min-h-[50px] px-2 xl:px-3">
        <LatePart>
          <ThemeSwitch />
        </LatePart>
      </div>
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
      className="relative mx-2 mb-3 flex h-11 items-center justify-center gap-1 rounded-m border border-control bg-bg text-muted hover:border-muted hover:text-text xl:mx-3 xl:gap-2 xl:justify-start xl:pr-2 xl:pl-3"
      onClick={() => showOverlay("palette")}
    >
      <Search size={18} aria-hidden="true" className="shrink-0 max-xl:size-3.5" />
      <span className="text-left text-[12px] xl:flex-1 xl:text-[13px]">Commands</span>
      <kbd aria-hidden="true" className="palette-key hidden px-1.5 xl:inline">
        {keys}
      </kbd>
    </button>
  );
}

function Navigation() {
  const rights = useSession()?.rights ?? [];
  const groups = groupsFor({ rights, isScheduled: useIsScheduled() });
  const [path] = useLocation();
  const current = currentEntry(
    groups.flatMap(({ entries }) => entries),
    { path, search: useSearch() },
  );
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-2 px-2 xl:px-3">
      {groups.map((group) => (
        <div key={group.name} className="flex flex-col gap-0.5">
          {group.name !== "" && (
            <p className="px-2 text-[12px] leading-4 text-faint xl:px-3">{group.name}</p>
          )}
          {group.entries.map((entry) => (
            <SidebarLink
              key={entry.route}
              entry={entry}
              isCurrent={entry === current}
              size={group.name !== "" ? "grouped" : mayOpen(entry, rights) ? "large" : "small"}
            />
          ))}
          {group === groups.at(-1) && <HelpLink size={group.name === "" ? "small" : "grouped"} />}
        </div>
      ))}
    </nav>
  );
}

const sizes = {
  large:
    "max-xl:min-h-[54px] max-xl:flex-col max-xl:text-[12px] max-xl:leading-[14px] xl:h-11 font-semibold",
  grouped:
    "font-semibold max-xl:h-7 max-xl:justify-start max-xl:px-2 max-xl:text-[12px] max-xl:*:first:hidden xl:h-[30px] xl:text-[14px]",
  small: "h-9 text-[12px] max-xl:*:first:hidden",
} as const;

function SidebarLink({
  entry,
  isCurrent,
  size,
}: {
  readonly entry: NavigationEntry;
  readonly isCurrent: boolean;
  readonly size: keyof typeof sizes;
}) {
  return (
    <Link
      href={entry.route}
      aria-current={isCurrent ? "page" : undefined}
      className={`relative flex items-center justify-center gap-x-3 gap-y-1 rounded-m font-display xl:justify-start xl:px-3 ${sizes[size]} ${
        isCurrent
          ? "bg-s3 text-text before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-primary-edge"
          : "text-muted hover:bg-s2 hover:text-text"
      }`}
    >
      <NavigationIcon
        icon={entry.icon}
        size={size === "large" ? 20 : 16}
        className={isCurrent ? "text-primary-text" : ""}
      />
      <span>{entry.label}</span>
      <NavigationBadge icon={entry.icon} />
    </Link>
  );
}

/** The documentation, which is no page of the app. */
function HelpLink({ size }: { readonly size: keyof typeof sizes }) {
  return (
    <a
      href={HELP_URL}
      target="_blank"
      className={`flex items-center justify-center gap-x-3 rounded-m font-display text-muted hover:bg-s2 hover:text-text xl:justify-start xl:px-3 ${sizes[size]}`}
    >
      <CircleHelp size={16} strokeWidth={1.9} aria-hidden="true" />
      <span>Help</span>
    </a>
  );
}

/** Where the bot is on IRC, and how to request a song there. */
function IrcFooter() {
  const status = useIrcStatus();
  const server = useShownServer();
  const isConnected = status?.connected ?? false;
  const isStale = useIsStale(0);
  return (
    <section
      aria-label="IRC status"
      className="border-t border-line p-2 text-[12px] leading-4 max-xl:py-3 xl:p-5"
    >
      <p className="flex items-baseline gap-2">
        <span
          className={`size-2 shrink-0 rounded-full ${isConnected && !isStale ? "bg-accent-edge" : "bg-faint"}`}
          aria-hidden="true"
        />
        <span className={`font-display font-semibold ${isStale ? "text-faint" : ""}`}>
          {isConnected ? "IRC bot connected" : "IRC bot disconnected"}
        </span>
      </p>
      <div className={isStale ? "text-faint" : "text-muted"}>
        {status?.connected === true && <Whereabouts status={status} />}
        {status?.connected === false && status.reason !== null && (
          <p className="mt-1 break-words">{status.reason}</p>
        )}
        <p className="mt-2 wrap-anywhere text-faint">
          {status?.connected === true && server !== "" && (
            <>
              <span>{server}</span> ·{" "}
            </>
          )}
          <ConnectionWords />
        </p>
      </div>
    </section>
  );
}

function Whereabouts({ status }: { readonly status: IrcStatus }) {
  const rights = useSession()?.rights ?? [];
  const [channel] = status.channels;
  return (
    <>
      <p className="mt-1 wrap-anywhere">
        {channel === undefined ? "" : `${channel} · `}
        {countOf(status.userCount, "user")} online
      </p>
      {!operates(rights) && (
        <p className="mt-1">
          Type <code className="font-mono">.request</code> and a song to hear it.
        </p>
      )}
    </>
  );
}
