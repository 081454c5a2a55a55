// @module-tag chromium-headless-shell
import { BUCKET, REGION, s3Keys, TestS3 } from "@neonrelay/on-air/test-s3";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { testAdmin, TestStation } from "../src/test-station.ts";

let storage: TestS3;
let station: TestStation;
let browser: Browser;

beforeAll(async () => {
  storage = await TestS3.start();
  station = await TestStation.start();
  browser = await launchHeadlessShell();
});
afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await storage?.[Symbol.asyncDispose]();
});

test("a storage for HLS is entered, tried and saved, and its state is shown, also when it goes away", async () => {
  const page = await openStreaming();
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
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await storage.kill();
  await page.getByText(/Problem: .+can't be reached/).waitFor();
  expect(await objectionsAtAllSizes(page)).toEqual([]);
});

async function openStreaming(): Promise<Page> {
  const context = await browser.newContext({
    ...plainVisitor,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.request.post(new URL("/api/users/login", station.webUrl).href, {
    headers: { origin: new URL(station.webUrl).origin },
    data: { username: testAdmin.username, password: testAdmin.password },
  });
  await page.goto(new URL("/settings", station.webUrl).href);
  await page.getByRole("tab", { name: "Streaming", exact: true }).click();
  return page;
}
