// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import {
  clockSchema,
  scheduleEntrySchema,
  showSchema,
  spotLogSchema,
  trackSchema,
} from "@neonrelay/contract";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes, resize } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { StationWay } from "../src/station-way.ts";
import { testAdmin, type TestStation, until, type Visitor } from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** In March 2027, so that no day of it is today. */
const MONDAY = "2027-03-01";
const WEEK = `/programme?tab=week&week=${MONDAY}`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let station: TestStation;
let operator: Visitor;
let browser: Browser;
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;
let page: Page;

setUpBrowserSuite(async (suite) => {
  const tones = [
    { title: "Short Tide", seconds: 20 },
    { title: "Spring Sale", seconds: 6 },
  ];
  ({ station, operator } = await suite.station(tones));
  await operator.call("POST", "/api/playlists", { name: "All music", rule: { kinds: ["music"] } });
  browser = await suite.browser(launchHeadlessShell);
  await using context = await browser.newContext();
  await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  signedIn = await context.storageState();
});

beforeEach(async () => {
  const context = await browser.newContext({
    viewport: WIDE,
    storageState: signedIn,
    ...plainVisitor,
  });
  page = await context.newPage();
});

afterEach(async () => {
  await page.context().close();
  for (const { id } of await entries())
    await operator.call("DELETE", `/api/schedule/entries/${id}`);
  for (const { id } of await shows()) await operator.call("DELETE", `/api/programme/shows/${id}`);
  for (const { id } of await clocks()) await operator.call("DELETE", `/api/clocks/${id}`);
  expect([await entries(), await shows(), await clocks()]).toEqual([[], [], []]);
});

test("an operator makes a show with a host, and a user with an old version is offered the new one", async () => {
  await open("/programme?tab=shows");
  await page.getByRole("button", { name: "New Show" }).click();
  await page.getByLabel("Name").fill("Night Flight");
  await page.getByLabel("Text").fill("Two hours above the clouds.");
  await page.getByRole("radio", { name: "Violet" }).check();
  await page.getByLabel("Add a host").selectOption({ label: testAdmin.username });
  await page.getByRole("radio", { name: "A playlist", exact: true }).check();
  await page.getByRole("radio", { name: "Closed" }).check();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await page.getByRole("button", { name: "Save Show" }).click();
  await toast("Show Saved");
  const [stored] = await shows();
  if (stored === undefined) throw new Error("there is no show");

  await page.getByRole("button", { name: /^Night Flight/ }).click();
  await page.getByLabel("Name").fill("Night Flights");
  await operator.call("PATCH", `/api/programme/shows/${stored.id}`, {
    version: stored.version,
    text: "theirs",
  });
  await page.getByRole("button", { name: "Save Show" }).click();
  await page.getByText("Someone else has changed this show meanwhile.").waitFor();
  await page.getByRole("button", { name: "Load Again" }).click();
  const text = page.getByLabel("Text");
  await until("theirs is shown", async () => (await text.inputValue()) === "theirs");

  expect(stored).toMatchObject({
    color: "violet",
    content: { kind: "playlist" },
    requests: { kind: "closed" },
  });
  expect(stored.hostIds.length).toBe(1);
});

test("a show is made in one dialog with picture and time; what fails is said, and saved again without a second show", async () => {
  await open("/programme?tab=shows");
  await page.getByRole("button", { name: "New Show" }).click();
  const dialog = page.getByRole("dialog", { name: "New Show" });
  const save = dialog.getByRole("button", { name: "Save Show" });
  const picture = dialog.getByLabel("Choose a picture");
  await save.click();
  await until("the name is asked for", () =>
    dialog.getByLabel("Name").evaluate((field) => field === document.activeElement),
  );
  await dialog.getByLabel("Name").fill("Night Flight");
  await picture.setInputFiles({
    name: "x.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg/>"),
  });
  expect(await dialog.getByLabel("Put it on the week").isChecked()).toBe(true);
  await dialog.getByLabel("Day", { exact: true }).fill(MONDAY);
  await dialog.getByLabel("From", { exact: true }).fill("22:00");
  await dialog.getByLabel("To", { exact: true }).fill("00:00");
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await save.click();
  const notice = dialog.getByRole("alert").filter({ hasText: "“Night Flight” is saved" });
  await notice.getByText("with its time on the week").waitFor();
  await notice.getByText("Its picture could not be saved: Choose a picture").waitFor();
  await dialog.getByText("Every week on Monday, 22:00 – 00:00").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  const halfMade = await shows();

  await picture.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: PNG });
  await save.click();
  await dialog.waitFor({ state: "detached" });

  expect(halfMade).toMatchObject([{ name: "Night Flight", pictureUrl: null }]);
  expect(await shows()).toMatchObject([
    { id: halfMade[0]?.id, pictureUrl: expect.stringContaining("/picture?v=") },
  ]);
  expect(await entries()).toMatchObject([
    {
      what: { kind: "show", showId: halfMade[0]?.id },
      startsAt: expect.stringMatching(/^2027-03-01T22:00/),
      durationMinutes: 120,
      repeat: "FREQ=WEEKLY;BYDAY=MO",
    },
  ]);
});

test("an empty week says how to begin, and Add to Week makes the first show, weekly at the next full hour", async () => {
  await open(WEEK);
  await page.getByText("Nothing is on this week.").waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await page.getByRole("button", { name: "Add to Week" }).click();
  const dialog = page.getByRole("dialog", { name: "New Show" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New Show" }).press("Enter");
  const from = await dialog.getByLabel("From", { exact: true }).inputValue();
  const repeats = await dialog.getByLabel("Repeats").inputValue();
  await dialog.getByLabel("Name").fill("Dawn");
  await dialog.getByRole("button", { name: "Save Show" }).click();
  await dialog.waitFor({ state: "detached" });
  await block(new RegExp(`^Dawn ${from} – .* Monday, 1 March, show, repeats$`)).waitFor();
  await page.getByText("Nothing is on this week.").waitFor({ state: "detached" });
  await page.locator('section[aria-label="Week"]:focus').waitFor();

  await page.getByRole("button", { name: "Add to Week" }).click();
  const entry = page.getByRole("dialog", { name: "Add to the Week" });
  await entry.getByLabel("Day", { exact: true }).fill("2027-03-04");
  await entry.getByRole("button", { name: "New Show" }).click();
  await dialog.waitFor();

  expect([from.slice(3), repeats]).toEqual(["00", "weekly"]);
  expect(await dialog.getByLabel("Day", { exact: true }).inputValue()).toBe("2027-03-04");
  expect(await dialog.getByLabel("Thursday").isChecked()).toBe(true);
});

test("a clock is built of slots and reordered by keyboard", async () => {
  await open("/programme?tab=clocks");
  await page.getByRole("button", { name: "New Clock" }).click();
  await page.getByLabel("Name").fill("Music hour");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Slot" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Add Slot" }).click();
  await dialog.getByLabel("Kind").selectOption("jingle");
  await dialog.getByRole("radio", { name: "Between two times" }).check();
  await dialog.getByLabel("At the latest").fill("00:00");
  await dialog.getByText("Enter a later time of the hour, such as 20:00").waitFor();
  expect(await dialog.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: "Exactly at a time" }).check();
  await dialog.getByLabel("Minute and second of the hour").fill("00:05");
  await dialog.getByLabel("Length").selectOption("tracks");
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const rows = page.getByRole("list", { name: "Slots of the clock" }).getByRole("listitem");
  await rows.nth(1).getByRole("button").first().focus();
  await page.keyboard.press("Alt+ArrowUp");
  await rows.first().getByText("A jingle").waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await page.getByRole("button", { name: "Save Clock" }).click();
  await toast("Clock Saved");
  const [stored] = await clocks();

  expect(stored?.slots.map(({ content, start, length }) => ({ content, start, length }))).toEqual([
    {
      content: { kind: "content", contentKind: "jingle" },
      start: { kind: "exact", second: 5, whileLive: "wait" },
      length: { kind: "tracks", tracks: 1 },
    },
    {
      content: { kind: "content", contentKind: "music" },
      start: { kind: "follow" },
      length: { kind: "rest" },
    },
  ]);
});

test("a show is put on the week and repeats; by keyboard a single occurrence is moved", async () => {
  await makeShow();
  await open(WEEK);
  await page.getByRole("button", { name: "Add to Week" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to the Week" });
  await dialog.getByLabel("Show or clock").selectOption({ label: "Night Flight" });
  await dialog.getByLabel("Day", { exact: true }).fill(MONDAY);
  await dialog.getByLabel("From", { exact: true }).fill("10:00");
  await dialog.getByLabel("To", { exact: true }).fill("12:00");
  await dialog.getByLabel("Repeats").selectOption("weekly");
  await dialog.getByLabel("Wednesday").check();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  // On a tall screen the area below the fields is empty, but still the dialog.
  await page.setViewportSize({ width: 1440, height: 2400 });
  const sheet = await dialog.boundingBox();
  if (sheet === null) throw new Error("the dialog is not seen");
  await page.mouse.click(sheet.x + sheet.width / 2, sheet.y + sheet.height - 4);
  await page.setViewportSize(WIDE);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const wednesday = block("Night Flight 10:00 – 12:00 Wednesday, 3 March, show, repeats");
  await wednesday.focus();
  for (const key of ["Alt+ArrowDown", "Alt+ArrowDown", "Alt+Shift+ArrowUp"])
    await page.keyboard.press(key);
  await page.getByText("Night Flight: Wednesday, 3 March, 10:30 to 12:15.").waitFor();
  await wednesday.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Only This One" }).click();
  await block("Night Flight 10:30 – 12:15 Wednesday, 3 March, show").waitFor();

  const [series, single] = await entries();
  expect(series).toMatchObject({
    startsAt: expect.stringMatching(/^2027-03-01T10:00/),
    repeat: "FREQ=WEEKLY;BYDAY=MO,WE",
    except: ["2027-03-03"],
  });
  expect(single).toMatchObject({
    startsAt: expect.stringMatching(/^2027-03-03T10:30/),
    durationMinutes: 105,
    repeat: null,
  });
});

test("an entry on the week is dragged to another day, extended at its edge, and a new one is drawn", async () => {
  await putOnWeek({ startsAt: "2027-03-03T10:30", durationMinutes: 105 });
  await operator.call("POST", "/api/clocks", { name: "Music hour", slots: [] });
  await open(WEEK);
  const single = block(/^Night Flight .* Wednesday, 3 March/);
  await single.waitFor();
  const entriesMayCome = Promise.withResolvers<void>();
  await page.route("**/api/schedule/entries", async (route) => {
    await entriesMayCome.promise;
    await route.continue();
  });
  const occurrences = Promise.withResolvers<void>();
  // Read in transit: the browser forgets the body of a response that the page requests again.
  await page.route("**/api/schedule?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response });
    if ((await response.text()).includes("2027-03-05T11:30")) occurrences.resolve();
  });
  await drag(single, { toDay: "2027-03-05", downPx: 48 });
  await occurrences.promise;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const moved = block("Night Flight 11:30 – 13:15 Friday, 5 March, show");
  const isDrawnEarly = await moved.isVisible();
  entriesMayCome.resolve();
  await moved.waitFor();
  const box = await boxOf(moved);
  await page.mouse.move(box.x + 30, box.y + box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + box.height + 48, { steps: 4 });
  await page.mouse.up();
  await block("Night Flight 11:30 – 14:15 Friday, 5 March, show").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // Changing it requires its entry's version.
  expect(isDrawnEarly).toBe(false);

  const empty = await boxOf(page.locator('[data-empty="2027-03-06"]'));
  await page.mouse.move(empty.x + 30, empty.y + 8 * 48 + 2);
  await page.mouse.down();
  await page.mouse.move(empty.x + 30, empty.y + 9.5 * 48 - 2, { steps: 4 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Add to the Week" });
  const times = [
    await dialog.getByLabel("Day", { exact: true }).inputValue(),
    await dialog.getByLabel("From", { exact: true }).inputValue(),
    await dialog.getByLabel("To", { exact: true }).inputValue(),
  ];
  await dialog.getByLabel("Show or clock").selectOption({ label: "Music hour" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await block("Music hour 08:00 – 09:30 Saturday, 6 March, clock, repeats").waitFor();

  expect(times).toEqual(["2027-03-06", "08:00", "09:30"]);
});

test("an entry another operator removes during a drag is dropped", async () => {
  await putOnWeek({ startsAt: "2027-03-03T10:30", durationMinutes: 105 });
  await open(WEEK);
  const single = block(/^Night Flight .* Wednesday, 3 March/);
  const ghost = page.locator("[data-ghost]");
  await single.scrollIntoViewIfNeeded();
  const { x, y } = await boxOf(single);
  await page.mouse.move(x + 30, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 70, { steps: 4 });
  await ghost.waitFor();

  for (const { id } of await entries())
    await operator.call("DELETE", `/api/schedule/entries/${id}`);
  await single.waitFor({ state: "detached" });
  await page.mouse.move(2, 2);
  await page.mouse.up();
  await page.mouse.move(x + 30, y + 90, { steps: 4 });

  await ghost.waitFor({ state: "detached" });
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole("dialog", { name: "Add to the Week" }).waitFor();
  expect(await entries()).toEqual([]);
});

test("a covered entry names what covers it; a single occurrence is removed; a phone shows a day at a time", async () => {
  const repeat = "FREQ=WEEKLY;BYDAY=MO,WE";
  const what = await putOnWeek({ startsAt: `${MONDAY}T10:00`, durationMinutes: 120, repeat });
  await operator.call("POST", "/api/schedule/entries", {
    what,
    startsAt: `${MONDAY}T11:00`,
    durationMinutes: 30,
  });
  await open(WEEK);
  const covered = block(/^Night Flight 10:00 – 12:00 .*Monday, 1 March, .*partly covered by/);
  await covered.waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);

  await resize(page, PHONE);
  await page.getByRole("button", { name: "Mon 1 March", exact: true }).click();
  const lists = await page.getByRole("region", { name: "Calendar" }).getByRole("list").count();
  await covered.focus();
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Only This One" }).click();
  await until("it is left out", async () => {
    const [first] = await entries();
    return first?.except.includes(MONDAY) === true;
  });
  await covered.waitFor({ state: "detached" });

  expect(lists).toBe(1);
});

test("changes others make while a page is offline appear once it is online again", async () => {
  await using way = await StationWay.open(station.webUrl);
  let isHeard = false;
  page.on("websocket", (socket) => socket.on("framereceived", () => (isHeard = true)));
  await page.goto(`${way.url}/programme?tab=shows`);
  await page.getByRole("button", { name: "New Show" }).waitFor();
  await until("its socket is open", () => isHeard);

  way.cut();
  await operator.call("POST", "/api/programme/shows", { name: "Dawn" });
  way.mend();

  await page.getByRole("button", { name: /^Dawn/ }).waitFor({ timeout: 60_000 });
});

test("the spot log shows each play and whether it was heard in full, and can be downloaded", async () => {
  const spot = (await tracks()).find(({ title }) => title === "Spring Sale");
  const trackId = spot?.id ?? "";
  const change = { trackIds: [trackId], contentKind: "spot" };
  await operator.call("PATCH", "/api/tracks/programme", change);
  await operator.call("POST", "/api/queue", { trackId });
  await until("the spot was heard", async () => {
    const { body } = await operator.call("GET", "/api/spots");
    return spotLogSchema.parse(body).airings.some(({ outcome }) => outcome === "whole");
  });

  const log = await page.context().newPage();
  await log.goto(new URL("/programme?tab=spots", station.webUrl).href);
  const aired = log.getByRole("list", { name: "Aired" });
  await aired.getByText("Whole").first().waitFor();
  expect(await objectionsAtAllSizes(log, { part: log.getByRole("main") })).toEqual([]);
  await log.getByLabel("From").fill("2020-01-01");
  await log.getByLabel("To", { exact: true }).fill("2020-01-31");
  await log.getByText("No spots in these days").waitFor();
  const link = log.getByRole("link", { name: "Download CSV" });
  expect(await link.getAttribute("href")).toBe("/api/spots.csv?from=2020-01-01&to=2020-01-31");
  await log.getByLabel("From").fill("");
  await log.getByLabel("To", { exact: true }).fill("");
  await aired.waitFor();
  const [download] = await Promise.all([log.waitForEvent("download"), link.click()]);

  expect(download.suggestedFilename()).toMatch(/^spots-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});

async function open(address: string): Promise<void> {
  await page.goto(new URL(address, station.webUrl).href);
}

async function makeShow() {
  const made = await operator.call("POST", "/api/programme/shows", { name: "Night Flight" });
  return showSchema.parse(made.body);
}

/** Schedules a show. @returns its name as an entry */
async function putOnWeek(entry: {
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly repeat?: string;
}) {
  const what = { kind: "show", showId: (await makeShow()).id };
  const made = await operator.call("POST", "/api/schedule/entries", { what, ...entry });
  expect(made.status).toBe(200);
  return what;
}

function block(name: string | RegExp): Locator {
  return page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("it is not in the page");
  return box;
}

async function drag(
  from: Locator,
  { toDay, downPx }: { readonly toDay: string; readonly downPx: number },
): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const start = await boxOf(from);
  const day = await boxOf(page.locator(`[data-day="${toDay}"]`));
  await page.mouse.move(start.x + start.width / 2, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(day.x + day.width / 2, start.y + 20 + downPx, { steps: 5 });
  await page.mouse.up();
}

async function tracks() {
  return z.array(trackSchema).parse((await operator.call("GET", "/api/tracks")).body);
}

async function shows() {
  const { body } = await operator.call("GET", "/api/programme/shows");
  return z.array(showSchema).parse(body);
}

async function clocks() {
  return z.array(clockSchema).parse((await operator.call("GET", "/api/clocks")).body);
}

/** By first start. */
async function entries() {
  const all = z
    .array(scheduleEntrySchema)
    .parse((await operator.call("GET", "/api/schedule/entries")).body);
  return all.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
}

async function toast(title: string): Promise<void> {
  await page.locator(".toast-card").getByText(title, { exact: true }).first().waitFor();
}
