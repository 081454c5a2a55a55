// @module-tag chromium
// @module-tag curl
// @module-tag ffmpeg
// @module-tag iproute2
// @module-tag liquidsoap
// @module-tag mpv
// @module-tag root
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCommandBlocks } from "../../../scripts/command-blocks.ts";
import { pages } from "../../../scripts/docs-pages.ts";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { launchChromium } from "../src/browser.ts";
import { TestStation } from "../src/test-station.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");
const runner = path.join(import.meta.dirname, "run-documented-commands.ts");
let folder: string;
let station: TestStation;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-docs-"));
  station = await TestStation.start();
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("every command in the documents works as described", () => {
  const blocks = pages
    .flatMap((name) => readCommandBlocks(name, readFileSync(path.join(checkout, name), "utf8")))
    .flatMap(({ document, line, code, mark }) =>
      mark.kind === "run" ? [{ name: `${document}:${line}`, code, ...mark }] : [],
    );
  const [blocksFile, results] = ["blocks.json", "results.json"].map((name) =>
    path.join(folder, name),
  );
  writeFileSync(blocksFile ?? "", JSON.stringify(blocks));

  execFileSync(
    "unshare",
    ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"].concat(
      process.execPath,
      runner,
      blocksFile ?? "",
      results ?? "",
    ),
    { stdio: "inherit" },
  );

  expect(JSON.parse(readFileSync(results ?? "", "utf8"))).toEqual({
    starts: ["npm start", "HOST=0.0.0.0 npm start", "MUSIC_DIRS=/srv/music npm start"],
    faults: [],
  });
});

test.each([
  ["", "Documentation"],
  ["first-hour", "The first hour"],
  ["troubleshooting", "Troubleshooting"],
  ["for-djs", "For DJs"],
  ["api", "Calls"],
])("the page /docs/%s is accessible at all sizes", async (name, title) => {
  const { page, complaints } = await open(name);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();

  expect(await objectionsAtAllSizes(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("the search finds a page by a word, using only the keyboard", async () => {
  const { page, complaints } = await open("");
  await page.getByRole("button", { name: "Search" }).waitFor();
  // The page handles keys once its script has run.
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+k");
      return await page.locator("#localsearch-input").isVisible();
    })
    .toBe(true);
  await page.locator("#localsearch-input").fill("garbled");
  const found = page.locator("#localsearch-list a").first();
  await found.waitFor();

  await page.keyboard.press("Enter");

  await page.waitForURL("**/docs/troubleshooting#titles-are-garbled");
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("operators find the documentation under Settings, System, and a missing page says so", async () => {
  const operator = await station.operator();
  const status = await operator.call("GET", "/api/system/status");
  const { page } = await open("no/such/page");

  expect(status.body).toMatchObject({ hasDocs: true });
  await page.getByText("PAGE NOT FOUND").waitFor();
  await page.context().close();
});

/** A documentation page, with the browser console's complaints. */
async function open(name: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(new URL(`/docs/${name}`, station.webUrl).href);
  return { page, complaints };
}
