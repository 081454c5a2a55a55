import { AudioLines, ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { usePageTitle } from "../page-title.ts";
import { AccountButton } from "../../features/accounts/account-button.tsx";
import { useRight } from "../../features/accounts/session-data.ts";
import { AboutStation } from "../../features/branding/about-station.tsx";
import { useBranding } from "../../features/branding/branding-data.ts";
import { RecentlyPlayed } from "../../features/history/recently-played.tsx";
import { NotificationBell } from "../../features/notifications/notification-bell.tsx";
import { MiniPlayer } from "../../features/player/mini-player.tsx";
import { PlayerPanel } from "../../features/player/player-panel.tsx";
import { useIsScheduled } from "../../features/schedule/on-now-data.ts";
import { useIsDrawn } from "../../ui/after-paint.ts";
import { useIsIdle } from "../../ui/use-is-idle.ts";
import { useIsWide } from "../../ui/use-is-wide.ts";
import { SideTabs } from "./side-tabs.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

/** Loaded after the first paint, which shows the player. */
const { Part: VisualizerPanel } = lazyPart(
  async () => (await import("../../features/visualizer/visualizer-panel.tsx")).VisualizerPanel,
);

const { Part: SetUpChecklist } = lazyPart(
  async () => (await import("./set-up-checklist.tsx")).SetUpChecklist,
);

const { Part: OnNowLine } = lazyPart(
  async () => (await import("../../features/schedule/on-now-line.tsx")).OnNowLine,
);

export function DashboardPage() {
  usePageTitle("Dashboard");
  const isWide = useIsWide();
  const isDrawn = useIsDrawn();
  const isScheduled = useIsScheduled();
  return (
    <div className="flex min-h-full flex-col gap-2 p-2 in-data-[cramped=true]:h-full in-data-[cramped=true]:min-h-0 in-data-[cramped=true]:p-0 lg:gap-3 lg:p-4">
      <DashboardHeader isScheduled={isScheduled} />
      {!isWide && isScheduled && <OnNow />}
      <div className="flex min-h-0 flex-1 flex-col gap-2 lg:grid lg:min-h-auto lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-2 max-lg:contents lg:gap-3 in-data-[cramped=true]:hidden!">
          <ErrorBoundary scope="panel" beside={<MiniPlayer id="player" />}>
            <PlayerPanel />
          </ErrorBoundary>
          <SetUp />
          <ErrorBoundary scope="panel">
            <Visualizer />
          </ErrorBoundary>
          {isDrawn && (
            <ErrorBoundary scope="panel">
              <RecentlyPlayed />
            </ErrorBoundary>
          )}
        </div>
        {/* On a phone they fill most of the first screen. */}
        {(isDrawn || !isWide) && <SideTabs />}
        <AboutStation className="order-last flex flex-wrap justify-center gap-x-4 px-3 py-2 text-[13px] text-muted lg:col-span-2 in-data-[cramped=true]:hidden xl:hidden" />
      </div>
    </div>
  );
}

/** For operators who can do what is on the list; its file loads for nobody else. */
function SetUp() {
  const mayConfigure = useRight("system_config");
  const isIdle = useIsIdle();
  if (!mayConfigure || !isIdle) return null;
  return (
    <ErrorBoundary scope="panel">
      <Suspense>
        <SetUpChecklist />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Keeps its space while it loads. */
function OnNow() {
  return (
    <div className="flex min-h-11 min-w-40 flex-col justify-center in-data-[cramped=true]:hidden lg:flex-1">
      <ErrorBoundary scope="control">
        <Suspense>
          <OnNowLine />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** On a phone a band opens it, so that the chat is on the first screen. */
function Visualizer() {
  const isWide = useIsWide();
  const isDrawn = useIsDrawn();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {!isWide && (
        <button
          type="button"
          className="panel flex min-h-11 shrink-0 items-center gap-2 px-3 text-[13px] font-semibold text-muted"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <AudioLines size={18} aria-hidden="true" className="text-primary-text" />
          {isOpen ? "Hide the visualizer" : "Audio Visualizer"}
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={`ml-auto ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
      )}
      {(isWide || isOpen) &&
        (isDrawn ? (
          <Suspense fallback={<VisualizerPlace />}>
            <VisualizerPanel />
          </Suspense>
        ) : (
          <VisualizerPlace />
        ))}
    </>
  );
}

/** Keeps the visualizer's space while it loads. */
function VisualizerPlace() {
  return <div className="panel min-h-[176px] flex-1" />;
}

/** One row: the current show replaces the tags where both don't fit. On a phone the shell has its buttons. */
function DashboardHeader({ isScheduled }: { readonly isScheduled: boolean }) {
  const { controlPanelTitle, headerTags } = useBranding();
  const isWide = useIsWide();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-0 px-1 in-data-[filled=true]:sr-only lg:px-0">
      <h1 className="max-w-full truncate text-[15px] leading-6 font-semibold text-muted lg:text-[17px]">
        {controlPanelTitle}
      </h1>
      <p
        className={`flex flex-wrap gap-x-2 gap-y-1 lg:gap-x-3 ${isScheduled ? "lg:max-xl:hidden" : ""}`}
      >
        {headerTags.map((tag) => (
          <span
            key={tag}
            className="badge text-muted max-lg:px-2 max-lg:leading-4 max-lg:tracking-normal"
          >
            {tag}
          </span>
        ))}
      </p>
      {isWide && isScheduled && <OnNow />}
      {isWide && (
        <div className="ml-auto flex items-center gap-2">
          <NotificationBell />
          <AccountButton look="name" />
        </div>
      )}
    </div>
  );
}
