// @module-tag chromium
// @module-tag ffmpeg
// @module-tag nginx
// @module-tag openssl
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as requestOf, type RequestOptions } from "node:https";
import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { systemStatusSchema } from "@neonrelay/contract";
import { freePort } from "@neonrelay/process/test-peer-process";
import { plainVisitor } from "../src/browser-flags.ts";
import { setUpBrowserSuite } from "../src/browser-suite.ts";
import { launchChromium } from "../src/browser.ts";
import { TestNginx } from "../src/test-nginx.ts";
import { testLogin, TestStation, until, Visitor } from "../src/test-station.ts";

/** Bypasses nginx. */
let webUrl: string;
let nginx: TestNginx;
let station: TestStation;
let browser: Browser;

setUpBrowserSuite(async (suite) => {
  const music = await suite.music([{ title: "Tide", seconds: 60 }]);
  const port = await freePort();
  webUrl = `http://127.0.0.1:${port}`;
  nginx = suite.open.use(await TestNginx.start(port));
  station = suite.open.use(
    await TestStation.start({
      musicDirs: [music],
      environment: { PORT: String(port), PUBLIC_URL: nginx.origin, TRUST_PROXY: "127.0.0.1" },
    }),
  );
  browser = await suite.browser(launchChromium);
});

/** Requests through nginx, trusting its certificate only. */
async function ask(target: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const request = requestOf(`${nginx.origin}${target}`, {
    ca: nginx.certificate,
    agent: false,
    ...options,
    // Verbatim: URL would resolve the dots.
    path: target,
  });
  request.end();
  const [response] = await once(request, "response");
  return response;
}

test("behind nginx as in the guide, playlists, cookies and addresses use the public side", async () => {
  const playlists = [
    await text(await ask("/stream.m3u")),
    await text(await ask("/stream.mp3.pls")),
  ];
  const page = await ask("/", { headers: { accept: "text/html" } });
  const operator = new Visitor(webUrl);
  await operator.call("POST", "/api/users/login", testLogin);
  const status = await operator.call("GET", "/api/system/status");
  const steps = ["/stream.x/../admin.cgi?pass=x&mode=updinfo&song=x", "/hls/..%2fadmin.cgi"];
  const answers = await Promise.all(steps.map(async (target) => (await ask(target)).statusCode));

  expect(playlists[0]).toBe(`${nginx.origin}/stream.mp3\r\n`);
  expect(playlists[1]).toContain(`File1=${nginx.origin}/stream.mp3\r\n`);
  expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
  expect(String(page.headers["set-cookie"])).toContain("; Secure");
  expect(systemStatusSchema.parse(status.body).proxyProblems).toEqual([]);
  expect(answers).toEqual([404, 404]);
});

test("behind nginx as in the guide, a visitor can play, and restoring a backup works", async () => {
  const context = await browser.newContext({ ...plainVisitor, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(nginx.origin);
  const streams: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/stream.")) streams.push(request.url());
  });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  await page.getByText("Live updates: CONNECTED", { exact: true }).waitFor();
  expect(streams.map((url) => new URL(url).origin)).toContain(nginx.origin);

  const before = station.parts().server;
  const answers = await page.evaluate(async ({ username, password }) => {
    const json = { "content-type": "application/json" };
    const login = await fetch("/api/users/login", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ username, password }),
    });
    const backup = await fetch("/api/system/backup");
    const restored = new FormData();
    restored.append("password", password);
    restored.append("backup", await backup.blob(), "station.backup.gz");
    const restore = await fetch("/api/system/backup", { method: "POST", body: restored });
    return [login.status, backup.status, restore.status];
  }, testLogin);

  expect(answers).toEqual([200, 200, 200]);
  await until("a new server answers", async () => {
    const { server } = station.parts();
    const answer = await ask("/api/tracks");
    return server !== undefined && server !== before && answer.statusCode === 200;
  });
  expect(await page.locator('[data-player-state="playing"]').count()).toBeGreaterThan(0);
  await context.close();
});
