// @module-tag chromium-headless-shell
import { expect, test } from "vitest";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { TestStation } from "../src/test-station.ts";

const WIDE = { width: 1440, height: 900 };

test("an empty library says so, and only operators see how to add music", async () => {
  await using station = await TestStation.start();
  const operator = await station.operator();
  await using browser = await launchHeadlessShell();
  const open = async (cookies: string) => {
    const context = await browser.newContext({ viewport: WIDE, ...plainVisitor });
    for (const pair of cookies.split("; ").filter(Boolean)) {
      const [name = "", value = ""] = pair.split("=");
      await context.addCookies([{ name, value, url: station.webUrl }]);
    }
    return await context.newPage();
  };
  const addressOf = (route: string) => new URL(route, station.webUrl).href;

  const page = await open("");
  await page.goto(addressOf("/library"));
  await page.getByText("No tracks in library").waitFor();
  expect(await page.getByText("Create demo tracks").count()).toBe(0);
  expect(await objectionsAtAllSizes(page)).toEqual([]);

  const own = await open(operator.cookieHeader);
  for (const route of ["/library", "/"]) {
    await own.goto(addressOf(route));
    await own.getByRole("link", { name: "Upload your first track" }).waitFor();
    await own.getByRole("button", { name: "Create demo tracks" }).waitFor();
    expect(await objectionsAtAllSizes(own)).toEqual([]);
  }
});
