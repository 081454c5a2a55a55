// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { spotLogSchema, trackSchema } from "@neonrelay/contract";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { scanLimit, testAdmin, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

let music: string;
let station: TestStation;
let operator: Visitor;
let browser: Browser;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  const tone = (title: string, seconds: number) =>
    makeTone({ file: path.join(music, `${title}.flac`), frequencyHz: 440, seconds, title });
  await Promise.all([tone("Short Tide", 20), tone("Spring Sale", 6)]);
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
  await until("the music is there", async () => (await tracks()).length === 2, scanLimit);
  await operator.call("POST", "/api/playlists", { name: "All music", rule: { kinds: ["music"] } });
  browser = await launchHeadlessShell();
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

async function tracks() {
  return z.array(trackSchema).parse((await operator.call("GET", "/api/tracks")).body);
}

test("the log of spots says what was on air and whether it was heard whole, and can be downloaded", async () => {
  const spot = (await tracks()).find(({ title }) => title === "Spring Sale");
  const trackId = spot?.id ?? "";
  const change = { trackIds: [trackId], contentKind: "spot" };
  await operator.call("PATCH", "/api/tracks/programme", change);
  await operator.call("POST", "/api/queue", { trackId });
  await until("the spot was heard", async () => {
    const { body } = await operator.call("GET", "/api/spots");
    return spotLogSchema.parse(body).airings.some(({ outcome }) => outcome === "whole");
  });

  const context = await browser.newContext({ ...plainVisitor });
  await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  const page = await context.newPage();
  await page.goto(new URL("/programme?tab=spots", station.webUrl).href);
  const aired = page.getByRole("list", { name: "Aired" });
  await aired.getByText("Whole").first().waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.getByText("No spots in these days").waitFor();
  const link = page.getByRole("link", { name: "Download CSV" });
  expect(await link.getAttribute("href")).toBe("/api/spots.csv?from=2020-01-01&to=2020-01-31");
  await page.getByLabel("From").fill("");
  await page.getByLabel("To", { exact: true }).fill("");
  await aired.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);

  expect(download.suggestedFilename()).toMatch(/^spots-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});
