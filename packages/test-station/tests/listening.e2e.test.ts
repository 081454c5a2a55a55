// @module-tag chromium
// @module-tag ffmpeg
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { nowPlayingSchema, type NowPlaying } from "@neonrelay/contract";
import { objectionsAtAllSizes, openMenu } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchChromium } from "../src/browser.ts";
import { scanLimit, type TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/** The first tone plays at the start; the second is queued and must follow. */
const LOW_HZ = 500;
const HIGH_HZ = 3000;
/** Long enough that none ends by itself during a test. */
const TONE_SECONDS = 300;

let music: string;
let station: TestStation;
let operator: Visitor;
let browser: Browser;

setUpBrowserSuite(async (suite) => {
  const low = { title: "Low Tide", seconds: TONE_SECONDS, frequencyHz: LOW_HZ };
  // Alone in the library, the low tone plays first.
  ({ music, station, operator } = await suite.station([low]));
  await until(
    "the low tone is on air",
    async () => (await nowPlaying()).now?.title === "Low Tide",
    scanLimit,
  );
  const file = path.join(music, "High.flac");
  await makeTone({ file, frequencyHz: HIGH_HZ, seconds: TONE_SECONDS, title: "High Tide" });
  await until(
    "the high tone is in the library",
    async () => {
      const { body } = await operator.call("GET", "/api/tracks");
      return Array.isArray(body) && body.length === 2;
    },
    scanLimit,
  );
  browser = await suite.browser(launchChromium);
});

/** The low tone starts, with nothing queued. */
beforeEach(async () => {
  await operator.call("PUT", "/api/radio-state", { isPlaying: true });
  await operator.call("DELETE", "/api/queue/clear");
  if ((await nowPlaying()).now?.title !== "Low Tide") {
    await operator.call("POST", "/api/playback/skip");
    await until(
      "the low tone is on air",
      async () => (await nowPlaying()).now?.title === "Low Tide",
    );
  }
  await operator.call("POST", "/api/playback/restart");
});

test("a listener clicks Play and hears the station, then queues a track, and sees and hears it start", async () => {
  // With reduced motion there is no analyser.
  const page = await openStation({ visitor: {} });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));

  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await hearsTone(page, LOW_HZ);
  await expect.poll(() => titleOf(page)).toBe("Low Tide");

  await page.getByRole("link", { name: "Library" }).first().click();
  await page.getByRole("button", { name: "Queue High Tide" }).click();
  await page.getByText("Added to Queue").first().waitFor();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("tab", { name: /Queue/ }).click();
  await until(
    "the request comes next",
    async () => (await nowPlaying()).next?.requestedBy === "Web User",
  );
  await operator.call("POST", "/api/playback/skip");

  await hearsTone(page, HIGH_HZ);
  await until("the title follows the sound", async () => (await titleOf(page)) === "High Tide");
  // The visitor's entry, not the rotation's choice.
  const { now } = await nowPlaying();
  expect(now).toMatchObject({ title: "High Tide", requestedBy: "Web User" });
  expect(errors).toEqual([]);
});

test("engine and server are killed, and a listening browser notices neither", async () => {
  const page = await openStation();
  const connections: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/stream.")) connections.push(request.url());
  });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await page.evaluate(() => {
    const element = document.querySelector("[data-player-state]");
    if (element === null) throw new Error("the player is not there");
    new MutationObserver(() => document.body.setAttribute("data-interrupted", "")).observe(
      element,
      {
        attributeFilter: ["data-player-state"],
      },
    );
  });

  await page.getByText("Live updates: CONNECTED", { exact: true }).waitFor();
  const notice = page.getByText(
    "Reconnecting to the station. What you see may be a few seconds old.",
  );
  const toldOfLoss = Promise.all([
    notice.waitFor(),
    page.locator('[data-live="false"]').first().waitFor(),
  ]);
  // Awaited below.
  toldOfLoss.catch(() => {});

  for (const part of ["engine", "server"] as const) {
    const killed = station.parts()[part] ?? Number.NaN;
    process.kill(killed, "SIGKILL");
    await until(`another ${part} runs`, () => {
      const pid = station.parts()[part];
      return pid !== undefined && pid !== killed;
    });
  }
  await until("the server answers", async () => nowPlaying().catch(() => undefined));

  await toldOfLoss;
  await notice.waitFor({ state: "detached" });
  await page.locator('[data-live="true"]').first().waitFor();

  expect(await page.locator('[data-player-state="playing"]').count()).toBeGreaterThan(0);
  expect(await page.locator("[data-interrupted]").count()).toBe(0);
  expect(connections).toHaveLength(1);
});

test("the current title is copied, found again in the history, and playback can stop at the end of its track", async () => {
  const page = await openStation();
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  // A listener still hears a few seconds of the previous track.
  await page.getByTestId("now-playing-title").filter({ hasText: "Low Tide" }).waitFor();
  const title = await titleOf(page);
  await page.getByRole("button", { name: "Copy what is playing" }).click();
  await page.getByText("Copied", { exact: true }).first().waitFor();
  const copied = await pasted(page);

  const openSleepTimes = async () => await openMenu(page, "Sleep timer");
  const part = page.getByRole("menu", { name: "Sleep timer" });
  expect(await objectionsAtAllSizes(page, { open: openSleepTimes, part })).toEqual([]);
  await openSleepTimes();
  await page.getByRole("menuitem", { name: "15 minutes" }).click();
  await page.getByRole("button", { name: "Sleep timer, 15 minutes left" }).click();
  await page.getByRole("menuitem", { name: "End of this track" }).click();
  const sheet = page.getByRole("dialog", { name: "History" });
  // Anything heard for less than five seconds is not marked, and an open sheet does not change.
  await until("it says where this browser was", async () => {
    await page.keyboard.press("h");
    await sheet.getByRole("button", { name: "Queue Low Tide" }).first().waitFor();
    if (await sheet.getByText("You were here").isVisible()) return true;
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    return false;
  });
  const heard = await sheet.locator("[data-heard=true]").textContent();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  // Not the title just requested.
  await sheet.getByRole("button", { name: "Queue Low Tide" }).first().click();
  await page.getByText("Added to Queue").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /until the end of this track/ }).waitFor();
  await operator.call("POST", "/api/playback/skip");

  await page.waitForSelector('[data-player-state="idle"]');
  expect(copied).toMatch(new RegExp(`^.+ — ${title} \\(Neon Relay, \\d\\d:\\d\\d\\)$`));
  expect(heard).toContain(title);
});

test("Stop ends the connection, and leaves no ghost listener", async () => {
  const page = await openStation();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await until("the listener is counted", async () => (await listeners()) === 1);
  await page
    .locator('[data-live="true"]')
    .filter({ hasText: /^LIVE1listener$/ })
    .first()
    .waitFor();

  await page.getByRole("button", { name: "Stop", exact: true }).click();

  await until("there are no listeners", async () => (await listeners()) === 0);
});

test("an unknown address says so, and the link home works", async () => {
  const page = await openStation({ route: "/no/such/place" });

  await page.getByText("Page Not Found").waitFor();
  await page.getByRole("link", { name: "Dashboard" }).first().click();

  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

test("an operator signs in, pauses the station and resumes it; a wrong password is refused", async () => {
  const page = await openStation();
  await page.getByRole("button", { name: "Guest" }).click();
  await page.getByLabel("Username").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await toast(page, "Please enter username and password");
  await page.getByLabel("Username").and(page.locator(":focus")).waitFor();
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await toast(page, "Login Failed", "Invalid username or password");
  await page.getByLabel("Password", { exact: true }).fill("a-password-for-tests");
  await page.context().setOffline(true);
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await toast(page, "Login Error", "Unable to connect to server");
  await page.context().setOffline(false);
  const socketOfOperator = page.waitForEvent("websocket");
  await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
  await toast(page, "Login Successful", "Welcome back, admin!");
  await socketOfOperator;

  // For keyboard users: the button has the focus again after being disabled.
  await page.getByRole("button", { name: "admin" }).and(page.locator(":focus")).waitFor();
  await page.getByRole("button", { name: "Pause the station" }).press("Enter");
  await until("the station is paused", async () => (await isPlaying()) === false);
  const play = page.getByRole("button", { name: "Play the station" });
  const ready = play.and(page.locator(":focus:enabled"));
  await ready.waitFor();

  // The new operator's socket may still report the state before the pause: then press the key again.
  await until("the station plays on", async () => {
    if ((await isPlaying()) === true) return true;
    if ((await ready.count()) > 0) await page.keyboard.press("Enter");
    return false;
  });
});

async function toast(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await page.locator(".toast-card").getByText(text, { exact: true }).waitFor();
}

async function openStation({
  route = "/",
  visitor = plainVisitor,
}: { readonly route?: string; readonly visitor?: BrowserContextOptions } = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...visitor });
  await watchAnalysers(page);
  await page.goto(new URL(route, station.webUrl).href);
  return page;
}

/** Exposes the spectrum of whatever the page routes to its analysers. */
async function watchAnalysers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.AnalyserNode = class WatchedAnalyser extends AnalyserNode {
      constructor(context: BaseAudioContext, options?: AnalyserOptions) {
        super(context, options);
        setInterval(() => this.note(), 100);
      }

      note(): void {
        const bins = new Float32Array(this.frequencyBinCount);
        this.getFloatFrequencyData(bins);
        const loudest = bins.reduce(
          (best, level, bin) => (level > (bins[best] ?? -Infinity) ? bin : best),
          0,
        );
        const isSound = (bins[loudest] ?? -Infinity) > -60;
        document.documentElement.dataset["heardHz"] = isSound
          ? String((loudest * this.context.sampleRate) / this.fftSize)
          : "";
      }
    };
  });
}

async function hearsTone(page: Page, frequencyHz: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Math.abs(Number(document.documentElement.dataset["heardHz"] || Number.NaN) - wanted) < 60,
    frequencyHz,
    { timeout: 90_000 },
  );
}

/** The copied text. The station blocks pages from reading the clipboard, but every visitor can paste. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => document.body.append(document.createElement("textarea")));
  const field = page.locator("body > textarea");
  await field.press("Control+V");
  const text = await field.inputValue();
  await field.evaluate((element) => element.remove());
  return text;
}

async function titleOf(page: Page): Promise<string | null> {
  return await page.getByTestId("now-playing-title").textContent();
}

async function nowPlaying(): Promise<NowPlaying> {
  const { body } = await station.visitor().call("GET", "/api/now-playing");
  return nowPlayingSchema.parse(body);
}

async function listeners(): Promise<unknown> {
  const { body } = await station.visitor().call("GET", "/api/radio-state");
  return typeof body === "object" && body !== null && "listenerCount" in body
    ? body.listenerCount
    : undefined;
}

async function isPlaying(): Promise<unknown> {
  const { body } = await station.visitor().call("GET", "/api/radio-state");
  return typeof body === "object" && body !== null && "isPlaying" in body
    ? body.isPlaying
    : undefined;
}
