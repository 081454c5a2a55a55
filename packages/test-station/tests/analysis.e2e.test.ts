// @module-tag chromium
import type { ClockSlot } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { objectionsAtAllSizes } from "../src/axe.ts";
import { launchChromium, plainVisitor } from "../src/browser.ts";
import { testAdmin, TestStation, type Visitor } from "../src/test-station.ts";

const idSchema = z.object({ id: z.string() });
/** A week of a few tracks is worked out: many items, on a busy machine. */
const LONG = { timeout: 120_000 };

let station: TestStation;
let operator: Visitor;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  station = await TestStation.start();
  operator = await station.operator();
  await make("/api/playlists", { name: "All music", rule: { kinds: ["music"] } });
  const nothing = await make("/api/playlists", { name: "No spots", rule: { kinds: ["spot"] } });
  const clockId = await make("/api/clocks", {
    name: "Spots hour",
    slots: [slotOf(nothing)],
  });
  await make("/api/schedule/entries", {
    what: { kind: "clock", clockId },
    startsAt: "2026-01-01T00:00",
    durationMinutes: 60,
    repeat: "FREQ=DAILY",
  });
  browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...plainVisitor,
  });
  await context.request.post(new URL("/api/users/login", station.webUrl).href, {
    data: { username: testAdmin.username, password: testAdmin.password },
    headers: { origin: new URL(station.webUrl).origin },
  });
  page = await context.newPage();
  page.setDefaultTimeout(LONG.timeout);
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
});

async function make(address: string, body: object): Promise<string> {
  return idSchema.parse((await operator.call("POST", address, body)).body).id;
}

function slotOf(playlistId: string): ClockSlot {
  return {
    id: randomUUID(),
    content: { kind: "playlist", playlistId },
    start: { kind: "follow" },
    length: { kind: "rest" },
  };
}

test(
  "each of the coming days is looked at item by item, with the reason of each",
  LONG,
  async () => {
    await page.goto(new URL("/programme?tab=analysis", station.webUrl).href);
    const days = page.getByRole("group", { name: "Day" }).getByRole("button");
    const list = page.getByRole("list", { name: /^What comes on / });
    await list.waitFor();
    const today = await list.getAttribute("aria-label");

    await days.nth(1).press("Enter");
    await page
      .getByRole("list", { name: /^What comes on / })
      .and(page.locator(`:not([aria-label="${today}"])`))
      .waitFor();
    const second = list.getByRole("listitem").first();
    await second.getByText("Why this?").click();

    expect(await days.count()).toBe(7);
    expect(new URL(page.url()).searchParams.get("date")).not.toBeNull();
    expect(await second.textContent()).toContain("“All music”");
    expect(await objectionsAtAllSizes(page)).toEqual([]);
  },
);

test("the figures name a slot that has nothing to give, and lead to its clock", LONG, async () => {
  await page.goto(new URL("/programme?tab=analysis&view=coming", station.webUrl).href);
  const unfilled = page.getByRole("table", { name: "Hours that can't be filled" });
  await unfilled.waitFor();
  const row = unfilled.getByRole("row").filter({ hasText: "has no track that can be played" });

  expect(await row.first().textContent()).toContain("A slot of “Spots hour”");
  expect(await page.getByRole("table", { name: "Turnover of playlists" }).textContent()).toContain(
    "All music",
  );
  expect(await objectionsAtAllSizes(page)).toEqual([]);
  await row.first().getByRole("link", { name: "Spots hour" }).click();
  await page.getByLabel("Name").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Spots hour");
});
