// @module-tag chromium-headless-shell
// @module-tag ffmpeg
// Inserts old messages directly into the station's database.
import { openDatabase } from "../../server/src/database/open-database.ts";
import { createLogTo } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import type { APIResponse, Browser, Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import {
  accountSchema,
  commentsSchema,
  defaultBranding,
  nowPlayingSchema,
  queueSchema,
  radioStateSchema,
  requestPresets,
  type RequestRules,
} from "@neonrelay/contract";
import * as z from "zod";
import { axeViolations, objectionsAtAllSizes, openMenu } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { isAlive } from "../src/station-processes.ts";
import {
  environmentOf,
  scanLimit,
  testAdmin,
  TestStation,
  until,
  type Visitor,
} from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Chat lines from before: two pages and a bit. */
const SAID_BEFORE = 420;
const PASSWORD = "a password of an account";
const TITLES = ["First Tide", "Second Tide", "Third Tide"];
/** More entries than the panel shows. */
const LONG_QUEUE = 40;
const DAY_SECONDS = 24 * 60 * 60;

let station: TestStation;
let operator: Visitor;
let browser: Browser;

setUpBrowserSuite(async (suite) => {
  const music = await suite.music(TITLES.map((title) => ({ title, seconds: 120 })));
  const dataDir = await suite.folder();
  await fillChat(dataDir, SAID_BEFORE);
  station = suite.open.use(await TestStation.start({ dataDir, musicDirs: [music] }));
  operator = await station.operator();
  await until("the music plays", async () => (await nowPlaying()).now !== null, scanLimit);
  await until(
    "all of it is there",
    async () => (await tracks()).length === TITLES.length,
    scanLimit,
  );
  browser = await suite.browser(launchHeadlessShell);
});

/** Restores the initial state: on air, nothing queued, no comments, no rules, everything enabled. */
beforeEach(async () => {
  await operator.call("PUT", "/api/radio-state", { isPlaying: true, volume: 75 });
  await operator.call("DELETE", "/api/queue/clear");
  await operator.call("PUT", "/api/branding", defaultBranding);
  await operator.call("PUT", "/api/station-settings", {
    requestRules: requestPresets.generous,
    maintenanceMode: false,
    commentsEnabled: true,
    registrationEnabled: false,
  });
  await removeComments();
  await removeAccounts();
});

test("guests comment, reply and like, every page shows it, and a moderator removes it", async () => {
  const page = await open(WIDE);
  const other = await open(PHONE);
  for (const visitor of [page, other]) await visitor.getByRole("tab", { name: "Comments" }).click();
  await page.getByText("No comments yet").waitFor();
  await page.getByText("Be the first to leave a comment!").waitFor();
  const isOffAtFirst = await page.getByRole("button", { name: "Post Comment" }).isDisabled();

  const posting = Promise.withResolvers<void>();
  await page.route("**/api/comments", async (route) => {
    if (route.request().method() === "POST") await posting.promise;
    await route.continue();
  });
  const field = page.getByLabel("Your comment");
  await field.fill("  A <b>fine</b> set  ");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await field.fill("What is written meanwhile");
  posting.resolve();
  await field.and(page.locator(":focus")).waitFor();
  await other.getByText("A <b>fine</b> set", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Post Comment", disabled: false }).waitFor();
  const kept = await field.inputValue();
  await other.getByRole("button", { name: "Reply", exact: true }).click();
  await other.getByLabel("Your reply to Anonymous Listener").fill("Indeed");
  await other.getByRole("button", { name: "Post Reply" }).click();
  await other
    .getByRole("button", { name: "Reply", exact: true })
    .and(other.locator(":focus"))
    .waitFor();
  await other
    .getByRole("button", { name: /^Like .*0 likes$/ })
    .first()
    .click();
  await page
    .getByRole("list", { name: /^Replies/ })
    .getByText("Indeed")
    .waitFor();
  await page.getByRole("button", { name: /1 like$/ }).waitFor();
  await other.reload();
  await other.getByRole("tab", { name: "Comments" }).click();
  await other.getByRole("button", { name: /^Like .*1 like$/, pressed: true }).click();
  await page.getByRole("button", { name: /1 like$/ }).waitFor({ state: "detached" });
  await other
    .getByRole("button", { name: /^Like .*0 likes$/, pressed: true })
    .waitFor({ state: "detached" });
  await other.route("**/like", (route) => route.abort());
  await other
    .getByRole("button", { name: /^Like .*0 likes$/ })
    .first()
    .click();
  await other.getByText("Failed to like comment").waitFor();
  const lit = await other.getByRole("button", { name: /^Like /, pressed: true }).count();
  await other.unroute("**/like");
  const time = await page.locator("article time").first().textContent();
  for (const visitor of [page, other]) {
    const part = visitor.getByRole("tabpanel", { name: "Comments" });
    expect(await axeViolations(visitor, { part })).toEqual([]);
  }

  await signIn(page);
  const removal = page.getByRole("button", { name: /^Delete the comment/ }).first();
  const question = page.getByRole("dialog", {
    name: "Delete the comment by Anonymous Listener?",
  });
  await removal.click();
  await question.getByText("It and its reply are removed for good.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await question.getByRole("button", { name: "Cancel" }).click();
  await removal.and(page.locator(":focus")).click();
  await question.getByRole("button", { name: "Delete Comment" }).click();
  await other.getByText("No comments yet").waitFor();
  await page
    .getByRole("heading", { name: "Listener Comments" })
    .and(page.locator(":focus"))
    .waitFor();
  expect([isOffAtFirst, lit]).toEqual([true, 0]);
  expect(kept).toBe("What is written meanwhile");
  expect(time).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d$/);
});

test("a request rings the bell; notifications are read, dismissed and cleared", async () => {
  const page = await open(WIDE);
  const bell = page.getByRole("button", { name: /^Notifications/ }).last();
  const card = page.getByRole("region", { name: "Live Notifications" });
  await bell.click();
  await card.getByText("Station Online").waitFor();
  await card.getByText("Mark All as Read (1)").waitFor();

  const [track] = await tracks();
  await station.visitor().call("POST", "/api/queue", { trackId: track?.id });
  await page.locator(".toast-card").getByText("New Song Request").waitFor();
  await card.getByText("New Song Request").waitFor();
  await card.getByText("High").waitFor();
  await page.getByRole("button", { name: "Notifications, 2 unread" }).waitFor();
  // A phone's header has a separate bell.
  const showCard = async () => {
    const isShown = await card.isVisible();
    const shownBell = page
      .getByRole("button", { name: /^Notifications/ })
      .filter({ visible: true });
    if (!isShown) await shownBell.click();
    await card.waitFor();
  };
  expect(await objectionsAtAllSizes(page, { open: showCard, part: card })).toEqual([]);
  await showCard();

  await card.getByRole("button", { name: /^Unread: New Song Request/ }).click();
  await card.getByText("Mark All as Read (1)").waitFor();
  await card.getByRole("button", { name: "Dismiss New Song Request" }).click();
  await card.getByText("New Song Request").waitFor({ state: "detached" });
  await card.getByRole("button", { name: /^Mark All as Read/ }).click();
  await page.getByRole("button", { name: "Notifications", exact: true }).last().waitFor();
  await card.getByRole("button", { name: "Clear All" }).click();
  await card.getByText("No notifications").waitFor();
  await card.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");

  await card.waitFor({ state: "detached" });
});

test("a guest sees the next song, keeps a heart over a reload, and asks for a song from the player", async () => {
  // It must not end before the heart is back.
  await operator.call("POST", "/api/playback/restart");
  const page = await open(WIDE);
  const player = page.locator("#player");
  const heart = player.getByRole("button", { name: /^Favourite / });
  await player.getByText(/^Next: .* Tide/).waitFor();
  // It brings its key with it.
  await heart.waitFor();
  await page.keyboard.press("l");
  await heart.and(page.locator('[aria-pressed="true"]')).waitFor();

  await page.reload();
  await heart.and(page.locator('[aria-pressed="true"]')).waitFor();
  await player.getByRole("link", { name: "Request a song" }).click();

  await page.getByLabel("Search the library").and(page.locator(":focus")).waitFor();
});

test("operators fade, crossfade and stop in an emergency; a guest is asked to sign in first", async () => {
  const page = await open({ ...WIDE, hasOwnClock: true });
  const controls = page.getByRole("region", { name: "Stream Controls" });
  await controls.getByRole("button", { name: "Sign in" }).waitFor();
  await controls.getByRole("button", { name: "Fade Out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await fillSignIn(page);

  // From here on the test controls the page's clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  const pageMs = async () => await page.evaluate(() => performance.now());
  // A fade-out lasts until the next track, and a restart counts as one.
  const restarted = (await nowPlaying()).now?.id;
  await operator.call("POST", "/api/playback/restart");
  await until("the track plays from its start", async () => {
    const { now } = await nowPlaying();
    return now !== null && now.id !== restarted;
  });
  const fadeOutAtMs = await pageMs();
  await page.getByRole("button", { name: "Fade Out" }).click();
  await toast(page, "Fade Out");
  const busy = page.getByRole("button", { name: "Fading Out...", disabled: true });
  await passUntilSeen(page, busy);
  await passUntilSeen(page, toastCard(page, "Fade Out Complete"));
  expect((await pageMs()) - fadeOutAtMs).toBeGreaterThanOrEqual(3000);
  await toastStays(page, "Fade Out Complete", 2000);
  await passUntilSeen(page, page.getByRole("button", { name: "Sound on" }));
  expect(await page.getByText("Faded out", { exact: true }).count()).toBe(2);
  const fadeInAtMs = await pageMs();
  await page.getByRole("button", { name: "Fade In" }).click();
  await toast(page, "Fade In");
  await passUntilSeen(page, page.getByRole("button", { name: "Fading In...", disabled: true }));
  await passUntilSeen(page, toastCard(page, "Fade In Complete"));
  expect((await pageMs()) - fadeInAtMs).toBeGreaterThanOrEqual(3000);
  await page.getByRole("button", { name: "Sound on" }).waitFor({ state: "detached" });
  const before = (await nowPlaying()).now?.id;
  const crossfadeAtMs = await pageMs();
  await page.getByRole("button", { name: "Crossfade" }).click();
  await toast(page, "Crossfade");
  await passUntilSeen(page, page.getByRole("button", { name: "Crossfading...", disabled: true }));
  await toastStays(page, "Crossfade", 2000);
  await passUntilSeen(page, toastCard(page, "Crossfade Complete"));
  expect((await pageMs()) - crossfadeAtMs).toBeGreaterThanOrEqual(4000);
  await until("another track plays", async () => (await nowPlaying()).now?.id !== before);
  await page.getByRole("button", { name: "Emergency" }).click();
  await page.getByText("Stream stopped and volume muted").first().waitFor();
  await toastStays(page, "Emergency Stop Activated", 5000);

  expect(await radioState()).toMatchObject({ isPlaying: false, volume: 0 });
  await passUntilSeen(page, page.getByText("OFFLINE").first());
  await page.getByRole("button", { name: "Play the station" }).click();
  await page.getByText("Radio is now broadcasting live").first().waitFor();
  await toastStays(page, "Stream Started", 3000);
  const server = station.parts().server ?? Number.NaN;
  // The launcher would replace a hanging server.
  process.kill(station.launcherPid, "SIGSTOP");
  process.kill(server, "SIGSTOP");
  try {
    await page.getByRole("button", { name: "Pause the station" }).click();
    for (const name of ["Fade In", "Fade Out", "Crossfade", "Emergency"])
      await passUntilSeen(page, page.getByRole("button", { name, exact: true, disabled: true }));
  } finally {
    // On a slow machine the launcher has already replaced it.
    if (isAlive(server)) process.kill(server, "SIGCONT");
    process.kill(station.launcherPid, "SIGCONT");
  }
  await page.getByText("Radio broadcast stopped").first().waitFor();
  await toast(page, "Stream Stopped");
  await page.locator(".toast-card").getByRole("button", { name: "Undo" }).click();
  await toast(page, "Stream Started");
  expect(await radioState()).toMatchObject({ isPlaying: true, volume: 75 });
  await fromAccountMenu(page, "Logout");
  await toastStays(page, "Logged Out", 5000);
  await page.getByRole("button", { name: "Guest" }).and(page.locator(":focus")).waitFor();
});

test("an account edits its profile, name and password on any page; a gate says why it is closed", async () => {
  const page = await openAs("moderator");
  for (const route of ["/library", "/no/such/place", "/upload"]) {
    await page.goto(new URL(route, station.webUrl).href);
    await page.getByRole("button", { name: /^Notifications/ }).waitFor();
    await page.getByRole("button", { name: "the-moderator" }).waitFor();
  }
  const reason = "Your account (Moderator) can't open Music Upload.";
  await page.getByText(reason).waitFor();
  await fromAccountMenu(page, "Your Profile");
  await page.getByRole("heading", { name: "Your Profile" }).waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);

  await page.getByLabel("Display name").fill("Mina Moderator");
  await page.getByRole("button", { name: "Save Name" }).click();
  await toast(page, "Name Changed", "Your display name is now Mina Moderator");
  await page.getByRole("button", { name: "Mina Moderator" }).waitFor();
  await page.getByLabel("Display name").fill("");
  await page.getByRole("button", { name: "Save Name" }).click();
  await page.getByRole("button", { name: "the-moderator" }).waitFor();
  const current = page.getByLabel("Current password", { exact: true });
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await current.fill("not the password");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByRole("main").getByText("That is not your current password").waitFor();
  await current.fill(PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await toast(page, "Password Changed");

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByText("You are not signed in").waitFor();
  await page.goto(new URL("/settings", station.webUrl).href);
  await page.getByRole("button", { name: "Sign in" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByLabel("Username").fill(testAdmin.username);
  await dialog.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settings" }).and(page.locator(":focus")).waitFor();
});

test("the queue is reordered by menu, keyboard and pointer, shuffled, cleared and restored", async () => {
  await standStill();
  for (const { id } of await tracks()) await operator.call("POST", "/api/queue", { trackId: id });
  const page = await open(WIDE);
  await signIn(page);
  await page.keyboard.press("q");
  await page.getByRole("tab", { name: "Queue (3)" }).waitFor();
  const order = await queueTitles();
  const [first = "", second = "", third = ""] = order;

  await page.getByRole("button", { name: `Actions for ${second}` }).click();
  await page.getByRole("menuitem", { name: "Move Up" }).click();
  await until(
    "it moved up",
    async () => String(await queueTitles()) === String([second, first, third]),
  );
  await toast(page, "Track Moved", `${second} is now number 1 of 3`);
  await page.getByRole("button", { name: `Actions for ${second}` }).press("Alt+End");
  await until(
    "it is last",
    async () => String(await queueTitles()) === String([first, third, second]),
  );
  await toast(page, "Track Moved", `${second} is now number 3 of 3`);
  await page
    .getByRole("button", { name: `Actions for ${second}` })
    .and(page.locator(":focus"))
    .waitFor();
  await dragRow(page, { title: second, rows: -2 });
  await until(
    "it is first",
    async () => String(await queueTitles()) === String([second, first, third]),
  );
  await toast(page, "Track Moved", `${second} is now number 1 of 3`);
  // During the drag another row becomes the first.
  await dragRow(page, { title: third, rows: -2, meanwhile: () => removeFirst(page) });
  await until(
    "it is before the other",
    async () => String(await queueTitles()) === String([third, first]),
  );
  await operator.call("POST", "/api/queue/undo");
  await operator.call("POST", "/api/queue/undo");
  await until(
    "all are there",
    async () => String(await queueTitles()) === String([second, first, third]),
  );
  await page.getByRole("tab", { name: "Queue (3)" }).waitFor();
  await page.getByRole("button", { name: `Actions for ${third}` }).click();
  // The row also handles this key.
  await page.getByRole("menuitem").first().press("ArrowUp");
  await page.getByRole("menuitem").last().and(page.locator(":focus")).waitFor();
  await page.getByRole("menuitem", { name: "Play Next" }).click();
  await toast(page, "Track Queued", "Track will play next");
  await page.getByRole("button", { name: `Actions for ${third}` }).press("Delete");
  await toast(page, "Track Removed", `${third} left the queue`);
  expect(await page.locator(".toast-card").count()).toBe(1);
  await page.getByRole("tab", { name: "Queue (2)" }).waitFor();

  const menu = `Actions for ${second}`;
  const openIt = () => openMenu(page, menu);
  const part = page.getByRole("menu", { name: menu });
  expect(await objectionsAtAllSizes(page, { open: openIt, part })).toEqual([]);
  await openMenu(page, "More queue actions");
  await page.getByRole("menuitem", { name: "Clear Queue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Clear Queue" }).waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Clear Queue" }).click();
  await page.getByText("Queue is empty", { exact: true }).waitFor();
  await page.getByText("Songs requested via IRC will appear here").waitFor();
  await toast(page, "Queue Cleared");
  await page.getByRole("button", { name: "More queue actions" }).click();
  await page.getByRole("menuitem", { name: "Undo Last Change" }).click();
  await page.getByRole("tab", { name: "Queue (2)" }).waitFor();
  await toast(page, "Change Undone");
  await page.getByRole("button", { name: "More queue actions" }).click();
  await page.getByRole("menuitem", { name: "Shuffle Queue" }).click();
  await toast(page, "Queue Shuffled");
});

test("a long queue renders only visible rows, keys reach the others, and dragging to an edge scrolls", async () => {
  await standStill();
  const [track] = await tracks();
  for (let entry = 0; entry < LONG_QUEUE; entry += 1)
    await operator.call("POST", "/api/queue", { trackId: track?.id });
  const before = await queueIds();
  const page = await open(WIDE);
  await page.keyboard.press("q");
  await page.getByRole("tab", { name: `Queue (${LONG_QUEUE})` }).waitFor();

  const rows = page.getByRole("list", { name: "Upcoming tracks" }).getByRole("listitem");
  const drawn = await rows.count();
  await rows.first().getByRole("button").first().focus();
  const atEnds = [];
  for (const key of ["End", "Home"]) {
    await page.keyboard.press(key);
    atEnds.push(await page.locator("[data-row-id]:focus-within").getAttribute("aria-posinset"));
  }
  await holdAtEdge(page, { row: "first", edge: "bottom" });
  const [first = "", ...others] = before;
  await until("it is last", async () => String(await queueIds()) === String([...others, first]));
  await toast(page, "Track Moved", `${track?.title} is now number ${LONG_QUEUE} of ${LONG_QUEUE}`);
  await holdAtEdge(page, { row: "last", edge: "top" });

  await until("it is first again", async () => String(await queueIds()) === String(before));
  expect(atEnds).toEqual([String(LONG_QUEUE), "1"]);
  expect(drawn).toBeLessThan(LONG_QUEUE);
});

test("a refusal says why and until when, and keeps the typed text", async () => {
  const page = await open(WIDE);
  await goTo(page, "Library");
  const request = async (title: string) =>
    await page.getByRole("button", { name: `Queue ${title}`, exact: true }).click();

  await allowRequests({ requesterCooldownSeconds: DAY_SECONDS });
  await request("Second Tide");
  await toast(page, "Added to Queue", "Second Tide is number 1 in the queue");
  await request("Third Tide");
  await toast(
    page,
    "Not Queued",
    "You requested a track recently; you can request another in 1 day",
  );
  expect(await page.locator(".toast-card").count()).toBe(1);

  await goTo(page, "Dashboard");
  await page.getByRole("tab", { name: "Comments" }).click();
  const field = page.getByLabel("Your comment");
  await field.fill("One too many");
  await repeatUntilRefused(page, "/api/comments");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await toast(
    page,
    "Error",
    /^Please wait before posting another comment; try again in \d+ seconds?$/,
  );

  expect(await field.inputValue()).toBe("One too many");
});

test("without its socket a page polls every 10 s, and when that fails keeps its data above a Retry button", async () => {
  await operator.call("POST", "/api/comments", { content: "Of before" });
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  await context.addInitScript(() => localStorage.setItem("irc_username", "patient"));
  const page = await context.newPage();
  const broken = new Set<string>();
  await page.route(/\/api\/(?:queue|chat|comments)$/, (route) =>
    broken.has(new URL(route.request().url()).pathname) ? route.abort() : route.continue(),
  );
  // Code 1000 means for good, as in the specification.
  await page.routeWebSocket("**/ws", (socket) => void socket.close({ code: 1000 }));
  await page.clock.install();
  await page.goto(station.webUrl);
  const panels = [
    ["Queue", "Queue is empty", "/api/queue"],
    ["IRC Chat", new RegExp(`said ${SAID_BEFORE}$`), "/api/chat"],
    ["Comments", "Of before", "/api/comments"],
  ] as const;
  for (const [name, old] of panels) {
    await page.getByRole("tab", { name }).click();
    await page.getByRole("tabpanel", { name }).getByText(old).waitFor();
  }

  // From here on the test controls the page's clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000));
  const passing = async (what: string, look: () => Promise<boolean>) =>
    await until(what, async () => {
      await page.clock.runFor(500);
      return await look();
    });
  for (const [, , calls] of panels) broken.add(calls);
  await page.clock.runFor(10_000);
  for (const [name, old] of panels) {
    await page.getByRole("tab", { name }).click();
    const panel = page.getByRole("tabpanel", { name });
    const notice = panel.getByRole("alert").getByText("The newest state could not be loaded");
    await passing(`${name} says so`, () => notice.isVisible());
    await panel.getByText(old).waitFor();
  }
  await operator.call("POST", "/api/comments", { content: "Of now" });
  for (const [name, , calls] of panels) {
    await page.getByRole("tab", { name }).click();
    const retry = page.getByRole("tabpanel", { name }).getByRole("button", { name: "Retry" });
    // Not earlier: the panel refreshes itself after 10 s.
    broken.delete(calls);
    await retry.click();
    await passing(`${name} is fresh`, async () => (await retry.count()) === 0);
  }

  await page.getByText("Of now").waitFor();
});

test("offline, the page says so, every action fails with a message, and none runs later", async () => {
  await standStill();
  for (const { id } of (await tracks()).slice(0, 2))
    await operator.call("POST", "/api/queue", { trackId: id });
  const page = await open(WIDE);
  await signIn(page);
  await page.getByRole("button", { name: "Join Chat" }).click();
  await page.getByRole("tab", { name: "Comments" }).click();
  await page.getByLabel("Your comment").fill("Lost words");
  const panel = await openAdminPanel(page);
  await panel.getByRole("tab", { name: "Stream" }).click();
  await panel.getByRole("button", { name: "Update Configuration" }).waitFor();
  const [first = "", second = ""] = await queueTitles();

  await page.context().setOffline(true);
  await page.getByText("You are offline. What you see may be old.").waitFor({ state: "attached" });
  await panel.getByRole("button", { name: "Update Configuration" }).click();
  await toast(page, "Error", "Failed to update configuration");
  await panel.getByRole("button", { name: "Stop Stream" }).click();
  await toast(page, "Error", "Failed to stop stream");
  await panel.getByRole("tab", { name: "View" }).click();
  await panel.getByRole("button", { name: "Add Admin User" }).click();
  const adding = page.getByRole("dialog", { name: "Add Admin User" });
  await adding.getByLabel("Username").fill("newcomer");
  await adding.getByLabel("Email").fill("newcomer@radio.example");
  await adding.getByRole("button", { name: "Add Admin User" }).click();
  await toast(page, "Failed to add admin user", "Unable to connect to server");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await toast(page, "Error", "Failed to post comment");
  await page.getByRole("tab", { name: /IRC Chat/ }).click();
  await page.getByRole("combobox", { name: "Message" }).fill("Lost line");
  await page.keyboard.press("Enter");
  await toast(page, "Send Failed", "Failed to send message to IRC");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "Clear Chat" }).click();
  await toast(page, "Clear Failed", "Failed to clear chat messages");
  await page.getByRole("tab", { name: /Queue/ }).click();
  await page.getByRole("button", { name: `Actions for ${first}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await toast(page, "Error", "Failed to remove track from queue");
  await page.getByRole("button", { name: `Actions for ${second}` }).press("Alt+ArrowUp");
  await toast(page, "Error", "Failed to move track");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Clear Queue" }).click();
  await toast(page, "Error", "Failed to clear queue");
  await page.getByRole("button", { name: "Play the station" }).click();
  await toast(page, "Error", "Failed to start stream");
  await page.context().setOffline(false);
  await page.getByText("You are offline").waitFor({ state: "detached" });

  expect(await queueTitles()).toEqual([first, second]);
  expect(await radioState()).toMatchObject({ isPlaying: false });
});

/** Each right is open to one of them and closed to the other; the server maps roles to rights. */
const admin = {
  play: "Play",
  pausesStation: true,
  stationVolume: 1,
  queueMenu: ["Clear Queue", "Shuffle Queue", "Undo Last Change"],
  deletesComments: true,
  clearsChat: true,
  adminTabs: ["View", "Tracks", "Queue", "Users", "Stream", "Logs"],
  hasFavourites: true,
  maySkip: true,
  mayClearPlaylist: true,
  mayUpload: true,
  maySet: true,
  stored: ["admin_authenticated", "admin_user_data", "irc_username", "station_branding"],
};
const guest = {
  play: "Play",
  pausesStation: false,
  stationVolume: 0,
  queueMenu: ["Clear Queue", "Shuffle Queue"],
  deletesComments: false,
  clearsChat: false,
  adminTabs: "no panel",
  hasFavourites: true,
  maySkip: false,
  mayClearPlaylist: true,
  mayUpload: false,
  maySet: false,
  stored: ["irc_username", "station_branding"],
};

test.each([
  ["guest", guest],
  ["admin", admin],
] as const)(
  "on every screen a visitor in the role %s sees exactly the controls it may use",
  async (role, rights) => {
    await operator.call("POST", "/api/comments", { content: "Seen by all" });
    await operator.call("POST", "/api/playback/restart");
    for (const { id } of await tracks()) await operator.call("POST", "/api/queue", { trackId: id });

    const seen = await seenBy(role);

    expect(seen).toEqual(rights);
  },
);

test("each role sees which controls are closed to it, and the station refuses users who have lost a right", async () => {
  const page = await openAs("moderator");
  const controls = page.getByRole("region", { name: "Stream Controls" });
  await controls.getByText("Your role may not do this").waitFor();
  expect(await controls.locator('button[aria-disabled="true"]').count()).toBe(4);
  expect(await adminTabsOf(page)).toEqual(["View", "Tracks", "Queue"]);
  await operator.call("POST", "/api/comments", { content: "To be deleted" });
  // The socket would tell the page before its visitor acts.
  await page.context().routeWebSocket("**/ws", () => {});
  await page.reload();
  await page.getByRole("tab", { name: "Comments" }).click();
  const removal = page.getByRole("button", { name: /^Delete the comment/ }).first();
  await removal.waitFor();

  await post(page, "/api/users/logout", {});
  await removal.click();
  await page.getByRole("button", { name: "Delete Comment" }).click();
  await toast(page, "Error", "Sign in to do this");

  await page.getByRole("button", { name: "Guest" }).waitFor();
  await removal.waitFor({ state: "detached" });
});

/** In the order of the `v` key; a new browser starts with the last. */
const PICTURES = [
  "spectrum",
  "oscilloscope",
  "levels",
  "circular",
  "bars3d",
  "particles",
  "galaxy",
  "waveform",
];

test("an operator who does not listen sees the station's levels; each key press counts, and every visualizer draws and pauses", async () => {
  const page = await open({ ...WIDE, reducedMotion: "no-preference" });
  await page.locator('[data-signal="none"]').waitFor();
  const pressed = await page.evaluate(pressAtEachPicture, PICTURES.length);
  await signIn(page);
  await page.locator('[data-signal="levels"][data-peak-db]').waitFor();
  const left = page.getByRole("region", { name: "Set up your station" });
  await left
    .getByRole("button", { name: /^(Keep|Use) \w+/ })
    .last()
    .click();
  await toast(page, "Station Settings Updated");
  await left.getByRole("link", { name: /^Time zone/ }).waitFor({ state: "detached" });
  expect(await objectionsAtAllSizes(page, { part: left })).toEqual([]);
  await left.getByRole("button", { name: "Dismiss" }).click();
  await left.waitFor({ state: "detached" });

  for (const mode of PICTURES) {
    await page.keyboard.press("v");
    await page.locator(`[data-visualizer="${mode}"]`).waitFor();
    await page.waitForFunction(isPictureDrawn);
  }
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.fullscreenElement?.matches("[data-visualizer]"));
  await page.locator(":fullscreen").getByText(/Tide/).waitFor();
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await page.waitForFunction(() => document.fullscreenElement === null);
  const whileMoving = await page.evaluate(watchPicture);
  const lastMoving = await page.evaluate(pressAndGetPicture, "Pause visuals");
  const whilePaused = await page.evaluate(watchPicture);
  await page.locator("[data-peak-db]").waitFor({ state: "detached" });
  await page.reload();
  await page.locator('[data-visualizer="waveform"]').waitFor();
  await page.getByRole("button", { name: "Resume visuals" }).waitFor();
  await page.waitForFunction(isAnythingDrawn);
  // Getting its size and colours makes the page draw each of them once more.
  await until("the picture stands", async () => (await page.evaluate(watchPicture)).drawn === 0);
  const chosen = await page.evaluate(() => [
    localStorage.getItem("neonrelay_visualizer"),
    localStorage.getItem("neonrelay_visuals"),
  ]);
  await page.getByRole("button", { name: "Resume visuals" }).click();
  await page.locator("[data-peak-db]").waitFor();
  const onceResumed = await page.evaluate(watchPicture);

  expect(pressed).toEqual(PICTURES);
  expect(whileMoving.drawn).toBeGreaterThan(1);
  expect(whilePaused).toEqual({ drawn: 0, picture: lastMoving });
  expect(chosen).toEqual(["waveform", "paused"]);
  expect(onceResumed.drawn).toBeGreaterThan(1);
});

test("the progress advances in whole seconds", async () => {
  await operator.call("POST", "/api/playback/restart");
  const page = await open(WIDE);

  const bar = page.getByRole("progressbar", { name: "Track progress" }).first();
  const seconds = (await bar.evaluate(nextThreeValues)).map((value) => value * 120);

  expect(seconds.map((second) => Math.abs(second - Math.round(second)) < 0.01)).toEqual([
    true,
    true,
    true,
  ]);
});

test("the palette finds visualizers, the controls a user may use, and bot commands", async () => {
  const page = await open(WIDE);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "What to do" });
  // While its file loads.
  await page.keyboard.type("iron");
  await expect.poll(() => field.inputValue()).toBe("iron");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.type("ed");
  expect(await field.inputValue()).toBe("ironed");
  await page.getByRole("tab", { name: "IRC Chat", selected: true, includeHidden: true }).waitFor();
  await field.fill("test t");
  await page.getByRole("option", { name: /^Test Tones ?Show in the library$/ }).waitFor();
  await field.fill("second t");
  await page.getByRole("option", { name: "Queue: Second Tide", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await toast(page, "Added to Queue");
  await operator.call("DELETE", "/api/queue/clear");
  await page.keyboard.press("Control+k");
  // It appears once the page knows the user.
  await page.getByRole("option", { name: "Sign in" }).waitFor();
  await page.keyboard.press("ArrowUp");
  const last = await chosenOption(page);
  await field.fill("circ");
  const first = await chosenOption(page);
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.locator('[data-visualizer="circular"]').waitFor();
  await field.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Commands" }).click();
  await page.getByRole("button", { name: "Close, Esc" }).click();
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Commands" }).click();
  await page.setViewportSize(WIDE);
  await field.fill("emergency");
  const ofGuest = await page.getByRole("option").allTextContents();
  await page.keyboard.press("Control+k");
  await field.waitFor({ state: "detached" });

  await signIn(page);
  await choose(page, "pause stat");
  await toast(page, "Stream Stopped");
  await choose(page, "play stat");
  await toast(page, "Stream Started");
  const [track] = await tracks();
  await operator.call("POST", "/api/playback/restart");
  await operator.call("POST", "/api/queue", { trackId: track?.id });
  await page.getByRole("tab", { name: "Queue (1)" }).waitFor();
  await choose(page, "clear q");
  await page.getByRole("dialog").getByRole("button", { name: "Clear Queue" }).click();
  await toast(page, "Queue Cleared");
  await choose(page, ".req");
  await page.getByLabel("Your name in the chat").fill("owl");
  await page.getByRole("button", { name: "Join Chat" }).click();
  const message = page.getByLabel("Message", { exact: true });
  await expect.poll(() => message.inputValue()).toBe(".request ");
  await message.fill("");
  await choose(page, ".queue");
  await page.getByRole("log").getByText("The queue is empty").waitFor();
  await choose(page, "settings brand");
  await page.waitForURL("**/settings?section=branding");
  await choose(page, "max listen");

  await page.waitForURL("**/settings?section=streaming&setting=Max+Listeners");
  await page
    .locator(":focus")
    .and(page.getByRole("slider", { name: "Max Listeners" }))
    .waitFor();
  expect([last, first]).toEqual(["Sign in", "Circular"]);
  expect(ofGuest).toEqual(["Search the library for “emergency”"]);
});

test("? lists the shortcuts, opens the palette, and toggles the shortcuts", async () => {
  const page = await open(WIDE);
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await sheet.getByText("Visualizer in full screen").waitFor();
  await sheet.getByRole("checkbox", { name: "Use these keys" }).click();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });

  await page.keyboard.press("q");
  await page.keyboard.press("?");
  await sheet.getByRole("checkbox", { name: "Use these keys" }).click();
  const whileOff = await page.getByRole("tab", { selected: true }).textContent();
  await sheet.getByRole("button", { name: "Command palette" }).click();
  const palette = page.getByRole("combobox", { name: "What to do" });
  await palette.waitFor();
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
  await page.keyboard.press("q");

  await page.getByRole("tab", { name: /^Queue/, selected: true }).waitFor();
  await page.keyboard.press("/");
  await page.getByLabel("Search the library").and(page.locator(":focus")).waitFor();
  expect(whileOff).toMatch(/^IRC Chat/);
});

test("the chat scrolls back to its first line, and the reading position stays", async () => {
  const page = await open(WIDE);
  await page.getByLabel("Your name in the chat").fill("historian");
  await page.getByRole("button", { name: "Join Chat" }).click();
  const log = page.getByRole("log");
  const lines = log.getByRole("listitem");
  await lines.last().waitFor();
  const firstWords = async () => /said \d+/.exec((await lines.first().textContent()) ?? "")?.[0];
  const wasFirst = (await firstWords()) ?? "";
  expect(await lines.count()).toBeLessThan(SAID_BEFORE);

  await until("the newest is shown", async () => {
    const [last, shown] = [await lines.last().boundingBox(), await log.boundingBox()];
    return last !== null && shown !== null && last.y < shown.y + shown.height;
  });
  let isBroken = true;
  await page.route("**/api/chat?*", (route) => (isBroken ? route.abort() : route.continue()));
  await lines.last().focus();
  await page.keyboard.press("Home");
  await log.getByRole("alert").getByText("Older messages could not be loaded").waitFor();
  isBroken = false;
  await log.getByRole("button", { name: "Retry" }).press("Enter");
  await until("a page more is there", async () => (await firstWords()) !== wasFirst);
  // The previously first line is still at the top of the view, not a page below it.
  await until("it is where one reads", async () => {
    const [view, line] = [await log.boundingBox(), await log.getByText(wasFirst).boundingBox()];
    return view !== null && line !== null && Math.abs(line.y - view.y) < 100;
  });
  await log.getByRole("button", { name: "Older messages" }).press("Enter");
  await log.getByText("This is where the chat begins").waitFor();
  await log.getByText(/said 1$/).waitFor();
  const jump = page.getByRole("button", { name: "Jump to latest" });
  await jump.click();
  await jump.waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Message" }).fill("what a past");
  await page.keyboard.press("Enter");

  await log.getByText(/said 1$/).waitFor({ state: "detached" });
});

test("a broken panel says so and can be retried, and the others continue", async () => {
  await operator.call("POST", "/api/comments", { content: "Dated" });
  const page = await open(WIDE);
  await page.getByRole("tab", { name: "Comments" }).click();
  const panel = page.getByRole("tabpanel", { name: "Comments" });
  await panel.getByText("Dated", { exact: true }).waitFor();
  await replaceDates(page, 'throw new Error("this browser knows no dates")');

  await operator.call("POST", "/api/comments", { content: "Dated too" });
  await panel.getByText("Application Error").waitFor();
  await panel
    .getByText(
      "The application encountered an error. This might be due to browser compatibility on OpenBSD.",
    )
    .waitFor();
  await panel.getByText("Error details").click();
  await panel.getByText("this browser knows no dates").first().waitFor();
  await panel.getByRole("button", { name: "Reload Page" }).waitFor();
  expect(await objectionsAtAllSizes(page, { part: panel })).toEqual([]);
  await replaceDates(page, "return 0");
  await panel.getByRole("button", { name: "Try Again" }).click();

  await panel.getByText("Dated too").waitFor();
  expect(await page.getByTestId("now-playing-title").textContent()).toMatch(/Tide/);
});

test("a broken page shows the error screen; Try Again and Reload Page restore it", async () => {
  const page = await open(WIDE);
  const failure = page.getByRole("alert").filter({ hasText: "Application Error" });
  const libraryRow = page.getByRole("button", { name: "Queue First Tide" });
  const toLibrary = `document.querySelector('a[href="/library"]').click()`;
  const breakNumbers = async () => {
    // All at once: an intermediate render would remove the links.
    await page.evaluate(`
      window.ownReplaceAll ??= String.prototype.replaceAll;
      String.prototype.replaceAll = function (what, by) {
        if (/^\\d+$/.test(this)) throw new Error("this browser counts nothing");
        return window.ownReplaceAll.call(this, what, by);
      };
      ${toLibrary}`);
    await failure.waitFor();
  };

  await breakNumbers();
  await failure.getByText("Error details").click();
  await failure.getByText("this browser counts nothing").first().waitFor();
  const links = await page.getByRole("link").count();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await failure.getByRole("button", { name: "Try Again" }).click();
  await failure.waitFor();
  await page.evaluate("String.prototype.replaceAll = window.ownReplaceAll");
  await failure.getByRole("button", { name: "Try Again" }).click();
  await libraryRow.waitFor();
  await goTo(page, "Dashboard");
  await breakNumbers();
  await failure.getByRole("button", { name: "Reload Page" }).click();

  await libraryRow.waitFor();
  expect(links).toBe(0);
});

test("a part that failed to load is requested once, and again by Try Again, while the player continues", async () => {
  const context = await browser.newContext({ viewport: WIDE, serviceWorkers: "block" });
  let isCut = true;
  const asked: string[] = [];
  await context.route(
    /\/assets\/(?:comments-panel|library-page|sign-in-dialog|palette)-[^/]+\.js$/,
    async (route) => {
      const [, name = ""] = /assets\/([a-z]+)-/.exec(route.request().url()) ?? [];
      asked.push(name);
      await (isCut ? route.abort() : route.continue());
    },
  );
  const page = await context.newPage();
  await page.goto(new URL("/?tab=comments", station.webUrl).href);
  await page.locator("#player").getByRole("button", { name: "Play", exact: true }).click();
  const playing = page.locator('#player[data-player-state="playing"]');
  await playing.waitFor();
  const tryAgain = page.getByRole("button", { name: "Try Again" });
  const inPanel = page.getByRole("tabpanel", { name: "Comments" });
  const lost = page.getByText("This part could not be loaded");

  await inPanel.getByText("This part could not be loaded").waitFor();
  await tryAgain.click();
  await expect.poll(() => asked.length, { timeout: 15_000 }).toBe(2);
  await inPanel.getByText("This part could not be loaded").waitFor();
  isCut = false;
  await tryAgain.click();
  await inPanel.getByRole("textbox", { name: "Your comment" }).waitFor();
  isCut = true;
  await page.getByRole("link", { name: "Library" }).click();
  await lost.waitFor();
  await playing.waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByRole("button", { name: "Guest" }).click();
  const dialog = page.getByRole("dialog").filter({ has: lost });
  await dialog.waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  isCut = false;
  await tryAgain.click();
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  await page.getByRole("button", { name: "Guest" }).click();
  await page.getByLabel("Username").waitFor();
  await page.keyboard.press("Escape");
  isCut = true;
  await page.route(`${station.webUrl}/`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The next version</title>" }),
  );
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByText("A new version of this page is ready").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("A new version of this page is ready.").waitFor();
  await page.locator("#player").getByRole("button", { name: "Stop" }).click();

  await page.locator('#player[data-player-state="idle"]').waitFor();
  expect(asked.join(" ")).toBe("comments comments comments library sign library sign palette");
});

test("a dashboard that failed to load has the small player and Stop", async () => {
  const context = await browser.newContext({ viewport: WIDE, serviceWorkers: "block" });
  const page = await context.newPage();
  await context.route(/\/assets\/dashboard-page-[^/]+\.js$/, (route) => route.abort());
  await page.goto(new URL("/library", station.webUrl).href);
  await page.locator("#player").getByRole("button", { name: "Play", exact: true }).click();
  await page.locator('#player[data-player-state="playing"]').waitFor();

  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await page.getByText("This part could not be loaded").waitFor();
  await page.locator('#player[data-player-state="playing"]').waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.locator("#player").getByRole("button", { name: "Stop" }).click();

  await page.locator('#player[data-player-state="idle"]').waitFor();
});

test("branding and policy changes reach every open page", async () => {
  const page = await open(WIDE);
  await page.getByText("Neon Relay").first().waitFor();
  const { body } = await operator.call("GET", "/api/branding");
  const branding = typeof body === "object" && body !== null ? body : {};

  await operator.call("PUT", "/api/branding", {
    ...branding,
    siteName: "Night Relay",
    controlPanelTitle: "Night Desk",
    headerTags: ["Debian"],
    colors: {
      primary: "hsl(40, 100%, 60%)",
      secondary: "hsl(300, 100%, 50%)",
      accent: "hsl(120, 100%, 50%)",
    },
  });
  await operator.call("PUT", "/api/station-settings", {
    maintenanceMode: true,
    commentsEnabled: false,
    registrationEnabled: true,
  });

  await page.getByRole("heading", { name: "Night Desk" }).waitFor();
  await page.getByText("The station is being maintained").waitFor();
  await page.getByRole("tab", { name: "Comments" }).click();
  await page.getByText("Comments are switched off at the moment.").waitFor();
  await page.getByText("Debian").waitFor();
  const shown = await page.evaluate(() => ({
    primary: document.documentElement.style.getPropertyValue("--primary"),
    onPrimary: document.documentElement.style.getPropertyValue("--on-primary"),
    description: document.querySelector('meta[name="description"]')?.getAttribute("content"),
    title: document.title,
    stored: localStorage.getItem("station_branding")?.includes("Night Relay"),
  }));
  await operator.call("PUT", "/api/station-settings", {
    maintenanceMode: false,
    commentsEnabled: true,
  });
  await operator.call("PUT", "/api/branding", branding);
  await page.getByText("The station is being maintained").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Guest" }).click();
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Enter a password").waitFor();
  await page.getByLabel("Username").and(page.locator(":focus")).waitFor();
  await page.getByLabel("Username").fill("mira");
  await page.getByLabel("Email").fill("mira@radio.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "mira, account menu" }).waitFor();

  expect(shown).toEqual({
    primary: "hsl(40 100% 60%)",
    onPrimary: "hsl(40 100% 10%)",
    description: "Night Relay - Synthwave & Cyberpunk Vibes",
    title: "Dashboard · Night Relay",
    stored: true,
  });
});

/** Inserts lines from the last minutes into a database that no station has open yet. */
async function fillChat(folder: string, count: number): Promise<void> {
  const environment = await environmentOf(folder);
  const log = createLogTo(() => {}, { part: "test", level: "error" });
  const database = await openDatabase({
    databaseUrl: environment["DATABASE_URL"] ?? null,
    dataDir: folder,
    beforeMigration: null,
    log,
  });
  await database.connection.execute(sql`
    insert into chat_messages (id, username, message, "timestamp")
    select gen_random_uuid(), 'oldowl', 'said ' || n, now() - (${count}::int - n) * interval '1 second'
    from generate_series(1, ${count}::int) n`);
  await database.close();
}

async function open(options: {
  readonly width: number;
  readonly height: number;
  readonly reducedMotion?: "no-preference";
  /** The test can advance its clock. */
  readonly hasOwnClock?: true;
}): Promise<Page> {
  const { width, height, hasOwnClock, ...visitor } = options;
  const viewport = { width, height };
  const context = await browser.newContext({ viewport, ...plainVisitor, ...visitor });
  const page = await context.newPage();
  if (hasOwnClock === true) await page.clock.install();
  await page.goto(station.webUrl);
  await page.getByText(/Tide/).first().waitFor();
  // The rest of the page renders after its first part.
  await page.getByRole("tablist", { name: "Queue, chat and comments" }).waitFor();
  return page;
}

/** Opens every screen in that role. */
async function seenBy(role: "guest" | "admin") {
  const page = await openAs(role);
  // By now the page knows the station's state.
  await page.locator('[data-live="true"]').first().waitFor();
  const main = page.getByRole("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name, exact: true });
  const dashboard = {
    play: await page.locator("#player .play-button").getAttribute("aria-label"),
    pausesStation: (await button(/^Pause the station/).count()) > 0,
    stationVolume: await page.getByRole("slider", { name: "Station volume" }).count(),
  };
  await page.getByRole("tab", { name: "Queue (3)" }).click();
  await button("More queue actions").click();
  await page.getByRole("menuitem", { name: "Shuffle Queue" }).waitFor();
  const queueMenu = await page.getByRole("menuitem").allTextContents();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Comments" }).click();
  await page.getByText("Seen by all").waitFor();
  const deletesComments = (await main.getByRole("button", { name: /^Delete the/ }).count()) > 0;
  await page.getByRole("tab", { name: /IRC Chat/ }).click();
  await page.getByLabel("Your name in the chat").fill(`a-${role}`);
  await button("Join Chat").click();
  await page.getByRole("combobox", { name: "Message" }).waitFor();
  const chat = page.getByRole("tabpanel", { name: /IRC Chat/ });
  const clearsChat = (await chat.getByRole("button", { name: "Clear", exact: true }).count()) > 0;
  const adminTabs = role === "guest" ? "no panel" : await adminTabsOf(page);
  await goTo(page, "Library");
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  const hasFavourites = (await page.getByRole("button", { name: /^Favourite / }).count()) > 0;
  await goTo(page, "Playlist");
  await page.getByText("Added by").first().waitFor();
  const playlist = {
    maySkip: await button("Skip to Next").isEnabled(),
    mayClearPlaylist: await button("Clear All").isEnabled(),
  };
  const gate = page.getByLabel("Admin access code");
  await goTo(page, "Music Upload");
  await gate.or(page.getByRole("button", { name: "Choose Files" })).waitFor();
  const mayUpload = (await gate.count()) === 0;
  await goTo(page, "Settings");
  await gate.or(page.getByRole("tab", { name: "Branding" })).waitFor();
  const maySet = (await gate.count()) === 0;
  const stored = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => !key.startsWith("neonrelay_"))
      .toSorted(),
  );
  return {
    ...dashboard,
    queueMenu,
    deletesComments,
    clearsChat,
    adminTabs,
    hasFavourites,
    ...playlist,
    mayUpload,
    maySet,
    stored,
  };
}

/** Waits for the new page: the old one stays until then, and may have the same controls. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.waitForFunction((title) => document.title.startsWith(title), `${name} · `);
}

/** A tab the role can't use is missing. */
async function adminTabsOf(page: Page): Promise<readonly string[]> {
  const panel = await openAdminPanel(page);
  const names = await panel.getByRole("tab").allTextContents();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  return names;
}

async function openAdminPanel(page: Page): Promise<Locator> {
  await fromAccountMenu(page, "Admin Panel");
  const panel = page.getByRole("dialog", { name: "Admin Panel" });
  await panel.waitFor();
  return panel;
}

async function fromAccountMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /, account menu$/ }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** As the page's visitor, without using the page. */
async function post(page: Page, address: string, data: object): Promise<APIResponse> {
  return await page.context().request.post(new URL(address, station.webUrl).href, {
    data,
    headers: { origin: new URL(station.webUrl).origin },
  });
}

/** Repeats the page's next call there until the station refuses, and passes that answer to the page. */
async function repeatUntilRefused(page: Page, address: string): Promise<void> {
  await page.route(`**${address}`, async (route) => {
    if (route.request().method() !== "POST") return await route.fallback();
    const response = await until("it is too often", async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => route.fetch()));
      return answers.find((answer) => answer.status() === 429);
    });
    return await route.fulfill({ response });
  });
}

/** Signed in with a new account in that role, used by this test only. */
async function openAs(role: "guest" | "moderator" | "admin"): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  if (role !== "guest") {
    const account = { username: `the-${role}`, email: `${role}@radio.example`, password: PASSWORD };
    await operator.call("POST", "/api/users", { ...account, role });
    await context.request.post(new URL("/api/users/login", station.webUrl).href, {
      data: { username: account.username, password: account.password },
      headers: { origin: new URL(station.webUrl).origin },
    });
  }
  const page = await context.newPage();
  await page.goto(station.webUrl);
  await page.getByText(/Tide/).first().waitFor();
  await page.getByRole("button", { name: role === "guest" ? "Guest" : `the-${role}` }).waitFor();
  return page;
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Guest" }).click();
  await fillSignIn(page);
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(testAdmin.username);
  await page.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /, account menu$/ }).waitFor();
  // It closes last, and swallows keys until then.
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Replaces the page's date formatting from now on. */
async function replaceDates(page: Page, body: string): Promise<void> {
  await page.evaluate(`Date.prototype.getMonth = function () { ${body} }`);
}

function toastCard(page: Page, title: string): Locator {
  return page.locator(".toast-card").filter({ has: page.getByText(title, { exact: true }) });
}

async function toast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const card = toastCard(page, title);
  await (text === undefined ? card : card.getByText(text, { exact: true })).waitFor();
}

/** Expects the toast half a second before its end, and its absence afterwards, on a page with a stopped clock. */
async function toastStays(page: Page, title: string, stayMs: number): Promise<void> {
  await toast(page, title);
  await page.clock.fastForward(stayMs - 500);
  await toast(page, title);
  await page.clock.fastForward(500);
  await toastCard(page, title).waitFor({ state: "detached" });
}

/** Advances a stopped page clock in steps of a tenth of a second until the element is visible. */
async function passUntilSeen(page: Page, what: Locator): Promise<void> {
  await until(`${String(what)} is seen`, async () => {
    if (await what.isVisible()) return true;
    await page.clock.runFor(100);
    return false;
  });
}

/** Types a command into the palette and runs the best match. */
async function choose(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What to do" }).fill(typed);
  // Bot commands load after the rest.
  await page.getByRole("option", { selected: true }).waitFor();
  await page.keyboard.press("Enter");
}

async function chosenOption(page: Page): Promise<string | null> {
  return await page.getByRole("option", { selected: true }).textContent();
}

async function dragRow(
  page: Page,
  {
    title,
    rows,
    meanwhile,
  }: {
    readonly title: string;
    readonly rows: number;
    /** Runs while the row is held. */
    readonly meanwhile?: () => Promise<void>;
  },
): Promise<void> {
  const row = page.getByRole("listitem").filter({ hasText: title });
  const grip = row.getByTitle("Drag to move");
  const box = await grip.boundingBox();
  if (box === null) throw new Error(`${title} has no grip`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + rows * box.height * 0.7);
  await meanwhile?.();
  await grip.evaluate(letGoAt, y + rows * 64);
  await page.mouse.up();
}

async function removeFirst(page: Page): Promise<void> {
  const [{ id } = { id: "" }, ...rest] = queueSchema.parse(
    (await operator.call("GET", "/api/queue")).body,
  );
  await operator.call("DELETE", `/api/queue/${id}`);
  await page.getByRole("tab", { name: `Queue (${rest.length})` }).waitFor();
}

/** Runs in the page: the bar's values after each of its next three steps. */
async function nextThreeValues(bar: Element): Promise<readonly number[]> {
  const values: number[] = [];
  return await new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      values.push(bar instanceof HTMLProgressElement ? bar.value : Number.NaN);
      if (values.length < 3) return;
      observer.disconnect();
      resolve(values);
    });
    observer.observe(bar, { attributeFilter: ["value"] });
  });
}

/** Runs in the page: the pointer moves there and releases before the page draws. */
function letGoAt(grip: Element, clientY: number): void {
  for (const type of ["pointermove", "pointerup"])
    grip.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY }));
}

/** Drags a row to an edge of the queue, rests there until nothing is left to scroll, and drops it. */
async function holdAtEdge(
  page: Page,
  { row, edge }: { readonly row: "first" | "last"; readonly edge: "top" | "bottom" },
): Promise<void> {
  const list = page.getByRole("list", { name: "Upcoming tracks" });
  const grip = list.getByTitle("Drag to move").nth(row === "first" ? 0 : -1);
  await grip.scrollIntoViewIfNeeded();
  const [from, view] = [await grip.boundingBox(), await list.locator("..").boundingBox()];
  if (from === null || view === null) throw new Error("the queue is not shown");
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, edge === "top" ? view.y + 4 : view.y + view.height - 4);
  const leftPx = async () =>
    await list
      .locator("..")
      .evaluate(
        ({ scrollTop, scrollHeight, clientHeight }, isTop) =>
          isTop ? scrollTop : scrollHeight - clientHeight - scrollTop,
        edge === "top",
      );
  await until("its end is reached", async () => (await leftPx()) < 1);
  await page.mouse.up();
}

/** Runs in the page: how often the picture is drawn in 30 frames, and its final state. */
async function watchPicture(): Promise<{ readonly drawn: number; readonly picture: string }> {
  const canvas = document.querySelector<HTMLCanvasElement>("[data-visualizer] canvas");
  const context = canvas?.getContext("2d");
  if (canvas === null || context === null || context === undefined) throw new Error("no picture");
  let drawn = 0;
  context.clearRect = (...area) => {
    drawn += 1;
    CanvasRenderingContext2D.prototype.clearRect.apply(context, area);
  };
  for (let frame = 0; frame < 30; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return { drawn, picture: canvas.toDataURL() };
}

/** Runs in the page: the picture right after a button press. */
function pressAndGetPicture(label: string): string | undefined {
  const canvas = document.querySelector<HTMLCanvasElement>("[data-visualizer] canvas");
  const picture = canvas?.toDataURL();
  document.querySelector<HTMLElement>(`[data-visualizer] [aria-label="${label}"]`)?.click();
  return picture;
}

/** Runs in the page. */
function isAnythingDrawn(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>("[data-visualizer] canvas");
  const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels?.some((value) => value > 0) === true;
}

/** Runs in the page. */
function isPictureDrawn(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>("[data-visualizer] canvas");
  const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
  const lit = pixels?.reduce(
    (count, value, at) => (at % 4 < 3 && value > 120 ? count + 1 : count),
    0,
  );
  return lit !== undefined && lit > 200;
}

/** Presses the next-picture key the moment a new picture is in the page, before anything else happens. */
async function pressAtEachPicture(times: number): Promise<readonly string[]> {
  const panel = document.querySelector<HTMLElement>("[data-visualizer]");
  if (panel === null) throw new Error("no visualizer");
  const pictures: string[] = [];
  const press = () =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "v", bubbles: true }));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const limit = setTimeout(() => reject(new Error(`only ${pictures.join(", ")}`)), 10_000);
  const observer = new MutationObserver(() => {
    pictures.push(panel.dataset["visualizer"] ?? "");
    if (pictures.length === times) resolve();
    else press();
  });
  observer.observe(panel, { attributeFilter: ["data-visualizer"] });
  press();
  try {
    await promise;
  } finally {
    observer.disconnect();
    clearTimeout(limit);
  }
  return pictures;
}

async function nowPlaying() {
  return nowPlayingSchema.parse((await operator.call("GET", "/api/now-playing")).body);
}

async function radioState() {
  return radioStateSchema.parse((await operator.call("GET", "/api/radio-state")).body);
}

async function queueTitles(): Promise<readonly string[]> {
  const { body } = await operator.call("GET", "/api/queue");
  return queueSchema.parse(body).map(({ track }) => track.title);
}

async function queueIds(): Promise<readonly string[]> {
  const { body } = await operator.call("GET", "/api/queue");
  return queueSchema.parse(body).map(({ id }) => id);
}

/** Pauses the station, so that nothing is taken from the queue. */
async function standStill(): Promise<void> {
  await operator.call("PUT", "/api/radio-state", { isPlaying: false });
}

/** Sets exactly those rules. */
async function allowRequests(rules: Partial<RequestRules>): Promise<void> {
  const none: RequestRules = {
    requesterCooldownSeconds: 0,
    maxOpenRequests: 0,
    trackCooldownMinutes: 0,
    playedCooldownMinutes: 0,
    artistCooldownMinutes: 0,
  };
  const requestRules = { ...none, ...rules };
  await operator.call("PUT", "/api/station-settings", { requestRules });
}

async function removeComments(): Promise<void> {
  const { body } = await operator.call("GET", "/api/comments");
  for (const { id } of commentsSchema.parse(body))
    await operator.call("DELETE", `/api/comments/${id}`);
}

/** Removes all accounts except the operator's own, which can't remove itself. */
async function removeAccounts(): Promise<void> {
  const { body } = await operator.call("GET", "/api/users");
  for (const { id, username } of z.array(accountSchema).parse(body))
    if (username !== testAdmin.username) await operator.call("DELETE", `/api/users/${id}`);
}

async function tracks(): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const { body } = await operator.call("GET", "/api/tracks");
  return Array.isArray(body) ? body : [];
}
