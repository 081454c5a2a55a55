// @module-tag chromium-headless-shell
// The pages before the real server, with its parts: a whole station adds nothing to what pages do with texts.
import { defaultBranding } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  startTestServer,
  type SignedInBrowser,
  type TestServer,
} from "../../server/src/api/test-server.ts";
import { say } from "../../server/src/chat/chat-actions.ts";
import { addTestTracks } from "../../server/src/database/test-database.ts";
import { insertPlay } from "../../server/src/history/play-store.ts";
import { insertIncoming } from "../../server/src/incoming/incoming-store.ts";
import { quietChannel } from "../../server/src/irc/test-channel.ts";
import { TestOnAir } from "../../server/src/radio/test-on-air.ts";
import { testPlay, testStatus } from "../../server/src/radio/test-status.ts";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchHeadlessShell } from "../src/headless-shell.ts";

/** Fits where a name fits. */
const name = `"'><img src=x onerror=pwned(1)><svg/onload=pwned(2)>`;
/** Where there is room for more: every way that text has become a script before. */
const long = [
  name,
  "<script>pwned(3)</script>",
  `<iframe srcdoc="<script>parent.pwned(4)</script>"></iframe>`,
  `<a href="javascript:pwned(5)">x</a>`,
  "</title></textarea></style></script><script>pwned(6)</script>",
  "javascript:pwned(7) data:text/html,<script>pwned(8)</script>",
  `http://a.example/"onmouseover="pwned(9) https://a.example/<img/src=x/onerror=pwned(10)>`,
  "{{constructor.constructor('pwned(11)')()}} ${pwned(12)} &lt;img src=x onerror=pwned(13)&gt;",
].join(" ");
/** Stands in everything of the two, and is seen where the text is shown as text. */
const SEEN = "onerror=pwned(1)";

const channel = {
  ...quietChannel,
  status: { ...quietChannel.status, server: name, reason: long },
  users: {
    users: [{ nick: name, prefix: "@", isWeb: false, isBot: false, isAway: false }],
    total: 1,
  },
};

let server: TestServer;
let onAir: TestOnAir;
let browser: Browser;
let admin: SignedInBrowser;
let slug = "";
beforeAll(async () => {
  const webRoot = fileURLToPath(new URL("../../web/dist", import.meta.url));
  server = await startTestServer({ webRoot }, { irc: channel });
  admin = await server.signIn("super_admin");
  onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await fillLibrary();
  slug = await fillProgramme();
  await fillCommunity();
  await fillSettings();
  await startOnAir();
  browser = await launchHeadlessShell();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await onAir?.close();
  await server?.[Symbol.asyncDispose]();
});

/** What tags of files, names of files and titles of foreign streams and DJs say. */
async function fillLibrary(): Promise<void> {
  const { connection } = server.database;
  const [id] = await addTestTracks(server.database, ["first", "second"]);
  await connection.execute(
    sql`update tracks set title = ${long}, artist = ${long}, album = ${long}, album_artist = ${long},
      genre = ${long}, label = ${long}, own_tags = array[${name}], path = ${`/music/${long}`} || title`,
  );
  await admin.call("POST", "/api/queue", { body: { trackId: id } });
  await admin.call("PUT", `/api/favourites/${id}`);
  await connection.execute(sql`update queue_items set requested_by = ${long}`);
  const play = testPlay({ title: long, artist: long, djName: name, requestedBy: long });
  await insertPlay(connection, { ...play, startedAtMs: Date.now() - 600_000 });
  await connection.execute(sql`update plays set ended_at_ms = ${Date.now()}, played_ms = 1000`);
  await insertIncoming(connection, {
    id: randomUUID(),
    name: long,
    way: "upload",
    uploader: name,
    owner: admin.account?.id ?? "",
    state: "refused",
    reason: long,
    sizeBytes: 1,
  });
}

/** @returns the address of the show */
async function fillProgramme(): Promise<string> {
  const dj = await server.signIn("dj");
  await dj.call("PUT", "/api/users/name", { body: { name } });
  await add("/api/playlists", { name });
  await add("/api/clocks", { name, slots: [] });
  const show = z
    .object({ id: z.string(), slug: z.string() })
    .parse(await add("/api/programme/shows", { name, text: long, hostIds: [dj.account?.id] }));
  await add("/api/schedule/entries", {
    what: { kind: "show", showId: show.id },
    startsAt: `${new Date().toISOString().slice(0, 10)}T00:00:00`,
    durationMinutes: 1440,
    repeat: "FREQ=DAILY",
  });
  const day = { kind: "weekday", weekday: 7 };
  await add("/api/schedule/holidays", { name, date: "2026-12-25", isYearly: true, day });
  return show.slug;
}

/** What visitors say, in the chat and from IRC. */
async function fillCommunity(): Promise<void> {
  await server.guest().call("POST", "/api/comments", { body: { content: long.slice(0, 1000) } });
  const spoken = { username: name, message: long, isBot: false, kind: "message" } as const;
  await say(server, { ...spoken, origin: "irc", runs: null });
  const plain = { bold: true, italic: false, underline: false, strikethrough: false };
  const run = { ...plain, monospace: false, reverse: false, text: long };
  await say(server, { ...spoken, origin: "irc", runs: [run] });
  await say(server, { ...spoken, isBot: true, origin: "station", runs: null });
}

/** What operators and the logs say. */
async function fillSettings(): Promise<void> {
  await admin.call("PUT", "/api/users/name", { body: { name } });
  const branding = {
    ...defaultBranding,
    siteName: name,
    tagline: long.slice(0, 160),
    controlPanelTitle: name,
    headerTags: ["<svg/onload=pwned(2)>"],
    metadata: {
      genre: name,
      website: "https://a.example/?'onmouseover='pwned(9)",
      email: "a'onclick='pwned(9)@a.example",
    },
  };
  expect((await admin.call("PUT", "/api/branding", { body: branding })).status).toBe(200);
  await add("/api/stream/outputs", {
    host: "icecast.example",
    port: 8000,
    mount: "/<svg/onload=pwned(2)>",
    username: name.replaceAll(":", ""),
    password: "hackme",
  });
  const url = "https://music.example";
  const source = { name, url, username: name, password: "hackme", isEnabled: false };
  await add("/api/library/sources", source);
  const { connection } = server.database;
  await connection.execute(sql`
    insert into system_logs (id, level, message, category, details, timestamp)
    values (${randomUUID()}, 'error', ${long}, ${name}, ${JSON.stringify({ [name]: long })}, now())`);
  await connection.execute(sql`
    insert into security_events (id, severity, description, event_type, ip_address, timestamp)
    values (${randomUUID()}, 'high', ${long}, ${name}, ${name}, now())`);
}

async function startOnAir(): Promise<void> {
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const now = Date.now();
  const live = {
    sessionId: randomUUID(),
    userId: randomUUID(),
    djName: name,
    state: "on-air",
    connectedAtMs: now,
    begunAtMs: null,
    address: name,
    userAgent: long,
    contentType: name,
    title: long,
  } as const;
  const play = testPlay({
    title: long,
    artist: long,
    kind: "live",
    djName: name,
    startedAtMs: now,
  });
  onAir.send(
    { kind: "hello", protocolVersion: 1, journalId: randomUUID(), newestNumber: 0 },
    { kind: "replayed" },
    { kind: "status", status: { ...testStatus(play, now), live: [live] } },
  );
  await vi.waitUntil(() => server.link.status !== null, { timeout: 60_000 });
}

async function add(address: string, body: object): Promise<unknown> {
  const answer = await admin.call("POST", address, { body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Everything in the page that a text could have become. */
function lookFor(page: Page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    const start = (element: Element) => element.outerHTML.slice(0, 200);
    const handled = all.filter((element) =>
      element.getAttributeNames().some((attribute) => attribute.startsWith("on")),
    );
    const leading = all.flatMap((element) =>
      ["href", "src", "action", "formaction", "xlink:href", "srcdoc", "data"].flatMap(
        (attribute) => {
          const value = element.getAttribute(attribute);
          return value === null ? [] : [value];
        },
      ),
    );
    return {
      handlers: handled.map(start),
      scripts: [...document.scripts]
        .filter(({ src, text, type }) => src === "" && text !== "" && type !== "application/json")
        .map(start),
      embedded: [...document.querySelectorAll("iframe, object, embed, base, img[src='x']")].map(
        start,
      ),
      // Not even in an address that no click has followed yet.
      addresses: leading.filter((value) => /^\s*(?:javascript|data:text|vbscript)/i.test(value)),
    };
  });
}

const nothing = { handlers: [], scripts: [], embedded: [], addresses: [] };

async function open(by: { readonly cookie: string }): Promise<{
  readonly page: Page;
  readonly ran: readonly unknown[];
}> {
  // Without the policy of the pages: the texts must be harmless before it has to stop anything.
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

/** Whether the page shows any of the texts, as text or in a field. */
function isFilled(seen: string): boolean {
  const main = document.querySelector("main");
  const fields = [...(main?.querySelectorAll("input, textarea") ?? [])];
  const values = fields.map((field) => ("value" in field ? String(field.value) : ""));
  return [main?.textContent ?? "", ...values].some((text) => text.includes(seen));
}

/** Goes there as a link does, by a page that shows none of the texts, so that what is seen is this page's. */
async function visit(page: Page, address: string): Promise<void> {
  const go = (to: string) => page.evaluate((url) => history.pushState(null, "", url), to);
  await go("/no-such-page");
  await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
  await go(address);
  await page.waitForFunction(isFilled, SEEN);
}

test("no text that people can fill becomes anything but text on a page of an operator", async () => {
  const { page, ran } = await open(admin);
  const found: unknown[] = [];

  for (const address of [
    "/",
    "/library",
    "/library/artists",
    "/playlist",
    "/programme?tab=playlists",
    "/programme?tab=clocks",
    "/schedule",
    `/shows/${slug}`,
    "/upload",
    "/profile",
    ...["branding", "streaming", "sources", "users", "logs", "security"].map(
      (section) => `/settings?section=${section}`,
    ),
  ]) {
    await visit(page, address);
    const seen = await lookFor(page);
    if (JSON.stringify(seen) !== JSON.stringify(nothing)) found.push({ address, seen });
  }

  expect(found).toEqual([]);
  expect(ran).toEqual([]);
});

test("nor on what a guest sees, and the links of a message lead to http and https alone", async () => {
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

test("a text that is markup would have been noticed", async () => {
  const { page, ran } = await open(server.guest());

  await page.evaluate((html) => {
    document.body.innerHTML = html;
  }, `${name}<a href="javascript:pwned(5)">x</a>`);
  await expect.poll(() => ran.length).toBeGreaterThan(0);

  const seen = await lookFor(page);
  expect(seen.handlers.length).toBeGreaterThan(0);
  expect(seen.addresses).toEqual(["javascript:pwned(5)"]);
});
