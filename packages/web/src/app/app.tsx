import { Suspense, useDeferredValue, useEffect } from "react";
import { Route, Switch, useLocation } from "wouter";
import { AccountButton } from "../features/accounts/account-button.tsx";
import { searchFocus } from "../features/library/search-focus.ts";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { MiniPlayer } from "../features/player/mini-player.tsx";
import { listens } from "../features/player/playback-machine.ts";
import { usePlayer } from "../features/player/player-context.ts";
import { TrackAnnouncer } from "../features/player/track-announcer.tsx";
import { useIsOutOfReach } from "../features/radio/radio-data.ts";
import { ErrorBoundary } from "../frame/error-boundary.tsx";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { usePaletteKey, useShortcut } from "../frame/use-shortcut.ts";
import { usePageTitle } from "../pages/page-title.ts";
import { ConnectionBanner } from "../socket/connection-banner.tsx";
import { useSocket } from "../socket/socket-context.ts";
import { useIsDrawn } from "../ui/after-paint.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PageCorner, PageTools } from "../ui/page-header.tsx";
import { LoadingRows } from "../ui/panel-state.tsx";
import { ToastRegion } from "../ui/toast-region.tsx";
import { useIsWide } from "../ui/use-is-wide.ts";
import { BottomBar, MobileHeader } from "./mobile-bars.tsx";
import { LatePart } from "./late-part.tsx";
import { Overlays } from "./overlays.tsx";
import { pageFiles } from "./page-files.ts";
import { Sidebar } from "./sidebar.tsx";
import { useCrampedHeightPx } from "./use-cramped-height.ts";

const { Part: NoSignalPage } = lazyPart(
  async () => (await import("../pages/no-signal-page.tsx")).NoSignalPage,
);
const { Part: NotFoundPage } = lazyPart(
  async () => (await import("../pages/not-found-page.tsx")).NotFoundPage,
);
const { Part: LateBanners } = lazyPart(
  async () => (await import("./late-banners.tsx")).LateBanners,
);
const { Part: TipRegion } = lazyPart(async () => (await import("../ui/tip-region.tsx")).TipRegion);

/** The shell around every page. The audio element lives outside it, so navigation never interrupts the sound. */
export function App() {
  const [path] = useLocation();
  // The click shows at once; the new page appears once it has rendered.
  const shownPath = useDeferredValue(path);
  const isOutOfReach = useIsOutOfReach();
  const isWide = useIsWide();
  const isDrawn = useIsDrawn();
  const socket = useSocket();
  // The page has already fetched what the socket sends first, so it can open after the first paint.
  useEffect(() => {
    if (isDrawn) socket.open();
  }, [isDrawn, socket]);
  const crampedHeightPx = useCrampedHeightPx();
  const isCramped = crampedHeightPx !== undefined;
  const hasMiniPlayer = shownPath !== "/" || isCramped;
  return (
    <Overlays>
      <div
        className="flex h-dvh flex-col pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] lg:flex-row low:overflow-x-clip low:overflow-y-auto"
        data-cramped={isCramped}
        data-filled={isCramped && shownPath === "/"}
        data-mini-player={hasMiniPlayer}
        style={{ height: crampedHeightPx }}
      >
        <a href="#player" className="button fixed top-2 left-2 z-50 not-focus-visible:sr-only">
          Skip to player
        </a>
        {isWide ? <Sidebar /> : <MobileHeader />}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col low:flex-auto low:shrink-0">
          <ConnectionBanner />
          <LatePart>
            <LateBanners />
          </LatePart>
          <main className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto low:flex-auto low:shrink-0 low:overflow-x-clip low:overflow-y-visible">
            <PageTools value={isWide ? <AccountTools /> : null}>
              <ErrorBoundary
                key={shownPath}
                scope="page"
                beside={<BesideError hasMiniPlayer={hasMiniPlayer} />}
              >
                <Suspense fallback={<LoadingRows label="Loading page" count={8} />}>
                  {isOutOfReach ? <NoSignalPage /> : <Pages path={shownPath} />}
                </Suspense>
              </ErrorBoundary>
            </PageTools>
          </main>
          <div className="flex shrink-0 flex-col low:sticky low:bottom-0 low:z-20 low:sm:flex-row lowest:contents">
            {hasMiniPlayer && (
              <div className="min-w-0 flex-1 lowest:-order-1">
                <MiniPlayer id={shownPath === "/" ? undefined : "player"} />
              </div>
            )}
            {!isWide && !isCramped && <BottomBar />}
          </div>
        </div>
        <LatePart>
          <TipRegion />
        </LatePart>
        <ToastRegion />
        <TrackAnnouncer />
        <PageShortcuts />
      </div>
    </Overlays>
  );
}

/** A dashboard that fails takes its player with it, and so the button that stops the sound. */
function BesideError({ hasMiniPlayer }: { readonly hasMiniPlayer: boolean }) {
  usePageTitle("Error");
  return (
    <>
      <PageCorner />
      {!hasMiniPlayer && <MiniPlayer id="player" />}
    </>
  );
}

/** In the same place as on the dashboard. */
function AccountTools() {
  return (
    <>
      <NotificationBell />
      <AccountButton look="name" />
    </>
  );
}

function Pages({ path }: { readonly path: string }) {
  return (
    <Switch location={path}>
      {Object.entries(pageFiles).map(([route, { Part }]) => (
        <Route key={route} path={route} component={Part} />
      ))}
      <Route component={NotFoundPage} />
    </Switch>
  );
}

const VOLUME_STEP = 5;

/** The keys that work on every page. Space affects this browser only, so it can't stop the station by accident. */
function PageShortcuts() {
  const player = usePlayer();
  const showOverlay = useShowOverlay();
  const [, goTo] = useLocation();
  useShortcut(" ", () => {
    if (listens(player.state.playback)) player.stop();
    else player.listen();
  });
  useShortcut("m", () => player.toggleMuted());
  useShortcut("arrowup", () => player.turnVolume(VOLUME_STEP));
  useShortcut("arrowdown", () => player.turnVolume(-VOLUME_STEP));
  useShortcut("/", () => {
    const { pathname, search } = window.location;
    if (pathname === "/library")
      goTo(`${pathname}${search}`, { replace: true, state: searchFocus() });
    else goTo("/library", { state: searchFocus() });
  });
  useShortcut("?", () => showOverlay("shortcuts"));
  useShortcut("h", () => showOverlay("history"));
  usePaletteKey(() => showOverlay("palette"));
  return null;
}
