import type { TestStation } from "@neonrelay/test-station";
import type { Browser, Page } from "playwright-core";
import { openWatchedPage, settled, slowProcessor, twoFrames } from "./web-page.ts";
import { signIn } from "./web-load.ts";
import type { WebFigure } from "./web.ts";

const RUNS = 5;
const LIMIT_MS = 150;
const VIEWPORT = { width: 1440, height: 900 };

/** A user's action, and how to undo it for the next run. */
interface Interaction {
  readonly what: string;
  readonly act: (page: Page) => Promise<void>;
  readonly undo: (page: Page) => Promise<void>;
}

const guests: readonly Interaction[] = [
  { what: "play", act: (page) => press(page, "Play"), undo: (page) => press(page, "Stop") },
  { what: "the Queue tab", act: (page) => openTab(page, /Queue/), undo: toChat },
  { what: "the Comments tab", act: (page) => openTab(page, /Comments/), undo: toChat },
  {
    what: "the sign-in dialog",
    act: async (page) => {
      await press(page, "Guest");
      // Its file loads on the first click: pressing a key earlier would close nothing.
      await page.getByRole("dialog").waitFor();
    },
    undo: async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    },
  },
  {
    what: "the notifications",
    act: (page) =>
      page
        .getByRole("button", { name: /notification/i })
        .first()
        .click(),
    undo: (page) => page.keyboard.press("Escape"),
  },
  {
    what: "another picture",
    act: (page) => press(page, "Particles"),
    undo: (page) => press(page, "Waveform"),
  },
  {
    what: "the library",
    act: (page) => page.getByRole("link", { name: "Library" }).first().click(),
    undo: (page) => page.getByRole("link", { name: "Dashboard" }).first().click(),
  },
];

const operators: readonly Interaction[] = [
  {
    what: "the queue's menu",
    act: (page) => press(page, "More queue actions"),
    undo: (page) => page.keyboard.press("Escape"),
  },
];

/** From a real click or key to the next paint, while the station plays. */
export async function measureClicks(
  browser: Browser,
  station: TestStation,
): Promise<readonly WebFigure[]> {
  const figures: WebFigure[] = [];
  {
    await using watched = await openWatchedPage(browser, {
      viewport: VIEWPORT,
      conditions: slowProcessor,
      context: undefined,
    });
    await watched.page.goto(station.webUrl);
    await settled(watched.page);
    for (const interaction of guests) figures.push(await measure(watched, interaction));
  }
  const context = await browser.newContext();
  await signIn(context, station);
  {
    await using watched = await openWatchedPage(browser, {
      viewport: VIEWPORT,
      conditions: slowProcessor,
      context,
    });
    await watched.page.goto(station.webUrl);
    await settled(watched.page);
    await openTab(watched.page, /Queue/);
    for (const interaction of operators) figures.push(await measure(watched, interaction));
  }
  await context.close();
  return figures;
}

async function measure(
  watched: Awaited<ReturnType<typeof openWatchedPage>>,
  { what, act, undo }: Interaction,
): Promise<WebFigure> {
  const { page } = watched;
  const tookMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const sinceMs = await page.evaluate(() => performance.now());
    await act(page);
    await twoFrames(page);
    tookMs.push(await slowestSince(watched, sinceMs));
    await undo(page);
    await twoFrames(page);
  }
  return {
    what: `INP of ${what}, ms`,
    value: Math.max(...tookMs),
    limit: LIMIT_MS,
    note: `of ${RUNS}: ${tookMs.map(Math.round).join(", ")}`,
  };
}

/** The longest interaction since a moment of the page; those below one frame are not reported and count as 16 ms. */
export async function slowestSince(
  { entries }: Pick<Awaited<ReturnType<typeof openWatchedPage>>, "entries">,
  sinceMs: number,
): Promise<number> {
  const events = (await entries()).filter(
    ({ entryType, startTime, interactionId = 0 }) =>
      entryType === "event" && interactionId > 0 && startTime >= sinceMs,
  );
  return Math.max(16, ...events.map(({ duration }) => duration));
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
}

async function openTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

async function toChat(page: Page): Promise<void> {
  await openTab(page, /IRC Chat/);
}
