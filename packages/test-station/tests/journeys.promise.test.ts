// @module-tag chromium
import { chatMessageSchema, commentsSchema, planSchema } from "@neonrelay/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { axeViolations } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchChromium } from "../src/browser.ts";
import { markedWav } from "../src/chaos/marked-track.ts";
import { PromiseStation } from "../src/promise-station.ts";
import { testAdmin, until } from "../src/test-station.ts";

const viewport = { width: 1440, height: 900 };

let radio: PromiseStation;
let browser: Browser;
beforeAll(async () => {
  radio = await PromiseStation.start();
  browser = await launchChromium();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await radio?.[Symbol.asyncDispose]();
});

async function open(route: string, { signedIn = false } = {}): Promise<Page> {
  const { webUrl } = radio.station;
  const context = await browser.newContext({ viewport, ...plainVisitor });
  if (signedIn)
    await context.request.post(new URL("/api/users/login", webUrl).href, {
      data: { username: testAdmin.username, password: testAdmin.password },
      headers: { origin: new URL(webUrl).origin },
    });
  const page = await context.newPage();
  await page.goto(new URL(route, webUrl).href);
  return page;
}

const toast = (page: Page, title: string) =>
  page.locator(".toast-card").getByText(title, { exact: true }).waitFor();

test("on the dashboard a listener plays, chats, comments and likes, and moves a queue row by keyboard", async () => {
  const page = await open("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await until("the station counts the listener", async () => {
    const { body } = await radio.operator.call("GET", "/api/radio-state");
    return Object(body).listenerCount === 1;
  });

  await page.getByLabel("Your name in the chat").fill("dashowl");
  await page.getByRole("button", { name: "Join Chat" }).click();
  await page.getByRole("combobox", { name: "Message" }).fill("hello from the dashboard");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("hello from the dashboard").waitFor();
  const chat = z
    .array(chatMessageSchema)
    .parse((await radio.operator.call("GET", "/api/chat")).body);
  expect(chat.some(({ username }) => username === "dashowl")).toBe(true);

  await page.getByRole("tab", { name: "Comments" }).click();
  await page.getByLabel("Your comment").fill("what a night");
  await page.getByRole("button", { name: "Post Comment" }).click();
  // The field keeps it until the answer, and the socket may be faster.
  await page.getByRole("list", { name: "Comments" }).getByText("what a night").waitFor();
  await page.getByRole("button", { name: /^Like/ }).first().click();
  await until("it is liked", async () => {
    const { body } = await radio.operator.call("GET", "/api/comments");
    return commentsSchema.parse(body)[0]?.likes === 1;
  });

  for (const title of ["Low", "Top"])
    await radio.operator.call("POST", "/api/queue", { trackId: await radio.trackId(title) });
  await page.getByRole("tab", { name: "Queue" }).click();
  const actions = page.getByRole("button", { name: "Actions for Top" });
  await actions.press("Alt+ArrowUp");
  await until("it moved up", async () => (await radio.queued()).join() === "Top,Low");
  await actions.click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await radio.queued()).toEqual(["Top", "Low"]);
  expect(await axeViolations(page)).toEqual([]);
});

test("in the library a guest searches, sorts and requests a track", async () => {
  await radio.operator.call("DELETE", "/api/queue/clear");
  const page = await open("/library");
  await page.getByRole("button", { name: "Queue High" }).waitFor();
  await page.getByLabel("Search the library").fill("no such music");
  await page.getByText("No tracks found matching your search").waitFor();
  await page.getByLabel("Search the library").fill("midle");
  await page.getByRole("button", { name: "Queue Middle" }).click();

  await until("it is queued", async () => (await radio.queued()).join() === "Middle");
  expect(await axeViolations(page)).toEqual([]);
});

test("an operator uploads a file, and a refused one shows the reason", async () => {
  const page = await open("/upload", { signedIn: true });
  const input = page.getByLabel("Music file");
  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  await toast(page, "Invalid File Type");
  const buffer = markedWav({ firstNumber: 7000, seconds: 10 });
  await input.setInputFiles({ name: "Fresh Tide.wav", mimeType: "audio/wav", buffer });
  await toast(page, "Upload Successful");
  await page.getByText(/^Completed\. Fresh Tide/).waitFor();
  await input.setInputFiles({ name: "Again.wav", mimeType: "audio/wav", buffer });
  await page.getByText(/^Failed\. This file is already in the library/).waitFor();

  expect(await axeViolations(page)).toEqual([]);
  expect((await radio.tracks()).map(({ title }) => title)).toContain("Fresh Tide");
});

test("an operator sets up the programme, moves a track by keyboard and asks why it is there", async () => {
  // With so few tracks the rules would bar all of them, and moving one would replace others.
  await radio.operator.call("PUT", "/api/station-settings", {
    separation: { trackMinutes: 0, titleMinutes: 0, artistMinutes: 0, albumMinutes: 0 },
  });
  const page = await open("/library", { signedIn: true });
  await page.getByRole("button", { name: "Library menu" }).click();
  await page.getByRole("menuitem", { name: "Select Tracks" }).click();
  await page.getByRole("checkbox", { name: "Select Low" }).check();
  await page.getByRole("button", { name: "Kind and Weight" }).click();
  await page.getByLabel("Kind").selectOption("jingle");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await toast(page, "Tracks Changed");
  await page.getByRole("link", { name: "Today" }).click();
  await page.getByRole("button", { name: "Jingles every few songs" }).click();
  await toast(page, "Programme Set Up");

  const plan = async () =>
    planSchema.parse((await radio.operator.call("GET", "/api/plan?limit=500")).body).items;
  // The set-up makes two playlists, and the plan is made anew for each.
  await until("the plan has jingles", async () =>
    (await plan()).some(({ track }) => track.title === "Low"),
  );
  const ids = async () => (await plan()).slice(0, 3).map(({ id }) => id);
  const shownIds = () =>
    page
      .locator("[data-row-id]")
      .evaluateAll((rows) => rows.slice(0, 3).map((row) => row.getAttribute("data-row-id")));
  const [first, second, third] = await until("the page shows the plan", async () => {
    const [wanted, shown] = [await ids(), await shownIds()];
    return wanted.length === 3 && wanted.join() === shown.join() && wanted;
  });
  const rows = page.getByRole("list", { name: "Planned tracks" }).getByRole("listitem");
  await rows.nth(1).getByRole("button").first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await toast(page, "Track Moved");
  expect(await ids()).toEqual([first, third, second]);
  await expect.poll(shownIds).toEqual([first, third, second]);
  await rows
    .getByRole("button", { name: /^Why this\?/ })
    .first()
    .click();
  await page
    .getByRole("dialog", { name: "Why this?" })
    .getByRole("button", { name: "Close" })
    .click();
  expect(await axeViolations(page)).toEqual([]);
});

test("in the settings an operator renames the station on every open page, and adds and removes a user", async () => {
  const guest = await open("/");
  await guest.locator("#player").waitFor();
  const page = await open("/settings", { signedIn: true });
  await page.getByLabel("Station Name").fill("Night Shift");
  await page.getByRole("button", { name: "Save Station Settings" }).click();
  await toast(page, "Station Settings Updated");
  await guest.getByText("Night Shift").first().waitFor();

  await radio.operator.call("POST", "/api/users", {
    username: "goner",
    password: "a password of goner",
    email: "goner@radio.example",
    role: "dj",
  });
  await page.getByRole("tab", { name: "Users", exact: true }).click();
  await page.getByRole("button", { name: "Delete goner" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete User" }).click();
  await toast(page, "User Deleted");
  await page.getByRole("button", { name: "Edit goner" }).waitFor({ state: "detached" });
  expect(await axeViolations(page)).toEqual([]);
});
