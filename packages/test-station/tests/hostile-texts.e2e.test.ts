// @module-tag chromium-headless-shell
// @module-tag ffmpeg
// Pages against the real server and its parts: a whole station would add nothing here.
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  startTestServer,
  type SignedInBrowser,
  type TestServer,
} from "../../server/src/api/test-server.ts";
import { say } from "../../server/src/chat/chat-actions.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";
import { fillWithHostileTexts, hostileChannel } from "../src/hostile-texts/hostile-station.ts";
import { lookFor, nothing } from "../src/hostile-texts/look-for.ts";
import { name, SEEN } from "../src/hostile-texts/texts.ts";

let server: TestServer;
let browser: Browser;
let admin: SignedInBrowser;
let slug = "";
setUpBrowserSuite(async (suite) => {
  const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));
  server = suite.open.use(await startTestServer({ webRoot }, { irc: hostileChannel }));
  admin = await server.signIn("super_admin");
  const filled = await fillWithHostileTexts(server, admin);
  suite.open.defer(() => filled.onAir.close());
  slug = filled.slug;
  browser = await suite.browser(launchHeadlessShell);
});
async function open(by: { readonly cookie: string }): Promise<{
  readonly page: Page;
  readonly ran: readonly unknown[];
}> {
  // Without the pages' CSP: the texts must be harmless before it has to block anything.
  const context: BrowserContext = await browser.newContext({ ...plainVisitor, bypassCSP: true });
  const cookies = by.cookie.split("; ").map((pair) => pair.split("="));
  await context.addCookies(
    cookies.map(([cookie = "", value = ""]) => ({ name: cookie, value, url: server.origin })),
  );
  const page = await context.newPage();
  const ran: unknown[] = [];
  await page.exposeFunction("pwned", (how: unknown) => void ran.push(how));
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.goto(server.origin);
  return { page, ran };
}

/**
 * Whether the page shows any of the texts, as text or in a field, and has finished loading. The account's name is on
 * all pages.
 */
function isFilled(seen: string): boolean {
  const main = document.querySelector("main");
  if (main?.querySelector(".skeleton") !== null) return false;
  const fields = [...(main?.querySelectorAll("input, textarea") ?? [])];
  const values = fields.map((field) => ("value" in field ? String(field.value) : ""));
  const account = main?.querySelector("[aria-label$='account menu']")?.textContent ?? "";
  const own = (main?.textContent ?? "").replace(account, "");
  return [own, ...values].some((text) => text.includes(seen));
}

/** Navigates from a page without any of the texts, so that everything seen belongs to the target. */
async function visit(page: Page, address: string): Promise<void> {
  const go = (to: string) => page.evaluate((url) => history.pushState(null, "", url), to);
  await go("/no-such-page");
  await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
  await go(address);
  await page.waitForFunction(isFilled, SEEN);
}

/** Without the plan: no playlist has a turn here. */
const programmeViews = [
  "today",
  "week",
  "playlists",
  "clocks",
  "shows",
  "spots",
  "analysis&view=past",
];
/** Without the others, which show none of the texts on their own. */
const settingsSections = [
  "station",
  "branding",
  "streaming",
  "sources",
  "backups",
  "monitoring",
  "logs",
  "security",
];

test("no user-supplied text becomes anything but text on an operator's pages", async () => {
  const { page, ran } = await open(admin);
  const found: unknown[] = [];

  for (const address of [
    "/",
    "/library",
    "/library/artists",
    "/playlist",
    ...programmeViews.map((view) => `/programme?tab=${view}`),
    "/schedule",
    `/shows/${slug}`,
    "/upload",
    "/profile",
    ...settingsSections.map((section) => `/settings?section=${section}`),
  ]) {
    await visit(page, address);
    const seen = await lookFor(page);
    if (JSON.stringify(seen) !== JSON.stringify(nothing)) found.push({ address, seen });
  }

  expect(found).toEqual([]);
  expect(ran).toEqual([]);
});

/** Overlays an operator can open; each returns where the texts are. */
const opened: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  duplicates: async (page) => {
    await page.getByRole("button", { name: `${name}, account menu`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Admin Panel" }).click();
    await page.getByRole("tab", { name: "Tracks" }).click();
    await page.getByRole("button", { name: "Duplicates", exact: true }).click();
    return page.getByRole("dialog", { name: "Duplicates" });
  },
  "the command palette": async (page) => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill(name);
    return palette;
  },
  notifications: async (page) => {
    await page.getByText("Live updates: CONNECTED", { exact: true }).waitFor();
    const spoken = { username: name, message: name, isBot: false, kind: "message" } as const;
    await say(server, { ...spoken, origin: "irc", runs: null });
    await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
    return page.getByRole("region", { name: "Live Notifications" });
  },
  "the answer of a database": async (page) => {
    await page.goto(`${server.origin}/settings?section=database`);
    await page.getByRole("button", { name: "Open Console" }).click();
    await page.getByLabel("Statement").fill("select title from tracks");
    await page.getByRole("button", { name: "Run Statement" }).click();
    return page.getByRole("main");
  },
};

test.each(Object.entries(opened))("nor in %s", async (_what, openIt) => {
  const { page, ran } = await open(admin);
  await visit(page, "/");

  const place = await openIt(page);
  await place.getByText(SEEN).first().waitFor();

  expect(await lookFor(page)).toEqual(nothing);
  expect(ran).toEqual([]);
});

test("nor in the library's maintenance lists", async () => {
  const { page, ran } = await open(admin);
  await visit(page, "/library");
  await page.getByRole("button", { name: "Library menu" }).click();
  await page.getByRole("menuitem", { name: "Library Care" }).click();
  const sheet = page.getByRole("dialog", { name: "Library Care" });
  const found: unknown[] = [];

  for (const tab of ["Needs Attention", "Texts", "Refused", "Trash"]) {
    await sheet.getByRole("tab", { name: tab }).click();
    await sheet.getByRole("tabpanel", { name: tab }).getByText(SEEN).first().waitFor();
    const seen = await lookFor(page);
    if (JSON.stringify(seen) !== JSON.stringify(nothing)) found.push({ tab, seen });
  }

  expect(found).toEqual([]);
  expect(ran).toEqual([]);
});

test("nor on a guest's pages, and links in messages only use http and https", async () => {
  const { page, ran } = await open(server.guest());
  await visit(page, "/");

  const spoken = page.getByRole("log").getByRole("link");
  await spoken.first().waitFor();

  const links = await spoken.evaluateAll((all) =>
    all.map((link) => new URL(link.getAttribute("href") ?? "").protocol),
  );

  expect(await lookFor(page)).toEqual(nothing);
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links)).toEqual(new Set(["http:", "https:"]));
  expect(ran).toEqual([]);
});

test("the checks detect a text that becomes markup", async () => {
  const { page, ran } = await open(server.guest());

  await page.evaluate((html) => {
    document.body.innerHTML = html;
  }, `${name}<a href="javascript:pwned(5)">x</a>`);
  await expect.poll(() => ran.length).toBeGreaterThan(0);

  const seen = await lookFor(page);
  expect(seen.handlers.length).toBeGreaterThan(0);
  expect(seen.addresses).toEqual(["javascript:pwned(5)"]);
});
