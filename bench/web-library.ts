import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { launchChromium } from "@neonrelay/test-station/browser";
import type { Browser } from "playwright-core";
import * as z from "zod";
import { buildWebWhenChanged } from "../packages/launcher/src/web-build.ts";
import { projectRoot } from "../scripts/stage.ts";
import { messageOf } from "./api.ts";
import { answerFromMemory } from "./web-million.ts";
import { slowestSince } from "./web-clicks.ts";
import { openWatchedPage, settled, slowProcessor, twoFrames } from "./web-page.ts";
import type { Conditions } from "./web-page.ts";
import type { WebFigure } from "./web.ts";

const VIEWPORT = { width: 1440, height: 900 };
const BUILD_LIMIT_MS = 120_000;
const FRAMES = 600;
const PIXELS_A_FRAME = 400;
const JUMPS = 10;
const INP_LIMIT_MS = 150;
/** Maximum share of frames that come late; of the rows on screen none may be missing and few still loading. */
const LATE_LIMIT = 0.05;
const SKELETON_LIMIT = 0.5;
const JUMP_LIMIT_MS = 1000;
const WORDS = ["kara", "radio", "synt", "mido lu"];
const conditions: Conditions = { cpuSlowdown: 1, network: null };

const scrollSchema = z.object({
  tookMs: z.array(z.number()),
  rows: z.number(),
  onTheirWay: z.number(),
  uncoveredPx: z.number(),
});

/** Scrolling and searching in a library of 100,000 tracks, on a real database; scrolling also in a million. */
export async function measureLibrary(): Promise<readonly WebFigure[]> {
  const webRoot = await buildWebWhenChanged({
    projectRoot,
    onLine: console.log,
    signal: AbortSignal.timeout(BUILD_LIMIT_MS),
  });
  const server = fork(path.join(projectRoot, "bench/api-station.ts"), ["embedded", webRoot]);
  const browser = await launchChromium();
  try {
    const { origin } = z.object({ origin: z.string() }).parse(await messageOf(server));
    return [
      ...(await scroll(browser, origin, { isMillion: false })),
      ...(await scroll(browser, origin, { isMillion: true })),
      await search(browser, origin),
    ];
  } finally {
    await browser.close();
    if (server.connected) {
      server.disconnect();
      await once(server, "exit");
    }
  }
}

/** @param isMillion whether the list has a million rows from memory instead of the database's */
async function scroll(
  browser: Browser,
  origin: string,
  { isMillion }: { readonly isMillion: boolean },
): Promise<readonly WebFigure[]> {
  await using watched = await openWatchedPage(browser, {
    viewport: VIEWPORT,
    conditions,
    context: undefined,
  });
  const { page } = watched;
  const rows = isMillion ? "1,000,000 rows" : "100,000 rows";
  if (isMillion) await answerFromMemory(page, origin, 1_000_000);
  await page.goto(new URL("/library", origin).href);
  await settled(page);
  const found = scrollSchema.parse(
    await page.evaluate(scrollInPage, { frames: FRAMES, pixels: PIXELS_A_FRAME }),
  );
  const jumps: number[] = [];
  for (let jump = 1; jump <= JUMPS; jump += 1)
    jumps.push(await page.evaluate(jumpInPage, jump / (JUMPS + 1)));
  const sorted = found.tookMs.toSorted((a, b) => a - b);
  const late = found.tookMs.reduce(
    (sum, ms) => sum + Math.max(0, Math.round(ms / (1000 / 60)) - 1),
    0,
  );
  return [
    {
      what: `frames missed while scrolling ${rows}, share`,
      value: late / (late + found.tookMs.length),
      limit: LATE_LIMIT,
      note: `p95 ${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms, ${late} missed`,
    },
    {
      what: `of the screen without any row while scrolling ${rows}, pixels at most`,
      value: found.uncoveredPx,
      limit: 0,
      note: "",
    },
    {
      what: `rows on their way while scrolling ${rows} by 24,000 pixels a second, share`,
      value: found.onTheirWay / found.rows,
      // In a million, each frame moves by a whole screen of rows, so none of them is loaded.
      limit: isMillion ? 1 : SKELETON_LIMIT,
      note: `${found.rows} rows looked at`,
    },
    {
      what: `rows after a jump anywhere among ${rows}, ms at most`,
      value: Math.max(...jumps),
      limit: JUMP_LIMIT_MS,
      note: jumps.map(Math.round).join(", "),
    },
  ];
}

async function search(browser: Browser, origin: string): Promise<WebFigure> {
  await using watched = await openWatchedPage(browser, {
    viewport: VIEWPORT,
    conditions: slowProcessor,
    context: undefined,
  });
  const { page } = watched;
  await page.goto(new URL("/library", origin).href);
  await settled(page);
  const field = page.getByLabel("Search the library");
  const tookMs: number[] = [];
  for (const word of WORDS) {
    const sinceMs = await page.evaluate(() => performance.now());
    await field.click();
    await page.keyboard.type(word, { delay: 80 });
    await settled(page);
    await twoFrames(page);
    tookMs.push(await slowestSince(watched, sinceMs));
    await page.getByRole("button", { name: /clear/i }).first().click();
    await settled(page);
  }
  return {
    what: "INP of typing into the search, ms",
    value: Math.max(...tookMs),
    limit: INP_LIMIT_MS,
    note: tookMs.map(Math.round).join(", "),
  };
}

/** Runs in the page: scrolls in every frame and checks the rows on the screen. */
async function scrollInPage({
  frames,
  pixels,
}: {
  readonly frames: number;
  readonly pixels: number;
}): Promise<unknown> {
  const scroller = document.querySelector("[role=table][aria-rowcount]")?.parentElement;
  if (!(scroller instanceof HTMLElement)) throw new Error("there is no table of tracks");
  const tookMs: number[] = [];
  let rows = 0;
  let onTheirWay = 0;
  let uncoveredPx = 0;
  let beforeMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop += pixels;
    const nowMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    tookMs.push(nowMs - beforeMs);
    beforeMs = nowMs;
    const { top, bottom } = scroller.getBoundingClientRect();
    let lowest = top;
    for (const row of scroller.querySelectorAll("[role=rowgroup] + [role=rowgroup] > [role=row]")) {
      const box = row.getBoundingClientRect();
      if (box.bottom <= top || box.top >= bottom) continue;
      lowest = Math.max(lowest, box.bottom);
      rows += 1;
      if (row.querySelector(".skeleton") !== null) onTheirWay += 1;
    }
    uncoveredPx = Math.max(uncoveredPx, Math.round(bottom - lowest));
  }
  return { tookMs, rows, onTheirWay, uncoveredPx };
}

/**
 * Runs in the page. @param share of the whole height @returns how long until all rows on the screen are loaded, in ms
 */
async function jumpInPage(share: number): Promise<number> {
  const scroller = document.querySelector("[role=table][aria-rowcount]")?.parentElement;
  if (!(scroller instanceof HTMLElement)) throw new Error("there is no table of tracks");
  const begunMs = performance.now();
  scroller.scrollTop = scroller.scrollHeight * share;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { top, bottom } = scroller.getBoundingClientRect();
    const shown = [
      ...scroller.querySelectorAll("[role=rowgroup] + [role=rowgroup] > [role=row]"),
    ].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    if (shown.length > 0 && shown.every((row) => row.querySelector(".skeleton") === null))
      return performance.now() - begunMs;
    if (performance.now() - begunMs > 30_000) throw new Error("the rows did not come");
  }
}
