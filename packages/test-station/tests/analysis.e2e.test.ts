// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import {
  holidaySchema,
  stationSettingsSchema,
  trackSchema,
  type ClockSlot,
  type Separation,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { scanLimit, testAdmin, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const idSchema = z.object({ id: z.string() });
/** A week of a few tracks is worked out: many items, on a busy machine. */
const LONG = { timeout: 240_000 };

const TITLES = ["First Tide", "Second Tide"];

let music: string;
let station: TestStation;
let operator: Visitor;
let browser: Browser;
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;
let separation: Separation;
let page: Page;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await Promise.all(
    TITLES.map((title) =>
      makeTone({ file: path.join(music, `${title}.flac`), frequencyHz: 440, seconds: 300, title }),
    ),
  );
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
  await until(
    "the music is there",
    async () => {
      const { body } = await operator.call("GET", "/api/tracks");
      return z.array(trackSchema).parse(body).length === TITLES.length;
    },
    scanLimit,
  );
  // The plan stays as it is while a test looks at it.
  await operator.call("PUT", "/api/radio-state", { isPlaying: false });
  await make("/api/playlists", { name: "All music", rule: { kinds: ["music"] } });
  const nothing = await make("/api/playlists", { name: "No spots", rule: { kinds: ["spot"] } });
  const clockId = await make("/api/clocks", {
    name: "Spots hour",
    slots: [slotOf(nothing)],
  });
  await make("/api/schedule/entries", {
    what: { kind: "clock", clockId },
    startsAt: "2026-01-01T00:00",
    durationMinutes: 60,
    repeat: "FREQ=DAILY",
  });
  const { body } = await operator.call("GET", "/api/station-settings");
  ({ separation } = stationSettingsSchema.parse(body));
  browser = await launchHeadlessShell();
  await using context = await browser.newContext();
  await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  signedIn = await context.storageState();
});

beforeEach(async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: signedIn,
    ...plainVisitor,
  });
  page = await context.newPage();
});

afterEach(async () => {
  await page.context().close();
  await operator.call("PUT", "/api/station-settings", { separation });
  for (const { id } of await holidays())
    await operator.call("DELETE", `/api/schedule/holidays/${id}`);
  expect(await holidays()).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

async function make(address: string, body: object): Promise<string> {
  return idSchema.parse((await operator.call("POST", address, body)).body).id;
}

async function holidays() {
  const { body } = await operator.call("GET", "/api/schedule/holidays");
  return z.array(holidaySchema).parse(body);
}

function slotOf(playlistId: string): ClockSlot {
  return {
    id: randomUUID(),
    content: { kind: "playlist", playlistId },
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
}

test(
  "each of the coming days is looked at item by item, with the reason of each",
  LONG,
  async () => {
    await page.goto(new URL("/programme?tab=analysis", station.webUrl).href);
    const days = page.getByRole("group", { name: "Day" }).getByRole("button");
    const list = page.getByRole("list", { name: /^What comes on / });
    await list.waitFor();
    const today = await list.getAttribute("aria-label");

    await days.nth(1).press("Enter");
    await page
      .getByRole("list", { name: /^What comes on / })
      .and(page.locator(`:not([aria-label="${today}"])`))
      .waitFor();
    const second = list.getByRole("listitem").first();
    await second.getByText("Why this?").click();

    expect(await days.count()).toBe(7);
    expect(new URL(page.url()).searchParams.get("date")).not.toBeNull();
    expect(await second.textContent()).toContain("“All music”");
    expect(await objectionsAtAllSizes(page)).toEqual([]);
  },
);

test("the figures name a slot that has nothing to give, and lead to its clock", LONG, async () => {
  await page.goto(new URL("/programme?tab=analysis&view=coming", station.webUrl).href);
  const unfilled = page.getByRole("table", { name: "Hours that can't be filled" });
  await unfilled.waitFor();
  const row = unfilled.getByRole("row").filter({ hasText: "has no track that can be played" });

  expect(await row.first().textContent()).toContain("A slot of “Spots hour”");
  expect(await page.getByRole("table", { name: "Turnover of playlists" }).textContent()).toContain(
    "All music",
  );
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByRole("button", { name: "Change the separation of artists" }).click();
  const dialog = page.getByRole("dialog", { name: "Separation" });
  await dialog.getByLabel("Same artist again after").fill("30");
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save Separation" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("The rule keeps artists 30 min apart").waitFor();
  await row.first().getByRole("link", { name: "Spots hour" }).click();
  await page.getByLabel("Name").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Spots hour");
});

test("a holiday is added by keys alone, and named in the week and on a phone", LONG, async () => {
  // A Thursday of the week that is shown.
  await page.goto(new URL("/programme?tab=week&week=2027-05-03", station.webUrl).href);
  await page.getByRole("button", { name: "Holidays" }).press("Enter");
  await page.getByText("No holidays yet.").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByRole("button", { name: "New Holiday" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New Holiday" });
  await dialog.getByLabel("Name").fill("Ascension Day");
  await dialog.getByLabel("Date").fill("2027-05-06");
  await dialog.getByLabel("On this day").selectOption({ label: "As on Sundays" });
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await dialog.getByLabel("Date").press("Enter");
  await page
    .getByRole("list", { name: "Holidays" })
    .getByText("6 May 2027 · As on Sundays")
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const heading = page.getByRole("region", { name: "Calendar" }).getByText("Ascension Day");
  await heading.waitFor();

  const stored = await holidays();
  await page.setViewportSize({ width: 390, height: 844 });
  const day = page.getByRole("button", { name: "Thu 6 May, Ascension Day" });
  await day.press("Enter");
  await heading.waitFor();

  expect(stored).toMatchObject([
    { date: "2027-05-06", name: "Ascension Day", isYearly: false, day: { weekday: 7 } },
  ]);
  expect(await objectionsAtAllSizes(page)).toEqual([]);
});
