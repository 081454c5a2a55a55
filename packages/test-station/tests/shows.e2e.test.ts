// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  accountSchema,
  clockSchema,
  hostDeskSchema,
  scheduleEntrySchema,
  showSchema,
  type Show,
} from "@neonrelay/contract";
import * as z from "zod";
import type { Browser, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { objectionsAtAllSizes, resize } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { TestDjs, type DjAccess, type TestDj } from "../src/test-djs.ts";
import { testAdmin, type TestStation, until, type Visitor } from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
/** Taller than one row of buttons, shorter than two. */
const ONE_ROW_PX = 60;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let station: TestStation;
let operator: Visitor;
let browser: Browser;
let show: Show;
/** The station's initial settings. */
let settings: unknown;

setUpBrowserSuite(async (suite) => {
  ({ station, operator } = await suite.station([{ title: "Tide", seconds: 60 }]));
  await operator.call("POST", "/api/playlists", { name: "All music", rule: { kinds: ["music"] } });
  settings = (await operator.call("GET", "/api/station-settings")).body;
  browser = await suite.browser(launchHeadlessShell);
});

/** One show, on air all day, so that it is on whenever the test runs; and only the operator's account, without keys. */
beforeEach(async () => {
  await operator.call("PUT", "/api/station-settings", settings);
  for (const list of ["/api/schedule/entries", "/api/programme/shows", "/api/clocks"]) {
    const { body } = await operator.call("GET", list);
    for (const { id } of z.array(z.object({ id: z.string() })).parse(body))
      await operator.call("DELETE", `${list}/${id}`);
  }
  const { body: users } = await operator.call("GET", "/api/users");
  for (const { id, username } of z.array(accountSchema).parse(users)) {
    const isOperator = username === testAdmin.username;
    await operator.call("DELETE", `/api/users/${id}${isOperator ? "/stream-key" : ""}`);
  }
  const made = await operator.call("POST", "/api/programme/shows", {
    name: "Night Flight",
    text: "Two hours above the clouds.",
  });
  show = showSchema.parse(made.body);
  await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "show", showId: show.id },
    startsAt: "2026-01-01T00:00",
    durationMinutes: 1440,
    repeat: "FREQ=DAILY",
  });
});

test("the schedule lists the week at every size, and a show has a page with its next dates", async () => {
  const page = await open("/schedule", "visitor");
  const link = page.getByRole("link", { name: "Night Flight" }).first();
  await link.waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await link.click();
  await page.getByRole("heading", { name: "Next dates" }).waitFor();
  await page.getByText("Two hours above the clouds.").waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);

  expect(new URL(page.url()).pathname).toBe(`/shows/${show.slug}`);
});

test("a schedule left open for days lists the week then ahead", async () => {
  const page = await open("about:blank", "visitor");
  await page.clock.install();
  await page.goto(new URL("/schedule", station.webUrl).href);
  await page.getByRole("link", { name: "Night Flight" }).first().waitFor();
  const days = page.getByRole("heading", { level: 2 });
  const shown = await days.allTextContents();

  await page.clock.fastForward(9 * DAY_MS);
  await expect.poll(() => days.allTextContents()).not.toContain(shown[2]);

  // An answer that was under way may still list the old week; the next hour brings the new one.
  await until("the new week is listed", async () => {
    await page.clock.fastForward(HOUR_MS);
    return (await page.getByRole("link", { name: "Night Flight" }).count()) > 6;
  });
});

test("while a show is on, the dashboard's header stays one row at 1024 px", async () => {
  const page = await open("/", "operator");
  await page.getByRole("region", { name: "On now" }).getByText("Night Flight").first().waitFor();

  await resize(page, TABLET);
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  const account = await page.getByRole("button", { name: /, account menu$/ }).boundingBox();
  if (heading === null || account === null) throw new Error("the head of the dashboard is missing");
  const topPx = Math.min(heading.y, account.y);
  const endPx = Math.max(heading.y + heading.height, account.y + account.height);

  expect(endPx - topPx).toBeLessThan(ONE_ROW_PX);
});

test("a show's picture is uploaded, shown to listeners and removed in its form", async () => {
  const page = await open(`/programme?tab=shows&show=${show.id}`, "operator");
  const stored = async () => {
    const { body } = await operator.call("GET", "/api/programme/shows");
    return z.array(showSchema).parse(body)[0]?.pictureUrl ?? null;
  };
  const text = Buffer.from("<svg/>");

  const choose = page.getByLabel("Choose a picture");
  await choose.setInputFiles({ name: "x.svg", mimeType: "image/svg+xml", buffer: text });
  await page.getByText("Choose a picture (JPEG, PNG, WebP)").first().waitFor();
  await choose.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: PNG });
  const image = page.getByRole("img", { name: "Night Flight" });
  await image.waitFor();
  const pictureUrl = await stored();
  await until("the picture is drawn", async () => {
    return await image.evaluate((shown) => "naturalWidth" in shown && shown.naturalWidth === 512);
  });
  await page.getByRole("button", { name: "Remove Picture" }).click();
  await image.waitFor({ state: "detached" });
  await until("the focus is at the file", async () =>
    choose.evaluate((input) => input === document.activeElement),
  );

  expect(pictureUrl).toContain(`/api/shows/${show.id}/picture?v=`);
  expect(await stored()).toBeNull();
});

test("an unsaved clock is tried on an hour, and says what it can't fill", async () => {
  const made = await operator.call("POST", "/api/clocks", {
    name: "Hour",
    color: "cyan",
    isFilled: true,
    slots: [
      {
        id: randomUUID(),
        content: { kind: "content", contentKind: "spot" },
        start: { kind: "follow" },
        length: { kind: "rest" },
      },
    ],
  });
  const clock = clockSchema.parse(made.body);
  const page = await open(`/programme?tab=clocks&clock=${clock.id}`, "operator");

  const day = page.getByLabel("Day", { exact: true });
  const tryIt = page.getByRole("button", { name: "Try", exact: true });
  await until("an hour to come is offered", () => tryIt.isEnabled());
  await day.fill("2026-01-01");
  await page.getByText("This hour has begun. Choose a later one.").waitFor();
  expect(await tryIt.isEnabled()).toBe(false);
  await day.fill(new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10));
  await page.getByLabel("Hour", { exact: true }).selectOption("14");
  await tryIt.click();
  const tracks = page.getByRole("list", { name: "Tracks of the hour" });
  await tracks
    .getByText(/^14:00:0/)
    .first()
    .waitFor();
  await page.getByRole("list", { name: "What would not come as planned" }).waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
});

test("My Shows has the time to a host's show, what plays around it and whether their key works", async () => {
  await operator.call("PUT", "/api/station-settings", { djKeysWork: "in-own-shows" });
  const page = await open("/my-shows", "operator");
  const panel = page.getByRole("region", { name: "Your next show" });
  await panel.getByText("No live show of yours in the next seven days.").waitFor();
  const users = z.array(accountSchema).parse((await operator.call("GET", "/api/users")).body);
  const hostId = users.find(({ username }) => username === testAdmin.username)?.id;
  const made = await operator.call("POST", "/api/programme/shows", {
    name: "Live Hour",
    hostIds: [hostId],
    content: { kind: "live", fallbackPlaylistId: null },
  });
  const entry = scheduleEntrySchema.parse(
    (
      await operator.call("POST", "/api/schedule/entries", {
        what: { kind: "show", showId: showSchema.parse(made.body).id },
        startsAt: await stationTime({ inMinutes: 120 }),
        durationMinutes: 60,
        priority: 9,
      })
    ).body,
  );

  const countdown = panel.getByText(/^Live Hour · Begins in 1:5\d:\d\d$/);
  await countdown.waitFor();
  const first = await countdown.textContent();
  await until("it counts", async () => (await countdown.textContent()) !== first);
  await panel.getByText("Not connected. Make a stream key first.").waitFor();
  const beside = await panel.getByText(/^Night Flight/).count();
  await page.getByRole("button", { name: "Create a Stream Key" }).click();
  await panel.getByText('Yours, "Live Hour", opens at', { exact: false }).waitFor();
  expect(await objectionsAtAllSizes(page, { part: panel })).toEqual([]);
  await operator.call("PATCH", `/api/schedule/entries/${entry.id}`, {
    version: entry.version,
    startsAt: await stationTime({ inMinutes: -10 }),
  });
  await panel.getByText(/^Live Hour · Ends in \d\d:\d\d$/).waitFor();
  await panel.getByText("Not connected. Your key works now.").waitFor();
  await operator.call("DELETE", `/api/schedule/entries/${entry.id}`);
  await panel.getByText("No live show of yours in the next seven days.").waitFor();

  expect(beside).toBe(2);
});

test("changes made before a page's socket opens are shown, too", async () => {
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  const page = await context.newPage();
  const answer = Promise.withResolvers<void>();
  await page.routeWebSocket("**/ws", async (socket) => {
    await answer.promise;
    socket.connectToServer();
  });
  await page.goto(station.webUrl);
  const onNow = page.getByRole("region", { name: "On now" });
  await onNow.getByText(/^On now: Night Flight/).waitFor();
  const made = await operator.call("POST", "/api/programme/shows", { name: "Night Watch" });
  await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "show", showId: showSchema.parse(made.body).id },
    startsAt: await stationTime({ inMinutes: -10 }),
    durationMinutes: 60,
    priority: 9,
  });

  answer.resolve();

  await onNow.getByText(/^On now: Night Watch/).waitFor();
});

test("a host on air sees beside the chat the time left and what plays around the show, and chats with listeners", async () => {
  const djs = new TestDjs({ station, operator });
  const hana = await djs.make("hana");
  const made = await operator.call("POST", "/api/programme/shows", {
    name: "Studio Hour",
    hostIds: [hana.id],
    content: { kind: "live", fallbackPlaylistId: null },
  });
  const host = await open("/", hana);
  const listener = await open("/", "visitor");
  await host.getByLabel("Your name in the chat").fill("hana");
  await host.getByRole("button", { name: "Join Chat" }).click();
  const message = host.getByRole("combobox", { name: "Message" });
  await message.waitFor();
  await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "show", showId: showSchema.parse(made.body).id },
    startsAt: await stationTime({ inMinutes: -10 }),
    durationMinutes: 60,
    priority: 9,
  });

  const strip = host.getByRole("region", { name: "Your show" });
  await strip.getByText(/^Studio Hour · Ends in \d\d:\d\d$/).waitFor();
  await strip.getByText("Not connected. Your key works now.").waitFor();
  await strip.getByText(/^Before you: Night Flight/).waitFor();
  await strip.getByText(/^After you: Night Flight/).waitFor();
  const onNow = listener.getByRole("region", { name: "On now" });
  await onNow.getByText(/^On now: Studio Hour, until .*Next: Night Flight/).waitFor();
  await using _ = { [Symbol.asyncDispose]: broadcast(hana) };
  await strip.getByText("You are on air.").waitFor();
  await listener.getByText("Live DJ").first().waitFor();
  expect(await objectionsAtAllSizes(host, { part: strip })).toEqual([]);
  await message.fill("Good evening from the studio");
  await message.press("Enter");
  await listener.getByRole("log").getByText("Good evening from the studio").waitFor();
  await host.goto(new URL("/my-shows", station.webUrl).href);
  const panel = host.getByRole("region", { name: "Your next show" });
  await panel.getByText(/^Studio Hour · Ends in \d\d:\d\d$/).waitFor();
  await panel.getByText("You are on air.").waitFor();
});

test("rules that assign track kinds are edited in the settings", async () => {
  const page = await open("/settings?section=station", "operator");
  await page.getByRole("button", { name: "Add Rule" }).click();
  const rule = page.getByRole("group", { name: /^Rule/ }).last();
  await rule.getByLabel("Is", { exact: true }).fill("Idents");
  await rule.getByLabel("Kind").selectOption("jingle");
  expect(await objectionsAtAllSizes(page, { part: rule })).toEqual([]);
  await page.getByRole("button", { name: "Save Kind Rules" }).click();
  await page.locator(".toast-card").getByText("Kind Rules Updated").waitFor();
});

/** An entry's start in the station's time zone: "2027-03-01T20:00". */
async function stationTime({ inMinutes }: { readonly inMinutes: number }): Promise<string> {
  const { body } = await operator.call("GET", "/api/live/slot");
  const { timeZone, now } = hostDeskSchema.parse(body);
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    .format(Date.parse(now) + inMinutes * 60_000)
    .replace(" ", "T");
}

/** ffmpeg as a DJ program. @returns a function that ends it */
function broadcast({ username, key }: DjAccess): () => Promise<void> {
  const to = `icecast://${username}:${key}@${new URL(station.streamUrl).host}/live`;
  const sound = ["-re", "-f", "lavfi", "-i", "sine=f=440:r=44100", "-b:a", "128k"];
  const options = ["-content_type", "audio/mpeg", "-f", "mp3"];
  const child = spawn("ffmpeg", ["-v", "error", ...sound, ...options, to], { stdio: "inherit" });
  const ended = once(child, "exit");
  return async () => {
    child.kill("SIGKILL");
    await ended;
  };
}

/** A visitor's page, or a signed-in one; "operator" is the admin. */
async function open(
  address: string,
  who: "visitor" | "operator" | Pick<TestDj, "username" | "password">,
): Promise<Page> {
  const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
  if (who !== "visitor") {
    const { username, password } = who === "operator" ? testAdmin : who;
    await context.request.post(new URL("/api/users/login", station.webUrl).href, {
      data: { username, password },
      headers: { origin: new URL(station.webUrl).origin },
    });
  }
  const page = await context.newPage();
  await page.goto(new URL(address, station.webUrl).href);
  return page;
}
