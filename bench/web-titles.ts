import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { TestStation } from "@neonrelay/test-station";
import { launchChromium } from "@neonrelay/test-station/browser";
import {
  latenessOfTitles,
  makeTwoTones,
  recordTitlesAndTones,
} from "@neonrelay/test-station/title-recorder";
import type { WebFigure } from "./web.ts";

const LIMIT_MS = 150;
const TITLES = 8;
const WAIT_LIMIT_MS = 180_000;

/** Offset between titles and audio over some tracks. */
export async function measureTitles(): Promise<readonly WebFigure[]> {
  const music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  try {
    await makeTwoTones(music);
    await using station = await TestStation.start({ musicDirs: [music] });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await recordTitlesAndTones(page);
      await page.goto(station.webUrl);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      const lateMs = await latenessOfTitles(page, { titles: TITLES, limitMs: WAIT_LIMIT_MS });
      return [
        {
          what: "a title before or after its sound, ms at most",
          value: Math.max(...lateMs.map(Math.abs)),
          limit: LIMIT_MS,
          note: lateMs.join(", "),
        },
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await rm(music, { recursive: true, force: true });
  }
}
