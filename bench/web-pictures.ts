import type { TestStation } from "@neonrelay/test-station";
import type { Browser, CDPSession, Page } from "playwright-core";
import type { WebFigure } from "./web.ts";

const LIMIT_MS = 4;
const CHECK_INTERVAL_MS = 5000;
const modes = [
  "Waveform",
  "Spectrum",
  "Oscilloscope",
  "Levels",
  "Circular",
  "3D Bars",
  "Particles",
  "Galaxy",
];

/**
 * CPU time of the page's main thread per frame of each visualizer, at a device pixel ratio of two and without a
 * graphics card, minus the page's own work with the picture paused.
 */
export async function measurePictures(
  browser: Browser,
  station: TestStation,
): Promise<readonly WebFigure[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(station.webUrl);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await page.locator("[data-peak-db]").waitFor();
  await page.getByRole("button", { name: "Pause visuals" }).click();
  const still = await look(page, session);
  await page.getByRole("button", { name: "Resume visuals" }).click();
  const figures: WebFigure[] = [];
  for (const mode of modes) {
    await page.getByRole("button", { name: mode, exact: true }).click();
    const moving = await look(page, session);
    const perSecond = (moving.busyMs / moving.tookMs - still.busyMs / still.tookMs) * 1000;
    const framesPerSecond = (moving.frames / moving.tookMs) * 1000;
    figures.push({
      what: `main thread for a frame of ${mode}, ms`,
      value: perSecond / framesPerSecond,
      limit: LIMIT_MS,
      note: `${Math.round(framesPerSecond)} frames a second`,
    });
  }
  await context.close();
  return figures;
}

async function look(
  page: Page,
  session: CDPSession,
): Promise<{ readonly busyMs: number; readonly tookMs: number; readonly frames: number }> {
  const before = await busySeconds(session);
  const { tookMs, frames } = await page.evaluate(
    (lookMs) =>
      new Promise<{ tookMs: number; frames: number }>((resolve) => {
        const begunMs = performance.now();
        let frames = 0;
        const next = (): void => {
          const tookMs = performance.now() - begunMs;
          frames += 1;
          if (tookMs < lookMs) requestAnimationFrame(next);
          else resolve({ tookMs, frames });
        };
        requestAnimationFrame(next);
      }),
    CHECK_INTERVAL_MS,
  );
  return { busyMs: ((await busySeconds(session)) - before) * 1000, tookMs, frames };
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}
