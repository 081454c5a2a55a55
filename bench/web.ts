import { launchChromium } from "@neonrelay/test-station/browser";
import { startDemoStation } from "./demo-station.ts";
import { benchFirstSound } from "./first-sound.ts";
import type { BenchResult, BenchOptions } from "./main.ts";
import { measureClicks } from "./web-clicks.ts";
import { measureHeap } from "./web-heap.ts";
import { measureLibrary } from "./web-library.ts";
import { measureLighthouse, measureStill } from "./web-lighthouse.ts";
import { measureLoads } from "./web-load.ts";
import { measurePictures } from "./web-pictures.ts";
import { measureTitles } from "./web-titles.ts";

/** A measurement. It is broken unless below its limit. */
export interface WebFigure {
  /** Ends with its unit, and names unusual conditions. */
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  /** The cause, where that helps to fix it. */
  readonly note: string;
}

const LISTENING_MINUTES = 10;

/** The web app's budgets, in Chromium against a whole station. */
export async function benchWeb({ minutes }: BenchOptions): Promise<BenchResult> {
  const figures: WebFigure[] = [];
  const take = (found: readonly WebFigure[]): void => {
    for (const { what, value, limit } of found)
      console.log(`${what}: ${rounded(value)} (${limit} at most)`);
    figures.push(...found);
  };
  const firstSound = await benchFirstSound();
  take(await measureTitles());
  take(await measureLibrary());
  await using station = await startDemoStation({});
  const browser = await launchChromium();
  try {
    take(await measureLoads(browser, station));
    take(await measureClicks(browser, station));
    take(await measurePictures(browser, station));
    take(await measureHeap(browser, { station, minutes: minutes ?? LISTENING_MINUTES }));
    const operator = await station.operator();
    await operator.call("POST", "/api/programme/shows", { name: "Night Flight" });
    const paths = ["/", "/library", "/schedule", "/shows/night-flight"];
    take(await measureStill(browser, { station, paths }));
    take(await measureLighthouse(station, paths));
  } finally {
    await browser.close();
  }
  return {
    rows: [
      ...firstSound.rows.map(({ what, neonrelay }) => ({
        what: what ?? "",
        found: neonrelay ?? "",
        "at most": 400,
      })),
      ...figures.map(({ what, value, limit, note }) => ({
        what,
        found: rounded(value),
        "at most": limit,
        note,
      })),
    ],
    aim: `bounds stand beside what was found; pages load and are clicked on a processor 4 times slower, load at 1.6 Mbit/s and 150 ms`,
    broken: figures
      .filter(({ value, limit }) => !(value <= limit))
      .map(({ what, value, limit }) => `${what}: ${rounded(value)}, ${limit} at most`),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
