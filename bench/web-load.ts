import type { Browser, BrowserContext } from "playwright-core";
import { testAdmin, type TestStation } from "@neonrelay/test-station";
import { medianOf } from "./process-figures.ts";
import { openWatchedPage, settled, slowPhone } from "./web-page.ts";
import type { WebFigure } from "./web.ts";

const RUNS = 3;
const LCP_LIMIT_MS = 2000;
const SHIFT_LIMIT = 0.02;
const LONG_TASK_LIMIT_MS = 100;

const sizes = [
  { name: "1440", viewport: { width: 1440, height: 900 } },
  { name: "390", viewport: { width: 390, height: 844 } },
] as const;
/** Each route with the maximum size of its scripts until idle, compressed: today's size and little more. */
const routes = [
  { route: "/", scriptKib: 150 },
  { route: "/library", scriptKib: 139 },
  { route: "/playlist", scriptKib: 130 },
  { route: "/upload", scriptKib: 119 },
  { route: "/settings", scriptKib: 119 },
  { route: "/no/such/place", scriptKib: 119 },
] as const;
const SIGNED_IN_SETTINGS_KIB = 137;

/** How each page loads for a first-time visitor, on a slow phone. */
export async function measureLoads(
  browser: Browser,
  station: TestStation,
): Promise<readonly WebFigure[]> {
  const figures: WebFigure[] = [];
  for (const { route, scriptKib } of routes)
    for (const { name, viewport } of sizes)
      figures.push(
        ...(await measureLoad(browser, {
          what: `${route} at ${name} px`,
          url: new URL(route, station.webUrl).href,
          viewport,
          scriptKib,
          visitor: () => browser.newContext(),
        })),
      );
  figures.push(
    ...(await measureLoad(browser, {
      what: "/settings at 1440 px, signed in",
      url: new URL("/settings", station.webUrl).href,
      viewport: sizes[0].viewport,
      scriptKib: SIGNED_IN_SETTINGS_KIB,
      visitor: async () => {
        const context = await browser.newContext();
        await signIn(context, station);
        return context;
      },
    })),
  );
  return figures;
}

/** Signs in the pages of a context as an operator. */
export async function signIn(context: BrowserContext, station: TestStation): Promise<void> {
  const { username, password } = testAdmin;
  const answer = await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username, password },
    headers: { origin: station.webUrl },
  });
  if (!answer.ok()) throw new Error(`signing in returned ${answer.status()}`);
}

async function measureLoad(
  browser: Browser,
  {
    what,
    url,
    viewport,
    scriptKib,
    visitor,
  }: {
    readonly what: string;
    readonly url: string;
    readonly viewport: { readonly width: number; readonly height: number };
    /** Maximum size of its scripts until idle. */
    readonly scriptKib: number;
    /** A first-time visitor, for each run. */
    readonly visitor: () => Promise<BrowserContext>;
  },
): Promise<readonly WebFigure[]> {
  const paints: number[] = [];
  const shifts: number[] = [];
  const tasks: number[] = [];
  const scripts: number[] = [];
  const moving = new Set<string>();
  const largest = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    await using context = await visitor();
    await using watched = await openWatchedPage(browser, {
      viewport,
      conditions: slowPhone,
      context,
    });
    await watched.session.send("Network.setCacheDisabled", { cacheDisabled: true });
    let scriptBytes = 0;
    const scriptRequests = new Set<string>();
    watched.session.on("Network.responseReceived", ({ requestId, type }) => {
      if (type === "Script") scriptRequests.add(requestId);
    });
    watched.session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scriptRequests.has(requestId)) scriptBytes += encodedDataLength;
    });
    await watched.page.goto(url);
    await settled(watched.page);
    const entries = await watched.entries();
    const last = entries.filter(({ entryType }) => entryType === "largest-contentful-paint").at(-1);
    paints.push(last?.startTime ?? Number.NaN);
    largest.add(last?.about ?? "");
    const moved = entries.filter(
      ({ entryType, hadRecentInput }) => entryType === "layout-shift" && hadRecentInput !== true,
    );
    shifts.push(moved.reduce((sum, { value = 0 }) => sum + value, 0));
    for (const { about, value = 0 } of moved) if (value > 0.001) moving.add(about);
    const loadedMs = await watched.page.evaluate(
      () => performance.getEntriesByType("navigation")[0]?.duration,
    );
    const long = entries.filter(
      ({ entryType, startTime }) => entryType === "longtask" && startTime > (loadedMs ?? 0),
    );
    tasks.push(Math.max(0, ...long.map(({ duration }) => duration)));
    scripts.push(scriptBytes / 1024);
  }
  return [
    {
      what: `LCP of ${what}, ms`,
      value: medianOf(paints),
      limit: LCP_LIMIT_MS,
      note: [...largest].join(", "),
    },
    {
      what: `CLS of ${what}`,
      value: Math.max(...shifts),
      limit: SHIFT_LIMIT,
      note: [...moving].join(", "),
    },
    {
      what: `longest task of ${what} after it has loaded, ms`,
      value: medianOf(tasks),
      limit: LONG_TASK_LIMIT_MS,
      note: "",
    },
    {
      what: `scripts of ${what} until idle, KiB`,
      value: medianOf(scripts),
      limit: scriptKib,
      note: "",
    },
  ];
}
