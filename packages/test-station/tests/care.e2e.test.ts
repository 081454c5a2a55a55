// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { trackSchema } from "@neonrelay/contract";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { scanLimit, testAdmin, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const WIDE = { width: 1440, height: 900 };
/** A Korean name and title, read as Western. */
const MISREAD = { artist: "Á¶¿ëÇÊ", title: "µ¹¾Æ¿Í¿ä ºÎ»êÇ×¿¡" };
const MENDED = "돌아와요 부산항에";

let music: string;
let station: TestStation;
let operator: Visitor;
let browser: Browser;

setUpBrowserSuite(async (suite) => {
  // Both end at full level, and have identical channels.
  music = await suite.music([{ title: "Night Drive", seconds: 20 }]);
  await mkdir(path.join(music, "Cho"));
  const file = path.join(music, "Cho", "1.flac");
  await makeTone({ file, frequencyHz: 440, seconds: 20, ...MISREAD });
  await writeFile(path.join(music, "broken.mp3"), "no sound at all");
  station = suite.open.use(await TestStation.start({ musicDirs: [music] }));
  operator = await station.operator();
  await until(
    "the music is there",
    async () => {
      const { body } = await operator.call("GET", "/api/tracks");
      return z.array(trackSchema).parse(body).length === 2;
    },
    scanLimit,
  );
  // Paused, so that the tracks in use stay the same.
  await operator.call("PUT", "/api/radio-state", { isPlaying: false });
  browser = await suite.browser(launchHeadlessShell);
});

test("a problem leaves the list once accepted, fixed or retried", async () => {
  const page = await open("/library");
  const care = await openCare(page);
  const found = care.getByRole("list", { name: "Tracks that need attention" });
  await found.getByText("It ends at full level").first().waitFor();
  expect(await found.getByRole("listitem").count()).toBe(4);
  expect(await objectionsAtAllSizes(page)).toEqual([]);

  // A problem of the whole track plays from its beginning.
  const mono = found.getByRole("listitem").filter({ hasText: "Both sides are the same" });
  await mono.getByRole("button", { name: "Listen to Night Drive" }).click();
  const place = care.getByRole("slider", { name: "Place in Night Drive" });
  await until("it is heard", async () => {
    const text = await place.getAttribute("aria-valuetext");
    return text !== null && /^0:0[1-9] of 0:20$/.test(text);
  });
  await place.press("PageUp");
  await until("it goes on from there", async () => {
    const text = await place.getAttribute("aria-valuetext");
    return text !== null && /^0:1\d of 0:20$/.test(text);
  });
  await mono.getByRole("button", { name: "Stop Night Drive" }).click();
  await place.waitFor({ state: "detached" });

  await care.getByRole("combobox", { name: "Show" }).selectOption("mono");
  await care.getByRole("button", { name: "All of These Are Fine" }).click();
  await toast(page, "Marked as Fine");
  await care.getByRole("combobox", { name: "Show" }).selectOption("all");
  await until("they are gone", async () => (await found.getByRole("listitem").count()) === 2);

  await care.getByRole("tab", { name: "Texts" }).click();
  await care.getByText(MENDED).waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await care.getByRole("button", { name: /^Mend .*EUC-KR/ }).click();
  await toast(page, "Texts Mended");
  await care.getByText("No text looks misread").waitFor();

  await care.getByRole("tab", { name: "Refused" }).click();
  await care.getByText("broken.mp3").waitFor();
  await care.getByRole("button", { name: "Try All Again" }).click();
  await toast(page, "Files Are Read Again");

  await care.getByRole("button", { name: "Close" }).click();
  await page.getByText(MENDED).first().waitFor();
});

test("an operator deletes a track in use after a warning, finds it in the trash and restores it", async () => {
  const { body } = await operator.call("GET", "/api/tracks/search?q=night");
  const [track] = z.array(trackSchema).parse(body);
  await operator.call("POST", "/api/queue", { trackId: track?.id, requestedBy: "Web User" });
  const page = await open("/library");
  await page.getByRole("button", { name: "Library menu" }).click();
  await page.getByRole("menuitem", { name: "Select Tracks" }).click();
  await page.getByRole("checkbox", { name: "Select Night Drive" }).check();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Track" });
  await dialog.getByText("1 track is in use").waitFor();
  expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);

  await dialog.getByRole("checkbox", { name: "Delete what is in use too" }).check();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Tracks Deleted");
  expect(await readdir(music)).not.toContain("Night Drive.flac");

  await page.getByRole("button", { name: "Done" }).click();
  const care = await openCare(page);
  await care.getByRole("tab", { name: "Trash" }).click();
  await care.getByText("Night Drive.flac").waitFor();
  await care.getByRole("button", { name: "Restore Night Drive" }).click();
  await toast(page, "Tracks Restored");
  await care.getByText("Nothing deleted").waitFor();
  expect(await readdir(music)).toContain("Night Drive.flac");
});

async function openCare(page: Page) {
  await page.getByRole("button", { name: "Library menu" }).click();
  await page.getByRole("menuitem", { name: "Library Care" }).click();
  return page.getByRole("dialog", { name: "Library Care" });
}

async function open(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  const page = await context.newPage();
  await page.goto(new URL(address, station.webUrl).href);
  return page;
}

async function toast(page: Page, title: string): Promise<void> {
  await page.locator(".toast-card").getByText(title, { exact: true }).waitFor();
}
