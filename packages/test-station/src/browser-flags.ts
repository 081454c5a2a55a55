/** The toolbar's suggestion pages, which cost every window two more pages to draw. */
const toolbarPages = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** Features Playwright turns off, repeated here because Chromium only uses the last list. */
const offForTests = [
  "AimEnabled",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PreconnectToSearch",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
];

/** Flags that stop Chromium's own connections. */
export const browserFlags: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  `--disable-features=${[...offForTests, ...toolbarPages].join(",")}`,
];

/**
 * For suites that test neither motion nor the service worker, which cost station and browser a third of opening a page.
 */
export const plainVisitor = { reducedMotion: "reduce", serviceWorkers: "block" } as const;
