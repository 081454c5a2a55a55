// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import type { Browser, Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, IncomingMessage, request } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import {
  defaultBackupPlan,
  defaultBranding,
  defaultHlsStorage,
  streamInfoSchema,
} from "@neonrelay/contract";
import { BUCKET, REGION, s3Keys, TestS3 } from "@neonrelay/on-air/test-s3";
import { axeViolations, objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { testAdmin, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const FAN_PASSWORD = "a password of a listener";
const WIDE = { width: 1440, height: 900 };
const sections = [
  "Station",
  "Branding",
  "Streaming",
  "Music Sources",
  "Going Public",
  "Backups",
  "System",
  "Users",
  "Database",
  "Monitoring",
  "Logs",
  "Security",
];

let station: TestStation;
let operator: Visitor;
let browser: Browser;
/** The station's initial settings. */
let settings: unknown;
let streamConfig: unknown;

setUpBrowserSuite(async (suite) => {
  station = suite.open.use(await TestStation.start());
  operator = await station.operator();
  settings = (await operator.call("GET", "/api/station-settings")).body;
  const { config } = streamInfoSchema.parse((await operator.call("GET", "/api/stream/info")).body);
  const { bitrate, sampleRate, channels, mounts } = config;
  streamConfig = { bitrate, sampleRate, channels, mounts };
  browser = await suite.browser(launchHeadlessShell);
});

/** Restores the initial state: on air, with these settings and no account, output or source added by a test. */
beforeEach(async () => {
  // A test may have ended the session.
  operator = await station.operator();
  const remove = async (address: string, isKept: (name: unknown) => boolean) => {
    const { body } = await operator.call("GET", address);
    for (const { id, username } of namedSchema.parse(body))
      if (!isKept(username)) await operator.call("DELETE", `${address}/${id}`);
  };
  await remove("/api/users", (username) => username === testAdmin.username);
  await remove("/api/stream/outputs", () => false);
  await remove("/api/library/sources", () => false);
  const answers = [
    await operator.call("PUT", "/api/branding", defaultBranding),
    await operator.call("PUT", "/api/station-settings", settings),
    await operator.call("POST", "/api/stream/config", streamConfig),
    await operator.call("PUT", "/api/system/backups", defaultBackupPlan),
    await operator.call("PUT", "/api/stream/hls-storage", defaultHlsStorage),
    await operator.call("POST", "/api/stream/start"),
  ];
  expect(answers.map(({ status, body }) => (status === 200 ? "as at first" : body))).toEqual(
    answers.map(() => "as at first"),
  );
});

test("the access code opens the settings, a wrong one does not, and Logout closes them", async () => {
  const page = await open("/settings", WIDE);
  const code = page.getByLabel("Admin access code");
  await code.waitFor();
  const isOffWhenEmpty = await page.getByRole("button", { name: "Unlock" }).isDisabled();

  await code.fill("not the code");
  await code.press("Enter");
  await page.getByText("Authenticating...").waitFor();
  await toast(page, "Access Denied");
  await page.getByText("Invalid admin code. Contact the administrator.").first().waitFor();
  await code.fill(testAdmin.accessCode);
  // It opens again a moment after the toast.
  await page.getByRole("button", { name: "Unlock" }).click();
  await toast(page, "Admin Access Granted");
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await page.getByText("Administrator").first().waitFor();
  await page.getByRole("button", { name: "Logout" }).last().click();
  await toast(page, "Logged Out");

  await code.waitFor();
  expect(isOffWhenEmpty).toBe(true);
});

test("every section opens from the list, fits at every size and passes axe", async () => {
  const page = await open("/settings", WIDE, { signedIn: true });
  for (const name of sections) {
    await page.getByRole("tab", { name, exact: true }).click();
    const part = page.getByRole("tabpanel", { name, exact: true });
    await part.locator("h3").first().waitFor();
    await loaded(page.locator("main"));
    expect([name, await objectionsAtAllSizes(page, { part })]).toEqual([name, []]);
  }

  // On a phone the list is behind a button, which a choice closes.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^All settings, open: / }).click();
  const logs = page.getByRole("tab", { name: "Logs", exact: true });
  await logs.click();
  await logs.waitFor({ state: "hidden" });
  const opener = page.getByRole("button", { name: "All settings, open: Logs" });
  expect(await opener.getAttribute("aria-expanded")).toBe("false");
  await page.getByRole("tabpanel", { name: "Logs", exact: true }).waitFor();
});

test("settings in Station, Branding and Streaming apply to the station and every page", async () => {
  const page = await open("/settings", WIDE, { signedIn: true });
  const guest = await open("/", WIDE);

  await page.getByLabel("Station Name").fill("Night Shift");
  await page.getByRole("switch", { name: "DJs only in their shows" }).click();
  const typing = Promise.withResolvers<void>();
  await page.route("**/api/station-settings", async (route) => {
    if (route.request().method() === "PUT") await typing.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save Station Settings" }).click();
  // Not sent, as it is typed while the rest is being saved.
  await page.getByLabel("Tagline").fill("All night long");
  typing.resolve();
  await toast(page, "Station Settings Updated");
  await page.getByRole("button", { name: "Save Station Settings" }).click();
  await expect
    .poll(async () => (await operator.call("GET", "/api/station-settings")).body)
    .toMatchObject({ tagline: "All night long" });
  await guest.getByText("Night Shift").first().waitFor();
  const { body: settings } = await operator.call("GET", "/api/station-settings");
  expect(settings).toMatchObject({ djKeysWork: "in-own-shows" });

  await page.getByRole("tab", { name: "Branding" }).click();
  await page.getByLabel("Primary Colour").fill("blue");
  await page.getByText("Enter a colour such as hsl(180, 100%, 50%)").waitFor();
  await page.getByLabel("Primary Colour").fill("hsl(40, 100%, 60%)");
  await page.getByText(/^Contrast \d+\.\d:1 AA$/).waitFor();
  await page.getByLabel("Website URL").fill("nightshift");
  await page.getByRole("button", { name: "Apply Branding Changes" }).click();
  await toast(page, "Website URL: enter an address such as https://example.org");
  const wrong = page.getByText("Enter an address such as https://example.org", { exact: true });
  await wrong.waitFor();
  expect(await page.getByLabel("Website URL").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Website URL").fill("https://nightshift.example");
  await wrong.waitFor({ state: "detached" });
  await page.getByLabel("Contact Email").fill("studio@nightshift.example");
  await page.getByLabel("Genre").fill("Darkwave");
  await page.getByLabel("Header Tags").fill("Darkwave, Berlin,");
  await page.getByLabel("IRC Server").fill("irc.nightshift.example:6697");
  await page.getByRole("button", { name: "Apply Branding Changes" }).click();
  await toast(page, "Branding Updated");
  const about = guest.getByRole("region", { name: "About the station" });
  await about.getByText("Darkwave", { exact: true }).waitFor();
  const source = about.getByRole("link", { name: "Source code" });
  expect(await source.getAttribute("href")).toBe("/source.tar.gz");
  await about.getByRole("link", { name: "studio@nightshift.example" }).waitFor();
  const website = about.getByRole("link", { name: "nightshift.example", exact: true });
  expect(await website.getAttribute("href")).toBe("https://nightshift.example");
  await guest
    .getByRole("region", { name: "IRC status" })
    .getByText("irc.nightshift.example", { exact: true })
    .waitFor();
  await guest.waitForFunction(
    () =>
      document.documentElement.style.getPropertyValue("--primary") === "hsl(40 100% 60%)" &&
      document.documentElement.style.getPropertyValue("--on-primary") === "hsl(40 100% 10%)" &&
      localStorage.getItem("station_branding")?.includes("hsl(40, 100%, 60%)") === true,
  );
  await page.getByRole("button", { name: "Reset to Default" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset to Default" }).click();
  await toast(page, "Branding Reset");
  await expect
    .poll(() => page.getByLabel("Header Tags").inputValue())
    .toBe(defaultBranding.headerTags.join(", "));
  await guest.getByText("Neon Relay").first().waitFor();

  await page.getByRole("tab", { name: "Streaming" }).click();
  await page.getByRole("slider", { name: "Max Listeners" }).press("Home");
  await page.getByRole("slider", { name: "Bitrate" }).press("End");
  await page.getByLabel("Allowed private hosts").fill("studio.lan");
  await page.getByRole("button", { name: "Save Streaming Settings" }).click();
  await toast(page, "Settings Updated");
  await page.getByRole("tab", { name: "Requests and Visitors" }).click();
  await page.getByLabel("Guest queue actions").selectOption("off");
  const save = page.getByRole("button", { name: "Save Request Settings" });
  await save.click();
  await until("there is nothing left to save", async () => await save.isDisabled());
  const { body } = await operator.call("GET", "/api/station-settings");
  expect(body).toMatchObject({
    stationName: "Neon Relay",
    maxListeners: 10,
    bitrate: 320,
    guestQueueActions: "off",
    allowedStreamHosts: ["studio.lan"],
  });
});

test("an old address is shown and removed", async () => {
  const kept = { path: "/listen/kept/radio.mp3", codec: "mp3" };
  const gone = { path: "/listen/gone/radio.aac", codec: "aac" };
  await operator.call("PUT", "/api/station-settings", { oldAddresses: [kept, gone] });
  const page = await open("/settings?section=streaming", WIDE, { signedIn: true });
  await page.getByText(gone.path).waitFor();
  const part = page.getByRole("listitem").filter({ hasText: gone.path });
  expect(await axeViolations(page, { part })).toEqual([]);

  await page.getByRole("button", { name: `Remove ${gone.path}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Old Address Removed");

  await page.getByText(kept.path).waitFor();
  const { body } = await operator.call("GET", "/api/station-settings");
  expect(body).toMatchObject({ oldAddresses: [kept] });
});

test("Icecast relays are entered one per line, with any problem shown beside them", async () => {
  const page = await open("/settings?section=streaming", WIDE, { signedIn: true });
  const field = page.getByLabel("Relay addresses");
  const save = page.getByRole("button", { name: "Save Icecast Relays" });

  await field.fill("https://relay.example/ 10");
  await save.click();
  await page.getByText("Enter the address of a mount such as", { exact: false }).first().waitFor();
  const said = await field.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${said}"]`).textContent()).toBe(
    "Enter the address of a mount such as https://relay.example/stream.mp3",
  );
  await field.fill("https://relay.example/stream.mp3 ten");
  await save.click();
  await page.getByText("Enter a weight from 0 to 100", { exact: true }).waitFor();
  await field.fill("https://relay.example/stream.mp3\nhttp://other.example:8000/a.mp3 0");
  await save.click();
  await toast(page, "Icecast Relays Saved");

  await expect
    .poll(async () => field.inputValue())
    .toBe("https://relay.example/stream.mp3 10\nhttp://other.example:8000/a.mp3 0");
  const { body } = await station.visitor().call("GET", "/api/stream/info");
  expect(body).toMatchObject({
    addresses: [
      { weight: 10 },
      { url: "https://relay.example/stream.mp3", weight: 10 },
      { url: "http://other.example:8000/a.mp3", weight: 0 },
    ],
  });
});

test("an empty library says so, and only operators see how to add music", async () => {
  const page = await open("/library", WIDE);
  await page.getByText("No tracks in library").waitFor();
  expect(await page.getByText("Create demo tracks").count()).toBe(0);

  for (const route of ["/library", "/"]) {
    const own = await open(route, WIDE, { signedIn: true });
    await own.getByRole("link", { name: "Upload your first track" }).waitFor();
    await own.getByRole("button", { name: "Create demo tracks" }).waitFor();
    if (route === "/library")
      expect(await objectionsAtAllSizes(own, { part: own.getByRole("main") })).toEqual([]);
  }
});

test("an HLS storage is entered, tested and saved, and its state is shown, even when it disappears", async () => {
  await using storage = await TestS3.start();
  const page = await open("/settings?section=streaming", WIDE, { signedIn: true });
  await page.getByRole("switch", { name: "/hls/live.m3u8" }).click();
  await page.getByRole("switch", { name: "Copy HLS to a storage" }).click();
  await page.getByLabel("Storage address").fill(storage.endpoint);
  await page.getByLabel("Region").fill(REGION);
  await page.getByLabel("Bucket", { exact: true }).fill("no-such-bucket");
  await page.getByLabel("Folder in the bucket").fill("one");
  await page.getByLabel("Access key ID").fill(s3Keys.accessKeyId);
  await page.getByRole("button", { name: "Try It" }).click();
  await page.getByText("Secret access key: enter the secret access key").waitFor();
  await page.getByLabel("Secret access key", { exact: true }).fill(s3Keys.secretAccessKey);
  await page.getByRole("button", { name: "Try It" }).click();
  await page.getByText("It can't be used: the storage has no bucket 'no-such-bucket'").waitFor();
  await page.getByLabel("Bucket", { exact: true }).fill(BUCKET);
  await page.getByRole("button", { name: "Try It" }).click();
  await page.getByText("A small file was written, read and removed.").waitFor();
  await page.getByLabel("Public address", { exact: true }).fill("https://cdn.example.com/one/");
  await page.getByRole("button", { name: "Save HLS Storage" }).click();
  await page
    .getByText(/Public address: .*without a slash at its end/)
    .first()
    .waitFor();
  await page.getByLabel("Public address", { exact: true }).fill("https://cdn.example.com/one");
  await page.getByRole("button", { name: "Save HLS Storage" }).click();

  await page.getByText("https://cdn.example.com/one/live.m3u8").waitFor();
  await page.getByText(/Last arrived at/).waitFor();
  expect(await page.getByLabel("Secret access key", { exact: true }).inputValue()).toBe("");
  await storage.kill();
  await page.getByText(/Problem: .+can't be reached/).waitFor();
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("tabpanel") })).toEqual([]);
});

test("an output is tested with a real handshake before it is added", async () => {
  const page = await open("/settings?section=streaming", WIDE, { signedIn: true });
  await page.getByText("No stream outputs").waitFor();
  const { host } = new URL(station.streamUrl);

  await page.getByRole("button", { name: "Add Stream Output" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Icecast URL").fill(`http://${host}/elsewhere.mp3`);
  await dialog.getByLabel("Password", { exact: true }).fill("a wrong password");
  await dialog.getByRole("button", { name: "Test Connection" }).click();
  await until("the refusal names the setting", async () =>
    (await text(dialog.locator("output"))).includes("'Allowed private hosts'"),
  );
  await dialog.getByRole("button", { name: "Add Stream Output" }).click();
  await toast(page, "Stream Output Added");
  await page.getByText(`http://${host}/elsewhere.mp3`).waitFor();
  await page.getByRole("button", { name: /^Remove http/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();

  await page.getByText("No stream outputs").waitFor();
});

test("a music source is tested before it is added, says why it can't be read, and is removed", async () => {
  const page = await open("/settings?section=sources", WIDE, { signedIn: true });
  await page.getByText("No music sources").waitFor();
  const url = "http://127.0.0.1:9/music";

  await page.getByRole("button", { name: "Add Music Source" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Navidrome");
  await dialog.getByLabel("Server address").fill(url);
  await dialog.getByLabel("Username").fill("station");
  await dialog.getByLabel("Password", { exact: true }).fill("a password");
  await dialog.getByRole("button", { name: "Test Connection" }).click();
  await until("the refusal names the switch", async () =>
    (await text(dialog.locator("output"))).includes("allow that for this source"),
  );
  const objections = await objectionsAtAllSizes(page);
  await dialog.getByRole("switch", { name: "In a private network" }).click();
  await dialog.getByRole("button", { name: "Add Music Source" }).click();
  await toast(page, "Music Source Added");
  await page.getByText("The server refuses connections there").waitFor();
  const part = page.getByRole("listitem").filter({ hasText: "Navidrome" });
  const objectionsToRow = await axeViolations(page, { part });
  await page.getByRole("button", { name: "Remove Navidrome" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();

  await page.getByText("No music sources").waitFor();
  expect([objections, objectionsToRow]).toEqual([[], []]);
});

test("users are created, changed and deleted, and a form without names says so", async () => {
  const page = await open("/settings?section=users", WIDE, { signedIn: true });
  const create = page.getByRole("button", { name: "Create User" });

  await create.click();
  await toast(page, "Validation Error");
  await page.getByText("Username and email are required").first().waitFor();
  const wrong = page.getByLabel("Username").and(page.locator(":focus"));
  const saidOfIt = await wrong.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${saidOfIt}"]`).textContent()).toBe("A username is required");
  await page.getByText("An email is required").waitFor();
  await page.getByLabel("Username").fill("mira");
  await page.getByLabel("Email").fill("mira");
  await page.getByLabel("Role").selectOption("dj");
  await create.click();
  await toast(page, "Email: enter an email address");
  await page.getByText("Enter an email address", { exact: true }).waitFor();
  await page.getByLabel("Email").fill("mira@radio.example");
  await create.click();
  await toast(page, "User Created");
  const invitation = page.getByRole("dialog", { name: "Invite mira" });
  const link = await invitation.getByLabel("Invitation link").inputValue();
  expect(await axeViolations(page)).toEqual([]);
  await invitation.getByRole("button", { name: "Close" }).click();
  const invited = await open(link, WIDE);
  await invited.getByLabel("Password", { exact: true }).fill("a password of my own");
  expect(await axeViolations(invited)).toEqual([]);
  await invited.getByRole("button", { name: "Set Password" }).click();
  await invited.getByRole("button", { name: "mira" }).waitFor();
  await page.locator("select:has(option[value=listener]:checked)").waitFor();
  await page.getByRole("button", { name: "Edit mira" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption("moderator");
  await dialog.getByLabel("Password", { exact: true }).fill("staple and a battery");
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save User" }).click();
  await toast(page, "User Updated");
  const login = await station
    .visitor()
    .call("POST", "/api/users/login", { username: "mira", password: "staple and a battery" });
  await page.getByRole("button", { name: "Delete mira" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete User" }).click();
  await toast(page, "User Deleted");

  await page.getByRole("button", { name: "Edit mira" }).waitFor({ state: "detached" });
  expect(login.body).toMatchObject({ username: "mira", role: "moderator" });
});

test("the database is tested, logs are cleared, and the checklist fixes what is open", async () => {
  await station.visitor().call("POST", "/api/users/login", { username: "eve", password: "guess" });
  const page = await open("/settings?section=database", WIDE, {
    signedIn: true,
    hasOwnClock: true,
  });
  await page.getByRole("button", { name: "Test Database" }).waitFor();
  await page.evaluate(recordStatusCalls);
  await page.getByRole("button", { name: "Test Database" }).click();
  await toast(page, "Database Test Passed");
  const list = page.getByRole("list", { name: "Test results" });
  await list.waitFor();
  const results = await list.getByText("OK", { exact: true }).count();
  const first = await until("the status was announced", async () => (await statusCalls(page))[0]);
  await page.clock.fastForward(25_000);
  const second = await until("the status is asked for again", async () => {
    await page.clock.fastForward(5000);
    return (await statusCalls(page))[1];
  });
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Test Database" }).click();
  await toast(page, "Database Test Failed");
  await toast(page, "Some database tests failed");
  await page.context().setOffline(false);
  // As on a page without https.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy the database URL" }).click();
  await toast(page, "Copied");
  // It would cover what is pressed next, and the page's clock stands still.
  await page.clock.runFor(5000);
  await page.locator(".toast-card").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Open Console" }).click();
  const statement = page.getByLabel("Statement", { exact: true });
  await statement.fill("select username from users");
  await page.getByRole("button", { name: "Run Statement" }).click();
  await page.getByText("permission denied for table users").waitFor();
  await statement.fill("select 7 * 6 as answer, null as nothing");
  await statement.press("Control+Enter");
  const rows = page.getByRole("region", { name: "Result rows" });
  await rows.getByRole("columnheader", { name: "answer" }).waitFor();
  const cells = await rows.getByRole("cell").allTextContents();
  expect([cells, await axeViolations(page, { part: rows })]).toEqual([["42", "null"], []]);

  await page.getByRole("tab", { name: "Logs" }).click();
  await page.getByRole("button", { name: "Clear Logs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Clear Logs" }).click();
  await toast(page, "Logs Cleared");
  await page
    .getByText(/cleared the system log/i)
    .first()
    .waitFor();

  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByText("sql_console", { exact: false }).first().waitFor();
  await page.getByRole("tab", { name: "Going Public" }).click();
  await page.getByRole("button", { name: "Busy station" }).click();
  await toast(page, "Settings Updated");
  await page.getByRole("button", { name: "Busy station" }).waitFor({ state: "detached" });
  const { body } = await operator.call("GET", "/api/station-settings");
  expect(second.askedMs - first.answeredMs).toBeGreaterThanOrEqual(30_000);
  expect(second.askedMs - first.answeredMs).toBeLessThan(50_000);
  expect([results, Object(body).requestRules.maxOpenRequests]).toEqual([3, 3]);
});

test("the doctor shows each check with its finding, and checks again on request", async () => {
  const page = await open("/settings?section=system", WIDE, { signedIn: true });

  await page.getByRole("button", { name: "Check the Station" }).click();
  const checks = page.getByRole("list", { name: "Checks" }).getByRole("listitem");
  await checks.first().waitFor();
  const again = page.waitForResponse((response) => response.url().endsWith("/api/system/doctor"));
  await page.getByRole("button", { name: "Check Again" }).click();
  const status = (await again).status();
  const rows = (await checks.allInnerTexts()).map((row) => row.replaceAll(/\n+/g, "\n"));

  const reached = rows.filter((row) => /^(?:Station|Ports|Codecs)\n/.test(row));
  expect(status).toBe(200);
  expect(rows).toHaveLength(19);
  expect(reached).toEqual([
    "Station\nrunning",
    expect.stringMatching(/^Ports\nweb app on .+, stream on .+/),
    expect.stringMatching(/^Codecs\nMP3 encoded and decoded, Opus .+, AAC /),
  ]);
});

test("a manual backup is listed once a test restore has verified it", async () => {
  const page = await open("/settings?section=backups", WIDE, { signedIn: true });

  await page.getByRole("button", { name: "Back Up Now" }).click();
  const made = page.getByRole("list", { name: "Backups" }).getByRole("listitem");
  await made.first().waitFor({ timeout: 240_000 });

  expect(await made.allInnerTexts()).toEqual([
    expect.stringMatching(/backups\/scheduled-[\dTZ-]+\.backup\.gz$/),
  ]);
});

test("a backup location is tested, with any problem shown where it is entered", async () => {
  await using storage = await startPlainStorage();
  const page = await open("/settings?section=backups", WIDE, { signedIn: true });
  const tryIt = async (words: string) => {
    await page.getByRole("button", { name: "Try It" }).click();
    await page.getByText(words, { exact: true }).waitFor();
  };
  const folder = page.getByLabel("Folder", { exact: true });
  const noFolder = page.getByText("There is no such folder, or the station's user can't enter it", {
    exact: true,
  });
  await folder.fill("/no/such/folder");
  await tryIt("It can't be used: there is no folder /no/such/folder: is its disk mounted?");
  await page.getByRole("button", { name: "Save Backup Plan" }).click();
  await noFolder.waitFor();
  await folder.fill("");
  await noFolder.waitFor({ state: "detached" });
  await tryIt("A small file was written, read and removed.");

  await page.getByRole("switch", { name: "To S3-compatible storage" }).click();
  await tryIt("Storage address: enter an address such as https://s3.example.com");
  const fields = {
    "Storage address": storage.url,
    Bucket: "radio-backups",
    "Folder in the bucket": "one/station",
    "Access key ID": "key",
    "Secret access key": "a-secret-of-its-own",
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  storage.refuse();
  await tryIt(
    "It can't be used: the storage refused the key: check the secret access key and the region",
  );
  storage.allow();
  await tryIt("A small file was written, read and removed.");
  await page.getByRole("button", { name: "Save Backup Plan" }).click();
  await toast(page, "Backup Plan Saved");
  await page.reload();
  const secret = page.getByLabel("Secret access key");
  await secret.waitFor();
  const shown = [await secret.inputValue(), await secret.getAttribute("placeholder")];
  await tryIt("A small file was written, read and removed.");

  expect(shown).toEqual(["", "unchanged"]);
});

test("a backup and the configuration are downloaded, and the configuration is imported again", async () => {
  const page = await open("/settings?section=system", WIDE, { signedIn: true });
  const backup = page.waitForEvent("download");
  await page.getByRole("link", { name: "Backup System" }).click();
  const backupName = (await backup).suggestedFilename();
  const archive = page.waitForEvent("download");
  await page.getByRole("link", { name: "Backup With Music" }).click();
  const withMusic = await archive;
  const exported = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Configuration" }).click();
  const file = await (await exported).path();
  await operator.call("PUT", "/api/station-settings", { tagline: "Changed since" });

  await page.getByRole("button", { name: "Import Configuration" }).click();
  const dialog = page.getByRole("dialog");
  // Sent by a browser when its file chooser is cancelled.
  await dialog.getByLabel("Configuration file").dispatchEvent("cancel");
  const { settings, ...rest } = JSON.parse(await readFile(file, "utf8"));
  await dialog.getByLabel("Configuration file").setInputFiles({
    name: "wrong.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ settings: { ...settings, maxListeners: 5 }, ...rest })),
  });
  await dialog
    .getByText("This file is not an exported configuration: look at settings.maxListeners")
    .waitFor();
  await dialog.getByLabel("Configuration file").setInputFiles(file);
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Import Configuration" }).click();
  await page.getByText("The password is wrong").first().waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  await dialog.getByRole("button", { name: "Import Configuration" }).click();
  await toast(page, "Configuration Updated");

  const { body } = await operator.call("GET", "/api/station-settings");
  expect(backupName).toMatch(/^neon-relay-\d{4}-\d\d-\d\d\.backup\.gz$/);
  expect(withMusic.suggestedFilename()).toMatch(/^neon-relay-\d{4}-\d\d-\d\d\.backup\.tar$/);
  expect(await withMusic.failure()).toBeNull();
  expect(Object(body).tagline).not.toBe("Changed since");
});

test("the admin panel shows the station, adds an operator, stops and starts the stream", async () => {
  const page = await open("/", WIDE, { signedIn: true });
  await page.getByRole("button", { name: "admin, account menu" }).click();
  await page.getByRole("menuitem", { name: "Admin Panel" }).click();
  const panel = page.getByRole("dialog", { name: "Admin Panel" });
  await panel.getByText("Volume").waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);

  await panel.getByRole("button", { name: "Add Admin User" }).click();
  const adding = page.getByRole("dialog", { name: "Add Admin User" });
  await adding.getByLabel("Name", { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await adding.waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Add Admin User" }).click();
  await adding.getByLabel("Username").fill("second");
  await adding.getByLabel("Email").fill("second@radio.example");
  await adding.getByRole("button", { name: "Add Admin User" }).click();
  await toast(page, "Admin user added successfully");
  const { body: users } = await operator.call("GET", "/api/users");
  expect(users).toContainEqual(expect.objectContaining({ username: "second", role: "admin" }));
  for (const name of ["Queue", "Users", "Logs", "Tracks", "Stream"]) {
    await panel.getByRole("tab", { name }).click();
    await loaded(panel);
    const part = panel.getByRole("tabpanel", { name });
    // The others are panels of other pages.
    const isOwn = name === "Tracks" || name === "Stream";
    const look = isOwn ? objectionsAtAllSizes : axeViolations;
    expect([name, await look(page, { part })]).toEqual([name, []]);
  }
  await panel.getByRole("button", { name: "Stop Stream" }).click();
  await toast(page, "Stream Stopped");
  await panel.getByText("Offline").waitFor();
  await panel.getByRole("button", { name: "Start Stream" }).click();
  await toast(page, "Stream Started");
  await panel.getByLabel("Bitrate").fill("");
  await panel.getByRole("button", { name: "Update Configuration" }).click();
  await toast(page, "Configuration Updated");
  const { body } = await operator.call("GET", "/api/stream/info");
  await operator.call("POST", "/api/users", {
    username: "fan",
    email: "fan@radio.example",
    role: "listener",
    password: FAN_PASSWORD,
  });
  await panel.getByRole("tab", { name: "View" }).click();
  await panel.getByRole("button", { name: "Logout Admin" }).click();
  await toast(page, "Logged Out");
  // The operator has no unread notifications, not even that the station is online.
  await page.locator('button[aria-label="Notifications"]').last().waitFor({ state: "attached" });
  const login = page.getByRole("dialog", { name: "Admin Sign-in" });
  await login.getByLabel("Username").and(page.locator(":focus")).fill("fan");
  await login.getByLabel("Password", { exact: true }).fill(FAN_PASSWORD);
  await login.getByRole("button", { name: "Sign in", exact: true }).click();
  await panel.getByText("You are signed in as fan").waitFor();
  expect([await panel.getByRole("tab").count(), await axeViolations(page)]).toEqual([0, []]);
  await panel.getByRole("button", { name: "Use another account" }).click();
  await login.getByLabel("Username").fill(testAdmin.username);
  await login.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  await login.getByRole("button", { name: "Sign in", exact: true }).click();
  await panel.getByRole("link", { name: "Database Console" }).click();
  await page.getByRole("tab", { name: "Database", selected: true }).waitFor();

  expect(Object(body).config.bitrate).toBe(128);
});

test("services are restarted, mounts switched, and a DJ with a key made here is disconnected", async () => {
  const page = await open("/settings?section=system", WIDE, { signedIn: true });
  const { engine } = station.parts();
  await page.getByRole("button", { name: "Restart Services" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart Services" }).click();
  await toast(page, "Services Restarted");
  await until("another engine runs", () => {
    const { engine: now } = station.parts();
    return now !== undefined && now !== engine;
  });

  await page.getByRole("tab", { name: "Streaming" }).click();
  for (const [name, label] of [
    ["opus", "/stream.opus"],
    ["aac", "/stream.aac"],
    ["hls", "/hls/live.m3u8"],
  ] as const) {
    const button = page.getByRole("switch", { name: label });
    const wasOn = await button.isChecked();
    await button.click();
    await toast(page, "Configuration Updated");
    // Otherwise it would be mistaken for the next one, and cover later messages.
    await until("the toast is gone", async () => {
      // It may close by itself before a slow machine presses the button.
      const dismissal = page.getByRole("button", { name: "Dismiss" });
      await dismissal.click({ timeout: 2000 }).catch(() => {});
      return (await page.locator(".toast-region").getByText("Configuration Updated").count()) === 0;
    });
    await until(`the station has switched ${name}`, async () => {
      const { body } = await operator.call("GET", "/api/stream/info");
      return Object(body).config.mounts[name].isOn === !wasOn;
    });
  }

  await page.getByRole("button", { name: "Create a Stream Key" }).click();
  await toast(page, "Stream Key Created");
  // It may be drawn a moment after the toast.
  const key = await page
    .locator("dt", { hasText: /^Password$/ })
    .locator("xpath=following-sibling::dd[1]")
    .filter({ hasText: /^[0-9a-f]{32}$/ })
    .textContent();
  const sound = await readFile(await djSound());
  let ended = Promise.resolve();
  // on-air gets a new key a moment after its owner.
  const broadcast = async (): Promise<number | undefined> => {
    const source = request(new URL("/live", station.streamUrl), {
      method: "PUT",
      auth: `${testAdmin.username}:${key}`,
      headers: { "content-type": "audio/mpeg" },
    });
    const isOver = Promise.withResolvers<void>();
    ended = isOver.promise;
    source.on("error", () => isOver.resolve()).on("close", () => isOver.resolve());
    const answered = once(source, "response", { signal: AbortSignal.timeout(10_000) });
    source.write(sound);
    const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered);
    response.resume();
    return response.statusCode;
  };
  await expect.poll(broadcast, { interval: 1000, timeout: 60_000 }).toBe(200);
  await page.getByRole("button", { name: `Disconnect ${testAdmin.username}` }).click();
  await confirm(page, `Disconnect ${testAdmin.username}?`);
  await toast(page, "DJ Disconnected");
  await ended;
  await page.getByRole("button", { name: "Revoke Stream Key" }).click();
  await confirm(page, "Revoke your stream key?");
  await toast(page, "Stream Key Revoked");

  await page.getByText("no stream key yet").waitFor();
});

test("restoring a backup restores the station, signs everyone out and does not interrupt the sound", async () => {
  const page = await open("/settings?section=system", WIDE, { signedIn: true });
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Backup System" }).click();
  const file = await (await downloading).path();
  await operator.call("PUT", "/api/station-settings", { tagline: "Changed since the backup" });
  await using listener = new StreamListener(station.streamUrl);
  const { server } = station.parts();

  await page.getByRole("button", { name: "Restore Backup" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore Backup" });
  await dialog.getByLabel("Backup file").setInputFiles({
    name: "cut-off.gz",
    mimeType: "application/gzip",
    buffer: (await readFile(file)).subarray(0, 500),
  });
  await dialog.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  await dialog.getByRole("button", { name: "Replace Everything" }).click();
  await dialog
    .getByText("The file was not restored and nothing changed: it is incomplete or damaged")
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByLabel("Backup file").setInputFiles(file);
  await dialog.getByRole("button", { name: "Replace Everything" }).click();
  await toast(page, "Backup Restored");

  await page.getByLabel("Admin access code").waitFor();
  await until("another server runs", () => {
    const { server: now } = station.parts();
    return now !== undefined && now !== server;
  });
  operator = await until("one can sign in again", () => station.operator().catch(() => undefined), {
    limitMs: 60_000,
  });
  const { body } = await operator.call("GET", "/api/station-settings");
  expect(Object(body).tagline).not.toBe("Changed since the backup");
  await listener.receive({ bytes: listener.receivedBytes + 50_000 });
  expect(listener.isEnded).toBe(false);
});

/** @returns a file for a DJ to send */
async function djSound(): Promise<string> {
  const file = path.join(station.dataDir, "dj.mp3");
  await makeTone({ file, frequencyHz: 800, seconds: 20, title: "Night Owl" });
  return file;
}

/** A storage that stores what it is given, or refuses every key. */
async function startPlainStorage() {
  const objects = new Map<string, Buffer>();
  let isRefusing = false;
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? "", "http://storage");
    void buffer(asked).then((body) => {
      if (isRefusing)
        return answer.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
      if (asked.method === "PUT") objects.set(pathname, body);
      if (asked.method === "DELETE") objects.delete(pathname);
      return answer.end(objects.get(pathname));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    refuse: () => (isRefusing = true),
    allow: () => (isRefusing = false),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const namedSchema = z.array(z.object({ id: z.string(), username: z.string().optional() }));

interface OpenOptions {
  readonly signedIn?: boolean;
  /** The test can advance its clock. */
  readonly hasOwnClock?: boolean;
}

async function open(
  route: string,
  viewport: { readonly width: number; readonly height: number },
  { signedIn = false, hasOwnClock = false }: OpenOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport, ...plainVisitor });
  if (signedIn) {
    const { hostname } = new URL(station.webUrl);
    for (const pair of operator.cookieHeader.split("; ")) {
      const [name = "", value = ""] = pair.split("=");
      await context.addCookies([{ name, value, domain: hostname, path: "/" }]);
    }
  }
  const page = await context.newPage();
  if (hasOwnClock) await page.clock.install();
  await page.goto(new URL(route, station.webUrl).href);
  return page;
}

/** Runs in the page: records its database status calls from now on, by its own clock. */
function recordStatusCalls(): void {
  const calls: { askedMs: number; answeredMs: number }[] = [];
  const call = window.fetch;
  window.fetch = async (...asked) => {
    const askedMs = Date.now();
    const answer = await call(...asked);
    if (answer.url.endsWith("/api/database/status"))
      calls.push({ askedMs, answeredMs: Date.now() });
    return answer;
  };
  Object.assign(window, { statusCalls: calls });
}

async function statusCalls(page: Page) {
  return z
    .array(z.object({ askedMs: z.number(), answeredMs: z.number() }))
    .parse(await page.evaluate((): unknown => Reflect.get(window, "statusCalls")));
}

/** Confirms the dialog with its own button. */
async function confirm(page: Page, title: string): Promise<void> {
  await page.getByRole("dialog", { name: title }).getByRole("button").last().click();
}

async function toast(page: Page, title: string): Promise<void> {
  await page.locator(".toast-region").getByText(title, { exact: true }).waitFor();
}

async function loaded(part: Locator): Promise<void> {
  await until("all is loaded", async () => (await part.locator(".skeleton").count()) === 0);
}

async function text(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? "";
}
