import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { axeViolations } from "../src/axe.ts";
import { launchChromium } from "../src/browser.ts";
import { testAdmin, TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LARGE = 100_000;
/** Of the scripts that the page itself names, gzipped. */
const MOST_SCRIPT_BYTES = 150 * 1024;

let music: string;
let station: TestStation;
let browser: Browser;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await addTone("First");
  station = await TestStation.start({ musicDirs: [music] });
  await until("the first tone is in the library", async () => (await tracks()).length === 1, {
    limitMs: 60_000,
  });
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test.each([
  ["the dashboard", "/", WIDE],
  ["the dashboard", "/", PHONE],
  ["the library", "/library", WIDE],
  ["the library", "/library", PHONE],
  ["the playlist", "/playlist", WIDE],
  ["the playlist", "/playlist", PHONE],
  ["the gate of the upload", "/upload", WIDE],
  ["the gate of the upload", "/upload", PHONE],
  ["an unknown address", "/no/such/place", WIDE],
  ["an unknown address", "/no/such/place", PHONE],
  ["the gate of the settings", "/settings", WIDE],
  ["the gate of the settings", "/settings", PHONE],
])("%s (%s, %o) has nothing that axe objects to", async (_name, route, viewport) => {
  const page = await openPage(route, viewport);
  await page.locator("h1").waitFor({ state: "attached" });
  await page.getByText("First Tide").first().waitFor();

  expect(await axeViolations(page)).toEqual([]);
});

test("a page begins with 150 KB of JavaScript at most, gzipped; panels and other pages come after it", async () => {
  const html = await (await fetch(station.webUrl)).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, file = ""]) => file);

  const sizes = await Promise.all(
    scripts.map(async (file) => {
      const answer = await fetch(new URL(file, station.webUrl));
      return gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    }),
  );

  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_SCRIPT_BYTES);
});

test("the open sign-in dialog has nothing that axe objects to", async () => {
  const page = await openPage("/", WIDE);
  await page.getByRole("button", { name: "Guest" }).click();
  await page.getByLabel("Username").waitFor();

  expect(await axeViolations(page)).toEqual([]);
});

test("a library of 100,000 is scrolled anywhere; a page that does not come says so, and Retry gets it", async () => {
  const page = await openPage("/", WIDE);
  let isBroken = true;
  const asked: number[] = [];
  const [first] = await tracks();
  await page.route("**/api/tracks?*", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const offset = Number(query.get("offset"));
    asked.push(offset);
    if (offset > 0 && isBroken) return await route.abort();
    const rows = Math.min(Number(query.get("limit")), LARGE - offset);
    const json = Array.from({ length: rows }, (_, index) => copyOf(first, offset + index));
    return await route.fulfill({ json, headers: { "x-total-count": String(LARGE) } });
  });

  await page.getByRole("link", { name: "Library" }).first().click();
  await page.getByText("100,000 tracks").waitFor();
  await page.getByRole("button", { name: "Queue Copy 0", exact: true }).waitFor();
  const scroller = page.getByRole("table").locator("..");
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByText("Some of the library could not be loaded").waitFor();
  isBroken = false;
  await page.getByRole("button", { name: "Retry" }).click();

  await page.getByRole("button", { name: `Queue Copy ${LARGE - 1}`, exact: true }).waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  expect(new Set(asked).size).toBeLessThan(10);
});

test("search as you type, Clear, order by header, and the figures of the whole library", async () => {
  const page = await openPage("/library", WIDE);
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  const artist = page.getByRole("columnheader", { name: "Artist" });
  const title = page.getByRole("columnheader", { name: "Title" });
  const before = await artist.getAttribute("aria-sort");

  await title.getByRole("button").click();
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  const after = [await artist.getAttribute("aria-sort"), await title.getAttribute("aria-sort")];
  await page.getByLabel("Search the library").fill("no such music");
  await page.getByText("No tracks found matching your search").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();

  expect([before, ...after]).toEqual(["ascending", "none", "ascending"]);
  expect(await page.getByText("Total tracks").isVisible()).toBe(true);
  expect(await page.getByText("Total duration").isVisible()).toBe(true);
});

test("who is signed in has favourites, which are there on the next visit", async () => {
  const page = await openPage("/library", WIDE);
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  const guestHearts = await page.getByRole("button", { name: /^Favourite / }).count();
  await page.context().request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  await page.reload();
  const heart = page.getByRole("button", { name: "Favourite First Tide" });
  await page.getByRole("button", { name: "Favourites", exact: true }).click();
  await page.getByText("No favourites yet").waitFor();
  await page.getByRole("button", { name: "Favourites", exact: true }).click();

  const stored = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await heart.click();
  expect((await stored).status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Favourites", exact: true }).click();

  await heart.waitFor();
  expect(await heart.getAttribute("aria-pressed")).toBe("true");
  expect(await page.getByText("1 tracks").count()).toBe(1);
  expect(guestHearts).toBe(0);
});

test("music that is imported while the library is open appears when its visitor looks again", async () => {
  const page = await openPage("/library", WIDE);
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();

  await addTone("Second");
  await until("the station has it", async () => (await tracks()).length === 2, {
    limitMs: 60_000,
  });
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));

  await page.getByRole("button", { name: "Queue Second Tide" }).waitFor();
});

test("music that is imported appears by itself within half a minute", async () => {
  const page = await openPage("/library", WIDE);
  await page.clock.install();
  await page.reload();
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  const before = (await tracks()).length;

  await addTone("Third");
  await until("the station has it", async () => (await tracks()).length === before + 1, {
    limitMs: 60_000,
  });
  await page.clock.fastForward(30_000);

  await page.getByRole("button", { name: "Queue Third Tide" }).waitFor({ timeout: 20_000 });
});

test("music that came while the socket was gone appears once it is back", async () => {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce" });
  const page = await context.newPage();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket("**/ws", (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  // So that the page does not find out by itself.
  await page.clock.install();
  await page.goto(new URL("/library", station.webUrl).href);
  await page.getByRole("button", { name: "Queue First Tide" }).waitFor();
  await addTone("Fourth");
  await until(
    "the station has it",
    async () => JSON.stringify(await tracks()).includes("Fourth Tide"),
    { limitMs: 60_000 },
  );

  await sockets.at(-1)?.close({ code: 1012 });

  await page.getByRole("button", { name: "Queue Fourth Tide" }).waitFor();
});

async function openPage(
  route: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(new URL(route, station.webUrl).href);
  return page;
}

async function addTone(name: string): Promise<void> {
  await makeTone({
    file: path.join(music, `${name}.flac`),
    frequencyHz: 440,
    seconds: 30,
    title: `${name} Tide`,
  });
}

async function tracks(): Promise<readonly unknown[]> {
  const { body } = await station.visitor().call("GET", "/api/tracks");
  return Array.isArray(body) ? body : [];
}

/** Another row of the same kind. */
function copyOf(track: unknown, index: number): unknown {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  return { ...z.looseObject({}).parse(track), id, title: `Copy ${index}` };
}
