// @module-tag chromium-headless-shell
// @module-tag ffmpeg
import { queueSchema, trackCuesCalls, trackSchema } from "@neonrelay/contract";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { axeViolations, objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { testAdmin, type TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TITLES = ["First Tide", "Second Tide", "Third Tide", "Fourth Tide"];

let music: string;
let station: TestStation;
let operator: Visitor;
let browser: Browser;
/** The station's initial settings. */
let settings: unknown;
/** Messages sent by a test's pages over their sockets. */
let told: string[];

setUpBrowserSuite(async (suite) => {
  const tones = TITLES.map((title) => ({ title, seconds: 120 }));
  ({ music, station, operator } = await suite.station(tones));
  settings = (await operator.call("GET", "/api/station-settings")).body;
  browser = await suite.browser(launchHeadlessShell);
});

/**
 * Restores the initial state: on air, nothing queued. Restarts the current track, which would otherwise end and take
 * what a test queues.
 */
beforeEach(async () => {
  await operator.call("PUT", "/api/station-settings", settings);
  await operator.call("PUT", "/api/radio-state", { isPlaying: true, volume: 75 });
  await operator.call("DELETE", "/api/queue/clear");
  await operator.call("POST", "/api/playback/restart");
});

test("the gate accepts the access code after 1.5 s, refuses a wrong one, and Logout closes it", async () => {
  const page = await open("/music-upload", WIDE);
  const field = page.getByLabel("Admin access code");
  await field.waitFor();
  const isOffAtFirst = await page.getByRole("button", { name: "Unlock" }).isDisabled();

  await field.fill("a wrong code");
  await field.press("Enter");
  await toast(page, "Access Denied", "Invalid admin code. Please contact the administrator.");
  await field.fill(testAdmin.accessCode);
  const startedMs = performance.now();
  // It opens again a moment after the toast.
  const busy = page.getByRole("button", { name: "Authenticating..." }).waitFor();
  await page.getByRole("button", { name: "Unlock" }).click();
  await busy;
  await toast(page, "Admin Access Granted");
  const tookMs = performance.now() - startedMs;
  const stored = await page.evaluate(() => localStorage.getItem("admin_authenticated"));
  const heading = page.getByRole("heading", { name: "Music Upload" }).and(page.locator(":focus"));
  await heading.waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.locator("#player").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Choose Files" }).waitFor();
  await page.getByRole("button", { name: "Logout" }).last().click();
  await field.waitFor();
  await heading.waitFor();

  expect(isOffAtFirst).toBe(true);
  expect(tookMs).toBeGreaterThanOrEqual(1500);
  expect(stored).toBe("true");
});

test("an operator uploads a file, chosen or dropped; a refused file shows the reason", async () => {
  const file = path.join(music, "..", `${path.basename(music)}-new.flac`);
  await makeTone({ file, frequencyHz: 660, seconds: 20, title: "New Tide" });
  const bytes = await readFile(file);
  await rm(file);
  const page = await openAsOperator("/upload", WIDE);
  const input = page.getByLabel("Music files");
  await input.waitFor({ state: "attached" });

  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await toast(page, "Invalid File Type", "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)");
  await chooseLargeFile(page);
  await toast(page, "File Too Large", "Please select a file smaller than 50MB");
  await input.setInputFiles({ name: "new.flac", mimeType: "audio/flac", buffer: bytes });
  await toast(page, "Upload Successful");
  await until("the socket sends it", () =>
    told.some((frame) => /"track_uploaded".*"New Tide".*"uploader":"admin"/.test(frame)),
  );
  await page.getByText(/^Completed\. New Tide by Test Tones/).waitFor();
  await page.evaluate((audio) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(audio)], "again.flac", { type: "audio/flac" }));
    const zone = document.querySelector(".drop-zone");
    zone?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  }, Array.from(bytes));
  await toast(page, "Upload Failed", /^Upload failed: This file is already in the library/);
  const failed = page.getByRole("listitem").filter({ hasText: "again.flac" });
  await failed.getByText(/^Failed\. This file is already in the library/).waitFor();
  const refused = await page
    .getByRole("listitem")
    .getByText(/^Refused: Please select a/)
    .count();

  // The text file and the large one; again.flac has no second line.
  expect([refused, await failed.count()]).toEqual([2, 1]);
  expect((await tracks()).some(({ title }) => title === "New Tide")).toBe(true);
});

test("an upload shows how many bytes have gone, others join it, and a broken one is sent again", async () => {
  const page = await openAsOperator("/upload", WIDE);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  const buffer = Buffer.alloc(4 * 1024 * 1024, 7);

  const input = page.getByLabel("Music files");
  await input.setInputFiles({ name: "slow.mp3", mimeType: "audio/mpeg", buffer });
  await page.getByText(/^(?!0\.0)\d\.\d MB of 4\.0 MB$/).waitFor();
  const next = { name: "next.mp3", mimeType: "audio/mpeg", buffer: Buffer.alloc(300_000, 4) };
  await input.setInputFiles(next);
  await page.getByRole("button", { name: "Pause next.mp3" }).waitFor();
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.getByText(/^Failed\. Please select an audio file/).waitFor();
  const lineOf = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await lineOf("next.mp3")
    .getByText(/^Refused: /)
    .waitFor();
  await page.route("**/api/upload", (route) => route.abort("connectionreset"));
  await input.setInputFiles({ name: "lost.mp3", mimeType: "audio/mpeg", buffer });
  await toast(page, "Upload Failed", "Upload failed");

  await page.getByText("Failed. Upload failed").waitFor();
  await page.getByRole("button", { name: "Retry lost.mp3" }).click();
  await lineOf("lost.mp3")
    .getByText(/^Refused: /)
    .waitFor();

  expect(await lineOf("lost.mp3").count()).toBe(1);
});

test("after their tab was closed, several files resume where they were, and are followed into the library", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-chosen-"));
  const files = ["deep.flac", "noise.mp3", "cover.jpg"].map((name) => path.join(folder, name));
  await makeTone({
    file: path.join(folder, "deep.flac"),
    frequencyHz: 550,
    seconds: 20,
    title: "Deep Tide",
  });
  await writeFile(path.join(folder, "noise.mp3"), Buffer.alloc(300_000, 9));
  await writeFile(path.join(folder, "cover.jpg"), "a");
  const first = await openAsOperator("/upload", WIDE);
  // Slow enough that neither is complete before a busy machine has pressed the button.
  await slowDown(first, 25_000);

  await first.getByLabel("Music files").setInputFiles(files);
  const noMusic = "Refused: Please select an audio file (MP3, WAV, FLAC, M4A, OGG)";
  await first.getByRole("listitem").filter({ hasText: "cover.jpg" }).getByText(noMusic).waitFor();
  await first
    .getByText(/^Uploading, [1-9]/)
    .nth(1)
    .waitFor();
  await first.getByRole("button", { name: "Pause All" }).click();
  await first.getByText("Paused", { exact: true }).nth(1).waitFor();
  const page = await first.context().newPage();
  await first.close();
  await page.goto(new URL("/upload", station.webUrl).href);
  await page.getByText(/^2 receiving/).waitFor();
  await page.getByLabel("Folder of audio files").setInputFiles(folder);
  await page.getByText("2 of 3 files sent, 1 refused").waitFor();
  const incoming = page.getByRole("list", { name: "Incoming files" }).getByRole("listitem");
  await incoming
    .filter({ hasText: "deep.flac" })
    .getByText(/^In the library/)
    .waitFor();
  const refused = incoming.filter({ hasText: "noise.mp3" });
  await refused.getByText(noMusic).waitFor();
  const all = await incoming.filter({ hasText: /deep\.flac|noise\.mp3/ }).count();
  await page.getByRole("button", { name: "Edit deep.flac" }).click();
  await page.getByRole("dialog", { name: "Deep Tide" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("State").selectOption({ label: "Refused" });
  await page.getByLabel("From").selectOption({ label: "This upload session" });
  await incoming.filter({ hasText: "deep.flac" }).waitFor({ state: "detached" });

  expect(all).toBe(2);
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await page.getByRole("button", { name: "Dismiss cover.jpg" }).click();
  const heading = page.getByRole("heading", { name: "Incoming Files" }).and(page.locator(":focus"));
  await heading.waitFor();
  await refused.getByRole("button", { name: "Dismiss noise.mp3" }).click();
  await page.getByText("No files here at the moment.").waitFor();
  expect((await tracks()).some(({ title }) => title === "Deep Tide")).toBe(true);
  await rm(folder, { recursive: true });
});

test("one tab at a time sends a dropped folder, and another resumes when it closes", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-dropped-"));
  const album = path.join(folder, "album");
  await mkdir(path.join(album, "disc 2"), { recursive: true });
  const file = path.join(album, "disc 2", "spring.flac");
  await makeTone({ file, frequencyHz: 590, seconds: 20, title: "Dropped Tide" });
  await writeFile(path.join(album, "dropped.mp3"), Buffer.alloc(400_000, 5));
  const first = await openAsOperator("/upload", WIDE);
  // Slow enough that it still sends once the other tab has opened on a busy machine.
  await slowDown(first, 20_000);

  await dropOn(first, "Add music", album);
  await first
    .getByText(/^Uploading, [1-9]/)
    .nth(1)
    .waitFor();
  const second = await first.context().newPage();
  await second.goto(new URL("/upload", station.webUrl).href);
  await dropOn(second, "Add music", album);
  await second
    .getByText("Another tab is sending this file; it goes on when that tab is closed")
    .nth(1)
    .waitFor();
  await first.close();
  await second.getByText("2 of 2 files sent").waitFor();

  const incoming = second.getByRole("list", { name: "Incoming files" }).getByRole("listitem");
  await incoming
    .filter({ hasText: "spring.flac" })
    .getByText(/^In the library/)
    .waitFor();
  expect(await incoming.filter({ hasText: /spring\.flac|dropped\.mp3/ }).count()).toBe(2);
  await rm(folder, { recursive: true });
});

test("an upload whose session ends resumes where it was after signing in again", async () => {
  const page = await openAsOperator("/upload", WIDE);
  const buffer = Buffer.alloc(600_000, 3);
  await slowDown(page, 50_000);
  const mimeType = "audio/mpeg";
  await page.getByLabel("Music files").setInputFiles([
    { name: "session.mp3", mimeType, buffer },
    { name: "short.mp3", mimeType, buffer: Buffer.alloc(1000, 2) },
  ]);
  await page.getByText("1 of 2 files sent").waitFor();
  await page.getByText(/^Uploading, [2-9]\d/).waitFor();
  await page.getByRole("button", { name: "Pause All" }).click();
  await page.getByText("Paused", { exact: true }).waitFor();

  await page.context().clearCookies();
  await page.getByRole("button", { name: "Resume All" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Username").fill(testAdmin.username);
  await page.getByLabel("Password", { exact: true }).fill(testAdmin.password);
  const part = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("dialog").getByRole("button", { name: "Sign in", exact: true }).click();

  expect(Number((await part).headers()["upload-offset"])).toBeGreaterThan(50_000);
  await page.getByText("2 of 2 files sent").waitFor();
});

test("a playlist dropped with its music is imported once that is in the library", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-listed-"));
  const listed = path.join(folder, "listed.flac");
  await makeTone({ file: listed, frequencyHz: 610, seconds: 20, title: "Listed Tide" });
  const entries = "#EXTINF:20,Test Tones - Listed Tide\nlisted.flac\nmissing.flac\n";
  await writeFile(path.join(folder, "Evening.m3u8"), `#EXTM3U\n${entries}`);
  const page = await openAsOperator("/upload", WIDE);

  await dropOn(page, "Add music", folder);
  await page.getByText("Playlist imported, 1 of 2 entries found").waitFor();
  await page.getByRole("button", { name: "Report Evening.m3u8" }).click();
  const report = page.getByRole("dialog", { name: "Playlist Imported" });
  await report.getByText("missing.flac").waitFor();
  const objections = await objectionsAtAllSizes(page);
  await report.getByRole("button", { name: "Open Playlist" }).click();
  await page.getByLabel("Name", { exact: true }).waitFor();

  expect(objections).toEqual([]);
  expect(new URL(page.url()).searchParams.get("tab")).toBe("playlists");
  await rm(folder, { recursive: true });
});

test("an external stream needs all its fields, and the station says why it refuses one", async () => {
  const page = await openAsOperator("/upload", PHONE);
  await page.getByRole("tab", { name: "External Stream" }).click();
  const add = page.getByRole("button", { name: "Add External Stream" });
  const isOffAtFirst = await add.isDisabled();

  await page.getByLabel("Stream URL").fill("http://127.0.0.1/live.mp3");
  await page.getByLabel("Title").fill("  ");
  await page.getByLabel("Artist").fill("Neon Coast");
  await add.click();
  await toast(page, "Missing Information", "Please fill in all fields for the external stream");
  await page.getByLabel("Title").fill("Live Set");
  await add.click();
  await toast(
    page,
    "Failed to Add Stream",
    "The address is in a private network; you can only add public streams",
  );

  await page.context().setOffline(true);
  await add.click();
  await toast(page, "Failed to Add Stream", "Failed to add external stream");
  await page.context().setOffline(false);
  await operator.call("PUT", "/api/station-settings", { allowedStreamHosts: ["127.0.0.1"] });
  await page.getByLabel("Stream URL").fill(new URL("/stream.mp3", station.streamUrl).href);
  const request = page.waitForRequest("**/api/stream-external");
  await add.click();
  await toast(page, "Stream Added");
  const sent = await request;
  expect(sent.headers()["x-admin-auth"]).toBe("true");
  expect(sent.postDataJSON()).toMatchObject({ adminAuth: "true", title: "Live Set" });
  await until("the socket sends it", () =>
    told.some((frame) => /"external_stream_added".*"Live Set".*"uploader":"admin"/.test(frame)),
  );
  await operator.call("DELETE", "/api/queue/clear");

  expect(isOffAtFirst).toBe(true);
  expect(await axeViolations(page, { part: page.getByRole("main") })).toEqual([]);
});

test("the playlist shows the queue and its figures; rows can be moved, played next and removed", async () => {
  const page = await open("/playlist", WIDE);
  await page.getByText("Empty Queue").waitFor();
  await page.getByText("No tracks in queue").waitFor();
  for (const title of TITLES.slice(0, 3)) await request(title);
  await page.getByText("From the library").waitFor();
  // When the current track ends, the first entry would follow.
  await operator.call("PUT", "/api/radio-state", { isPlaying: false });
  await queueIs(page, ["First Tide", "Second Tide", "Third Tide"]);
  const first = page.getByRole("listitem").first();
  const isTopFixed = await first.getByRole("button", { name: /^Move up/ }).isDisabled();
  const duration = await page.getByText("Total duration").locator("..").textContent();
  const requests = await page
    .getByText("IRC requests", { exact: true })
    .locator("..")
    .textContent();
  const row = await first.textContent();
  await page.getByRole("heading", { name: "3 upcoming · 6m · 0 requests" }).waitFor();

  await page.getByRole("button", { name: "Move down First Tide" }).click();
  await toast(page, "Track Moved");
  await queueIs(page, ["Second Tide", "First Tide", "Third Tide"]);
  const third = (await tracks()).find(({ title }) => title === "Third Tide")?.id;
  const played = page.waitForRequest("**/play-next");
  await page.getByRole("button", { name: "Play Next Third Tide" }).click();
  expect(new URL((await played).url()).pathname).toBe(`/api/queue/${third}/play-next`);
  await toast(page, "Playing Next", "Third Tide will play next");
  await queueIs(page, ["Third Tide", "Second Tide", "First Tide"]);
  await page.getByRole("button", { name: "Move up Second Tide" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await queueIs(page, ["Third Tide", "First Tide", "Second Tide"]);
  await page.getByRole("button", { name: "Remove from Queue First Tide" }).click();
  await toast(page, "Track Removed");
  await queueIs(page, ["Third Tide", "Second Tide"]);
  await page.getByRole("button", { name: "Shuffle", exact: true }).click();
  await toast(page, "Queue Shuffled");
  expect(await objectionsAtAllSizes(page, { part: page.getByRole("main") })).toEqual([]);
  await page.getByRole("button", { name: "Clear All" }).click();
  await page.getByRole("button", { name: "Clear Queue" }).click();
  await toast(page, "Queue Cleared");
  await until("the socket sends it", () => told.includes('{"type":"queue_update","data":[]}'));

  await page.getByText("No tracks in queue").waitFor();
  expect([isTopFixed, duration, requests]).toEqual([
    true,
    "Total duration6m",
    "IRC requestsWeb requests included0",
  ]);
  expect(row).toMatch(/^1First TideTest Tones · 2:00Added by admin——2:00/);
});

test("an operator plays, skips and restarts from the playlist and sets the station's volume; a guest may not", async () => {
  const guest = await open("/playlist", WIDE);
  await guest.getByText("Station volume 75%").waitFor();
  const guestSkips = await guest.getByRole("button", { name: "Skip to Next" }).isEnabled();
  const controls = guest.getByRole("region", { name: "Playlist controls" });
  await controls.getByRole("button", { name: "Play Queue" }).click();
  await controls.getByRole("button", { name: "Pause" }).click();
  await guest.locator('[data-player-state="idle"]').waitFor();
  const page = await openAsOperator("/playlist", WIDE);

  await page.getByRole("button", { name: "Pause", exact: true }).first().click();
  await toast(page, "Stream Stopped", "Radio broadcast stopped");
  await page.getByRole("button", { name: "Play Queue" }).click();
  await toast(page, "Stream Started", "Radio is now broadcasting live");
  await until("the socket sends it", () =>
    [false, true].every((isPlaying) =>
      told.includes(JSON.stringify({ type: "radio_state", data: { isPlaying } })),
    ),
  );
  for (const [name, path_] of [
    ["Skip to Next", "/api/playback/skip"],
    ["Restart", "/api/playback/restart"],
  ] as const) {
    const answer = page.waitForResponse((response) => response.url().endsWith(path_));
    await page.getByRole("button", { name, exact: true }).click();
    expect((await answer).status()).toBe(200);
  }

  // In the small player the round button controls the operator's own listening, as for everyone.
  const player = page.locator("#player");
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await player.getByRole("button", { name: "Stop", exact: true }).click();
  await player.getByRole("button", { name: "Station" }).click();
  await page.getByRole("menuitem", { name: "Pause the station" }).waitFor();
  await page.keyboard.press("Escape");

  expect(await page.getByRole("slider", { name: "Station volume" }).first().isVisible()).toBe(true);
  expect(await player.getByRole("slider", { name: "Your volume" }).isVisible()).toBe(true);
  expect(guestSkips).toBe(false);
});

test("an operator edits a track: a preview, its file written, and Undo restores everything", async () => {
  const page = await openAsOperator("/library", WIDE);
  const file = path.join(music, "Fourth Tide.flac");
  const before = await readFile(file);

  await page.getByRole("button", { name: "Edit Fourth Tide" }).click();
  const editor = page.getByRole("dialog", { name: "Fourth Tide" });
  await editor.getByLabel("Title", { exact: true }).fill("Spring Tide");
  await editor.getByLabel("Genre").fill("Ambient");
  await editor.getByLabel("Write into the files too").check();
  await editor.getByRole("button", { name: "Preview" }).click();
  await editor.getByRole("region", { name: "Preview" }).getByText("Fourth Tide").first().waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await editor.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  await until("the file has the new title", async () =>
    (await readFile(file)).includes("Spring Tide"),
  );
  await page.getByRole("button", { name: "Edit Spring Tide" }).click();
  await page.getByRole("tab", { name: "Past Edits" }).click();
  await page.getByText("1 file written").waitFor();
  await page.getByRole("button", { name: "Undo the edit of Spring Tide" }).click();
  await page.getByText("Undone", { exact: true }).waitFor();

  await until("the file is what it was", async () => (await readFile(file)).equals(before));
  expect((await tracks()).map(({ title }) => title)).toContain("Fourth Tide");
});

test("an operator sets cue points on the waveform, hears the join, and reverts them", async () => {
  const page = await openAsOperator("/library", WIDE);
  const id = (await tracks()).find(({ title }) => title === "Third Tide")?.id;
  const set = async () => {
    const { body } = await operator.call("GET", `/api/tracks/${id}/cues`);
    return trackCuesCalls.getTrackCues.response.parse(body).set;
  };
  const before = await set();

  await page.getByRole("button", { name: "Edit Third Tide" }).click();
  await page.getByRole("button", { name: "Cue Points and Waveform" }).click();
  const editor = page.getByRole("dialog", { name: "Third Tide" });
  const cueIn = editor.getByRole("slider", { name: "Cue-in" });
  await cueIn.press("PageUp");
  await cueIn.press("Shift+ArrowRight");
  await cueIn.press("ArrowRight");
  await editor.getByRole("textbox", { name: "Fade-out" }).fill("0:03.5");
  await editor.getByRole("textbox", { name: "Fade-out" }).press("Enter");
  await cueIn.press("+");
  await editor.getByRole("button", { name: "Hear the Join" }).click();
  await editor.getByText("Playing the join").waitFor();
  await editor.getByRole("button", { name: "Stop" }).click();
  // Away from the cue points, wherever it stopped.
  const position = editor.getByRole("slider", { name: "Play position" });
  await position.press("Home");
  for (let seconds = 0; seconds < 20; seconds += 1) await position.press("PageUp");
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await editor.getByRole("button", { name: "Save" }).click();
  await toast(page, "Cue Points Saved");
  const saved = await set();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await toast(page, "Cue Points Restored");

  expect(saved).toEqual({ ...before, cueInMs: 1110, fadeOutMs: 3500 });
  expect(await set()).toEqual(before);
});

async function open(
  route: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport, ...plainVisitor });
  const page = await context.newPage();
  await goTo(page, route);
  return page;
}

async function openAsOperator(
  route: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport, ...plainVisitor });
  await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  const page = await context.newPage();
  await goTo(page, route);
  return page;
}

/** Drops files from the disk, as a person would from a folder. */
async function dropOn(page: Page, region: string, ...paths: readonly string[]): Promise<void> {
  const zone = page.getByRole("region", { name: region });
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (box === null) throw new Error(`${region} is not on the page`);
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, ...place, data });
}

/** Throttles everything the page sends from now on. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/** Waits until its socket is open, marked by its first request for the clock: anything sent earlier is dropped. */
async function goTo(page: Page, route: string): Promise<void> {
  recordFrames(page);
  await page.goto(new URL(route, station.webUrl).href);
  await until("the socket is open", () => told.length > 0);
}

function recordFrames(page: Page): void {
  told = [];
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => told.push(String(payload)));
  });
}

async function toast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  await page.getByText(title, { exact: true }).first().waitFor();
  if (text !== undefined) await page.getByText(text, { exact: true }).first().waitFor();
}

/** A file of more than 50 MB that exists only in the page. */
async function chooseLargeFile(page: Page): Promise<void> {
  await page.getByLabel("Music files").evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], "large.mp3"));
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

async function request(title: string): Promise<void> {
  const track = (await tracks()).find((known) => known.title === title);
  await operator.call("POST", "/api/queue", { trackId: track?.id });
}

/** At the station and on the page, since the page's next action depends on what it shows. */
async function queueIs(page: Page, titles: readonly string[]): Promise<void> {
  const shown = page.locator("[data-row-id] p[title]");
  await until(`the queue is ${titles.join(", ")}`, async () => {
    const { body } = await operator.call("GET", "/api/queue");
    const stored = queueSchema.parse(body).map(({ track }) => track.title);
    return [stored, await shown.allTextContents()].every((queue) => queue.join() === titles.join());
  });
}

async function tracks() {
  const { body } = await operator.call("GET", "/api/tracks");
  return z.array(trackSchema).parse(body);
}
