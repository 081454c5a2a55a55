/** What a toolbar would show as one types: two pages more that every window draws. */
const toolbarPages = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** What Playwright leaves off. Chromium uses only the last list. */
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

/** Chromium without the connections it makes for itself. */
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
 * The browser of a suite that tests neither movement nor the kept app, which cost the station and the browser a third of
 * opening a page.
 */
export const plainVisitor = { reducedMotion: "reduce", serviceWorkers: "block" } as const;
