// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import {
  airedItemSchema,
  clockSchema,
  holidaySchema,
  planSchema,
  playlistSchema,
  programmeFileSchema,
  trackSchema,
  type AiredItem,
} from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { testAdmin, type TestStation, until, type Visitor } from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };
const TITLES = ["First Tide", "Second Tide", "Third Tide", "Fourth Tide", "Station Call"];
const JINGLE = "Station Call";
/** Computing a week takes long on a busy machine. */
const LONG = { timeout: 240_000 };

let station: TestStation;
let operator: Visitor;
let browser: Browser;
/** The station's initial settings. */
let settings: unknown;

setUpBrowserSuite(async (suite) => {
  const tones = TITLES.map((title) => ({ title, seconds: 120 }));
  ({ station, operator } = await suite.station(tones));
  settings = (await operator.call("GET", "/api/station-settings")).body;
  await until("something has been on air", async () => (await aired()).length > 0);
  browser = await suite.browser(launchHeadlessShell);
});

/** Clears programme and jingles and pauses the station, so that a plan stays the same while a test checks it. */
beforeEach(async () => {
  await operator.call("PUT", "/api/radio-state", { isPlaying: false });
  await operator.call("PUT", "/api/station-settings", settings);
  // In this order: anything in use can't be removed.
  for (const list of [
    "/api/schedule/entries",
    "/api/schedule/holidays",
    "/api/clocks",
    "/api/playlists",
  ]) {
    const { body } = await operator.call("GET", list);
    for (const { id } of z.array(z.object({ id: z.string() })).parse(body))
      await operator.call("DELETE", `${list}/${id}`);
  }
  const { body } = await operator.call("GET", "/api/tracks");
  const jingles = z
    .array(trackSchema)
    .parse(body)
    .filter(({ contentKind }) => contentKind !== "music");
  if (jingles.length > 0)
    await operator.call("PATCH", "/api/tracks/programme", {
      trackIds: jingles.map(({ id }) => id),
      contentKind: "by-rules",
    });
  await until("nothing is planned", async () => (await planned()).length === 0);
});

test("an operator marks a jingle, sets up music with jingles, sees the plan with its reasons, and changes it", async () => {
  const page = await open("/library");
  await page.getByRole("button", { name: "Library menu" }).click();
  await page.getByRole("menuitem", { name: "Select Tracks" }).click();
  await page.getByRole("checkbox", { name: `Select ${JINGLE}` }).check();
  await page.getByRole("button", { name: "Kind and Weight" }).click();
  await page.getByLabel("Kind").selectOption("jingle");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await toast(page, "Tracks Changed");

  await page.getByRole("link", { name: "Today" }).click();
  const wizard = page.getByRole("button", { name: "Jingles every few songs" });
  await wizard.waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await wizard.click();
  await toast(page, "Programme Set Up");
  const rows = page.getByRole("list", { name: "Planned tracks" }).getByRole("listitem");
  await rows.first().waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  const fifth = (await planned())[4]?.track.title;

  await rows
    .getByRole("button", { name: `Why this? ${JINGLE}` })
    .first()
    .click();
  const reason = page.getByRole("dialog", { name: "Why this?" });
  await reason.getByText("Jingles").first().waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await reason.getByRole("button", { name: "Close" }).click();

  // The set-up may have been planned again since the page loaded it.
  const [first, second, third] = await until("the page shows the plan", async () => {
    const items = await planned();
    const shown = await page
      .locator("[data-row-id]")
      .evaluateAll((all) => all.map((row) => row.getAttribute("data-row-id")));
    return items.slice(0, 3).every(({ id }, index) => shown[index] === id) ? items : undefined;
  });
  await rows.nth(1).getByRole("button").first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await toast(page, "Track Moved");
  const moved = await planned();
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Change Undone");
  const undone = await planned();
  // The notice precedes the list's update; until then the third track's row would be the locked one.
  await page.waitForFunction(
    (id) => document.querySelectorAll("[data-row-id]")[1]?.getAttribute("data-row-id") === id,
    undone[1]?.id,
  );
  await choose(page, { row: 1, item: "Lock" });
  await until("it is locked", async () => (await planned())[1]?.isLocked === true);
  await choose(page, { row: 0, item: "Remove" });
  await toast(page, "Track Removed");
  const dropped = await planned();
  const locked = dropped.find(({ isLocked }) => isLocked);
  await page.getByRole("button", { name: "New programme…" }).click();
  const again = page.getByRole("dialog", { name: "New programme" });
  await again.getByText("Your playlists, clocks, shows and week stay.").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await again.getByRole("button", { name: "Just play my music well" }).click();
  await page.getByRole("tab", { name: "Playlists", selected: true }).waitFor();
  const { body: playlists } = await operator.call("GET", "/api/playlists");

  expect(fifth).toBe(JINGLE);
  expect(moved.slice(0, 3).map(({ id }) => id)).toEqual(
    [first, third, second].map((item) => item?.id),
  );
  expect(undone.slice(0, 3).map(({ track }) => track.id)).toEqual(
    [first, second, third].map((item) => item?.track.id),
  );
  expect(locked?.track.id).toBe(second?.track.id);
  expect(dropped[0]?.track.id).not.toBe(first?.track.id);
  expect(playlists).toMatchObject([{ name: "All music" }, { name: "Jingles" }]);
});

test("a hand-picked playlist is edited, and a user with an old version is offered the new one", async () => {
  await addAnother();
  const page = await open("/programme?tab=playlists&playlist=new");
  await page.getByLabel("Name").fill("Tides");
  await page.getByRole("radio", { name: "Every few minutes" }).check();
  await page.getByLabel("Minutes", { exact: true }).fill("45");
  await page.getByRole("button", { name: "Add Tracks" }).click();
  await page.getByLabel("Search title, artist, album").fill("tide");
  const picker = page.getByRole("dialog", { name: "Add tracks" });
  for (const title of ["First Tide", "Second Tide"])
    await picker.getByRole("button", { name: `Add ${title}` }).click();
  await picker.getByRole("button", { name: "Close" }).click();
  const picked = page.getByRole("list", { name: "Tracks of the playlist" }).getByRole("listitem");
  await picked.first().getByRole("button").focus();
  await page.keyboard.press("Alt+ArrowDown");
  const about = page.getByLabel("Description");
  await about.click();
  await page.keyboard.type("by the sea");
  const typed = await about.inputValue();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await page.getByRole("button", { name: "Save Playlist" }).click();
  await toast(page, "Playlist Saved");
  // The editor closes once the list has it.
  await about.waitFor({ state: "detached" });
  const stored = await playlist("Tides");
  const tracks = z
    .array(trackSchema)
    .parse((await operator.call("GET", `/api/playlists/${stored.id}/tracks`)).body);

  await page.getByRole("button", { name: "Tides" }).click();
  const description = page.getByLabel("Description");
  await description.fill("mine");
  await operator.call("PATCH", `/api/playlists/${stored.id}`, {
    version: stored.version,
    description: "theirs",
  });
  await page.getByRole("button", { name: "Save Playlist" }).click();
  await page.getByText("Someone else has changed this playlist meanwhile.").waitFor();
  await page.getByRole("button", { name: "Load Again" }).click();
  await expect.poll(() => description.inputValue()).toBe("theirs");
  await description.fill("both");
  await page.getByRole("button", { name: "Save Playlist" }).click();
  await until("it is stored", async () => (await playlist("Tides")).description === "both");

  expect(typed).toBe("by the sea");
  expect(stored).toMatchObject({ turn: { kind: "every-minutes", minutes: 45 }, trackCount: 2 });
  expect(tracks.map(({ title }) => title)).toEqual(["Second Tide", "First Tide"]);
});

test("a dropped playlist file becomes a playlist, lists what it skipped, and can be downloaded", async () => {
  await addAnother();
  const page = await open("/programme?tab=playlists");
  await page.getByRole("button", { name: "Import" }).waitFor();
  const text =
    "#EXTM3U\n#PLAYLIST:Brought along\nSecond Tide.flac\nLost Tide.flac\nFirst Tide.flac\n";
  await page
    .getByLabel("Playlist file")
    .setInputFiles({ name: "x.m3u8", mimeType: "audio/x-mpegurl", buffer: Buffer.from(text) });
  const report = page.getByRole("dialog", { name: "Playlist Imported" });
  await report.getByText("2 of 3 entries found: 2 by their path.").waitFor();
  await report.getByText("Lost Tide.flac").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await report.getByRole("button", { name: "Open Playlist" }).click();
  await page.getByRole("heading", { name: "Brought along" }).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "M3U8" }).click();
  const download = await downloading;
  const file = await readFile(await download.path(), "utf8");

  expect(download.suggestedFilename()).toBe("Brought along.m3u8");
  expect(file.split("\n").filter((line) => line.endsWith(".flac"))).toEqual([
    "Second Tide.flac",
    "First Tide.flac",
  ]);
});

test("past items are shown above the plan with their reasons; rows name show and clock, and mark exact times in words", async () => {
  await airUntil("what was on air last was not planned", ([last]) => last?.rule === "rotation");
  await operator.call("POST", "/api/playlists", { name: "Tide", rule: { kinds: ["music"] } });
  const [call] = z
    .array(trackSchema)
    .parse((await operator.call("GET", "/api/tracks/search?q=Station+Call")).body);
  const follow = { kind: "follow" };
  const rest = { kind: "rest" };
  const music = () => ({
    id: randomUUID(),
    content: { kind: "content", contentKind: "music" },
    start: follow,
    length: rest,
  });
  // One every quarter of an hour, so that the next is among the first rows.
  const exact = (second: number) => ({
    id: randomUUID(),
    content: { kind: "track", trackId: call?.id },
    start: { kind: "exact", second, whileLive: "wait" },
    length: rest,
  });
  const slots = [600, 1500, 2400, 3300].flatMap((second) => [exact(second), music()]);
  const made = await operator.call("POST", "/api/clocks", {
    name: "Quarters",
    color: "cyan",
    isFilled: false,
    slots: [music(), ...slots],
  });
  const clock = clockSchema.parse(made.body);
  await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "clock", clockId: clock.id },
    startsAt: "2026-01-01T00:00",
    durationMinutes: 1440,
    repeat: "FREQ=DAILY",
  });
  const [newest] = await aired();
  const page = await open("/programme");

  const row = page
    .getByRole("list", { name: "Planned tracks" })
    .getByRole("listitem")
    .filter({ hasText: "Exact" })
    .first();
  await row.getByText("Fixed track").first().waitFor({ state: "attached" });
  await row.getByText("Quarters").first().waitFor({ state: "attached" });
  await page
    .getByRole("list", { name: "Aired tracks" })
    .getByRole("button", { name: `Why this? ${newest?.title}` })
    .first()
    .click();
  const reason = page.getByRole("dialog", { name: "Why this?" });
  await reason.getByText("Nothing was planned for this place", { exact: false }).waitFor();
  await reason.getByRole("button", { name: "Close" }).click();
  await reason.waitFor({ state: "detached" });
});

test("earlier plays are shown in full, and the focus stays with the list", async () => {
  await addAnother();
  const { length } = await aired(200);
  await airUntil(
    "more was on air than is shown at first",
    (plays) => plays.length > Math.max(length, 4),
  );
  const page = await open("/programme");
  const rows = page.getByRole("list", { name: "Aired tracks" }).getByRole("listitem");
  const earlier = page.getByRole("button", { name: "Show Earlier" });
  await earlier.waitFor();
  const few = await rows.count();
  await earlier.press("Enter");
  await earlier.waitFor({ state: "detached" });
  const focused = page.locator("h2:focus");
  await focused.waitFor();

  expect(few).toBe(3);
  expect(await rows.count()).toBeGreaterThan(3);
  expect(await focused.textContent()).toBe("Aired");
});

test("the programme is exported as a file, and imported after its changes are shown", async () => {
  await operator.call("POST", "/api/playlists", { name: "Kept", rule: { kinds: ["music"] } });
  const page = await open("/programme?tab=playlists");
  await page.getByRole("button", { name: "Programme File" }).click();
  const dialog = page.getByRole("dialog", { name: "Programme File" });
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Export" }).click();
  const exported = await readFile(await (await downloading).path(), "utf8");
  const file = programmeFileSchema.parse(JSON.parse(exported));
  const kept = file.playlists.find(({ name }) => name === "Kept");
  const more = { ...kept, id: randomUUID(), name: "From a file" };
  const wider = JSON.stringify({ ...file, playlists: [...file.playlists, more] });
  const field = dialog.getByLabel("Import a file");
  const send = dialog.getByRole("button", { name: "Import", exact: true });
  const choose = (text: string) =>
    field.setInputFiles({
      name: "programme.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });

  await choose("#EXTM3U");
  await dialog.getByText("This is not a programme file").waitFor();
  await choose(exported);
  await dialog.getByText(/^\d+ stays? as (it is|they are)\.$/).waitFor();
  expect(await send.isDisabled()).toBe(true);
  await choose(wider);
  const changes = dialog.getByRole("region", { name: "What the import changes" });
  await changes.getByText(/^1 new, /).waitFor();
  await changes.getByRole("listitem").getByText("From a file").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  const before = (await playlists()).map(({ name }) => name);
  await send.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^From a file/ }).waitFor();

  expect(before).not.toContain("From a file");
  expect((await playlists()).map(({ name }) => name).toSorted()).toEqual(
    [...before, "From a file"].toSorted(),
  );
});

test("each of the coming days is shown item by item, with the reason of each", LONG, async () => {
  await planSpotsHour();
  const page = await open("/programme?tab=analysis");
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
  expect(await objectionsAtAllSizes(page, { part: second })).toEqual([]);
});

test("the figures name a slot that has no track, and lead to its clock", LONG, async () => {
  await planSpotsHour();
  const page = await open("/programme?tab=analysis&view=coming");
  const unfilled = page.getByRole("table", { name: "Hours that can't be filled" });
  await unfilled.waitFor();
  const row = unfilled.getByRole("row").filter({ hasText: "has no track that can be played" });

  expect(await row.first().textContent()).toContain("A slot of “Spots hour”");
  expect(await page.getByRole("table", { name: "Turnover of playlists" }).textContent()).toContain(
    "All music",
  );
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
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

test("the last analysis is shown with its age while a new one is computed", LONG, async () => {
  await addAnother();
  const page = await open("about:blank");
  await page.clock.install();
  await page.goto(new URL("/programme?tab=analysis", station.webUrl).href);
  const again = page.getByRole("button", { name: "Work Out Again" });
  await again.waitFor();
  await page.getByRole("tab", { name: "Clocks" }).click();
  await again.waitFor({ state: "detached" });
  await page.clock.fastForward(10 * 60_000);
  const mayCome = Promise.withResolvers<void>();
  await page.route("**/api/programme/coming*", async (route) => {
    await mayCome.promise;
    await route.continue();
  });

  await page.getByRole("tab", { name: "Analysis" }).click();
  const age = page.getByText("From 10 minutes ago, computing a new one …");
  await age.waitFor();
  mayCome.resolve();

  await age.waitFor({ state: "detached" });
  await until("it can be computed again", () => again.isEnabled());
});

test("a holiday is added by keyboard alone, and named in the week and on a phone", async () => {
  // A Thursday of the week shown.
  await addAnother();
  const page = await open("/programme?tab=week&week=2027-05-03");
  await page.getByRole("button", { name: "Holidays" }).press("Enter");
  await page.getByText("No holidays yet.").waitFor();
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
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
});

/** Plans an hour per day without any tracks, and music for all others. */
async function planSpotsHour(): Promise<void> {
  const idOf = async (address: string, body: object): Promise<string> =>
    z.object({ id: z.string() }).parse((await operator.call("POST", address, body)).body).id;
  await idOf("/api/playlists", { name: "All music", rule: { kinds: ["music"] } });
  const playlistId = await idOf("/api/playlists", { name: "No spots", rule: { kinds: ["spot"] } });
  const slot = {
    id: randomUUID(),
    content: { kind: "playlist", playlistId },
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
  const clockId = await idOf("/api/clocks", { name: "Spots hour", slots: [slot] });
  await idOf("/api/schedule/entries", {
    what: { kind: "clock", clockId },
    startsAt: "2026-01-01T00:00",
    durationMinutes: 60,
    repeat: "FREQ=DAILY",
  });
}

async function holidays() {
  const { body } = await operator.call("GET", "/api/schedule/holidays");
  return z.array(holidaySchema).parse(body);
}

/** A page signed in as admin. */
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

/** With any playlist the page does not offer the first set-up. */
async function addAnother(): Promise<void> {
  await operator.call("POST", "/api/playlists", { name: "Another", turn: { kind: "off" } });
}

/** Skips from track to track until that one has been on air. */
async function airUntil(
  what: string,
  isEnough: (newestFirst: readonly AiredItem[]) => boolean,
): Promise<void> {
  await operator.call("PUT", "/api/radio-state", { isPlaying: true });
  await until(what, async () => {
    if (isEnough(await aired(200))) return true;
    await operator.call("POST", "/api/playback/skip");
    return false;
  });
  await operator.call("PUT", "/api/radio-state", { isPlaying: false });
}

async function choose(
  page: Page,
  { row, item }: { readonly row: number; readonly item: string },
): Promise<void> {
  const rows = page.getByRole("list", { name: "Planned tracks" }).getByRole("listitem");
  await rows
    .nth(row)
    .getByRole("button", { name: /^Actions/ })
    .click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

async function planned() {
  return planSchema.parse((await operator.call("GET", "/api/plan")).body).items;
}

async function aired(limit = 1) {
  return z
    .array(airedItemSchema)
    .parse((await operator.call("GET", `/api/plan/aired?limit=${limit}`)).body);
}

async function playlists() {
  return z.array(playlistSchema).parse((await operator.call("GET", "/api/playlists")).body);
}

async function playlist(name: string) {
  const found = (await playlists()).find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no playlist ${name}`);
  return found;
}

async function toast(page: Page, title: string): Promise<void> {
  await page.locator(".toast-card").getByText(title, { exact: true }).waitFor();
}
