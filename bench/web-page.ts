import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import * as z from "zod";

/** The CPU and network simulated for a page. */
export interface Conditions {
  /** How many times slower than this machine. */
  readonly cpuSlowdown: number;
  /** null: unthrottled. */
  readonly network: {
    readonly roundTripMs: number;
    readonly downKbps: number;
    readonly upKbps: number;
  } | null;
}

/** A mid-range phone and its connection. */
export const slowPhone: Conditions = {
  cpuSlowdown: 4,
  network: { roundTripMs: 150, downKbps: 1600, upKbps: 750 },
};
export const slowProcessor: Conditions = { cpuSlowdown: 4, network: null };

const entrySchema = z.looseObject({
  entryType: z.string(),
  startTime: z.number(),
  duration: z.number(),
  value: z.optional(z.number()),
  hadRecentInput: z.optional(z.boolean()),
  interactionId: z.optional(z.number()),
  about: z.string(),
});
type TimedEntry = z.infer<typeof entrySchema>;

/** A page whose paints, shifts, long tasks and events are recorded from the start. */
interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly session: CDPSession;
  /** Entries recorded so far, unordered. */
  entries(): Promise<readonly TimedEntry[]>;
}

/** Opens a page with an empty cache. */
export async function openWatchedPage(
  browser: Browser,
  {
    viewport,
    conditions,
    context: given,
  }: {
    readonly viewport: { readonly width: number; readonly height: number };
    readonly conditions: Conditions;
    /** With its own cookies; undefined for a first-time visitor. */
    readonly context: BrowserContext | undefined;
  },
): Promise<WatchedPage> {
  const context = given ?? (await browser.newContext({ viewport }));
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.addInitScript(recordEntries);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: conditions.cpuSlowdown });
  await session.send("Network.enable");
  if (conditions.network !== null) {
    const { roundTripMs, downKbps, upKbps } = conditions.network;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: (downKbps * 1000) / 8,
      uploadThroughput: (upKbps * 1000) / 8,
    });
  }
  return {
    page,
    session,
    entries: async () =>
      z
        .array(entrySchema)
        .parse(await page.evaluate((): unknown => Reflect.get(window, "timedEntries"))),
    [Symbol.asyncDispose]: async () => {
      await page.close();
      if (given === undefined) await context.close();
    },
  };
}

/** Runs in the page. */
function recordEntries(): void {
  const noted: unknown[] = [];
  Reflect.set(window, "timedEntries", noted);
  const nameOf = (node: unknown): string =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}`.slice(0, 80) : "";
  const aboutOf = (entry: PerformanceEntry): string => {
    const sources: unknown = Reflect.get(entry, "sources");
    const nodes: unknown[] = Array.isArray(sources)
      ? sources.map((source: object) => Reflect.get(source, "node"))
      : [Reflect.get(entry, "element") ?? Reflect.get(entry, "target")];
    return nodes.map(nameOf).join(" ");
  };
  for (const type of ["largest-contentful-paint", "layout-shift", "longtask", "event"]) {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        noted.push({
          entryType: entry.entryType,
          startTime: entry.startTime,
          duration: entry.duration,
          value: Reflect.get(entry, "value"),
          hadRecentInput: Reflect.get(entry, "hadRecentInput"),
          interactionId: Reflect.get(entry, "interactionId"),
          about: aboutOf(entry),
        });
    });
    const options = { type, buffered: true, durationThreshold: 16 };
    observer.observe(options);
  }
}

const SETTLED_LIMIT_MS = 60_000;
const CHECK_INTERVAL_MS = 50;
const isThere = "document.querySelector('h1') !== null";
const isWhole = `document.querySelector('[aria-label^="Loading"]') === null`;

/**
 * Waits until everything a page shows at first is there. Playwright's own wait injects a large script, which takes a
 * slow CPU longer than many parts of the page.
 */
export async function settled(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await untilTrue(session, isThere);
  await page.waitForLoadState("networkidle", { timeout: SETTLED_LIMIT_MS });
  await untilTrue(session, isWhole);
  await session.detach();
  await twoFrames(page);
}

async function untilTrue(session: CDPSession, expression: string): Promise<void> {
  const limitAtMs = performance.now() + SETTLED_LIMIT_MS;
  for (;;) {
    const { result } = await session.send("Runtime.evaluate", { expression });
    if (result.value === true) return;
    if (performance.now() > limitAtMs) throw new Error(`a page never came to ${expression}`);
    await delay(CHECK_INTERVAL_MS);
  }
}

/** Waits until the last change has been painted. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)));
      }),
  );
}
