// @module-tag chromium
// @module-tag ffmpeg
// @module-tag nginx
// @module-tag openssl
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as requestOf, type RequestOptions } from "node:https";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemStatusSchema } from "@neonrelay/contract";
import { freePort } from "@neonrelay/process/test-peer-process";
import { plainVisitor } from "../src/browser-flags.ts";
import { launchChromium } from "../src/browser.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { TestNginx } from "../src/test-nginx.ts";
import { testAdmin, TestStation, until, Visitor } from "../src/test-station.ts";
import { makeNoise } from "../src/tones.ts";

const LISTENERS = 20;
const BYTES_PER_SECOND = 24_000;

let music: string;
/** Past nginx. */
let webUrl: string;
let nginx: TestNginx;
let station: TestStation;
let browser: Browser;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  // Every part of it sounds otherwise, so that a byte of the stream is found in one place only.
  await makeNoise({ file: path.join(music, "noise.flac"), seconds: 240, title: "Noise" });
  const port = await freePort();
  webUrl = `http://127.0.0.1:${port}`;
  nginx = await TestNginx.start(port);
  station = await TestStation.start({
    musicDirs: [music],
    environment: { PORT: String(port), PUBLIC_URL: nginx.origin, TRUST_PROXY: "127.0.0.1" },
  });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await nginx?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

/** Asks through nginx, which is trusted by its certificate alone. */
async function ask(
  target: string,
  { body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {},
): Promise<IncomingMessage> {
  const request = requestOf(`${nginx.origin}${target}`, {
    ca: nginx.certificate,
    agent: false,
    ...options,
    // As written: URL would resolve the dots.
    path: target,
  });
  request.end(body);
  const [response] = await once(request, "response");
  return response;
}

test("[S60] the server is killed under listeners that came through nginx: none of them misses a byte", async () => {
  await using reference = new StreamListener(station.streamUrl, {});
  await reference.receive({ bytes: BYTES_PER_SECOND });
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async () => {
      const response = await ask("/stream.mp3");
      const chunks: Buffer[] = [];
      const listener = { response, chunks, bytes: 0, isEnded: false };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        listener.bytes += chunk.length;
      });
      response.on("close", () => (listener.isEnded = true));
      return listener;
    }),
  );
  const heardOn = async (seconds: number): Promise<void> => {
    const wanted = listeners.map(({ bytes }) => bytes + seconds * BYTES_PER_SECOND);
    await until("all listeners heard more", () =>
      listeners.every(({ bytes }, index) => bytes >= (wanted[index] ?? 0)),
    );
  };
  await heardOn(1);

  const killed = station.parts().server ?? Number.NaN;
  process.kill(killed, "SIGKILL");
  // A visitor who comes meanwhile waits, and is answered.
  const answer = await ask("/api/tracks");
  await heardOn(2);

  expect(answer.statusCode).toBe(200);
  expect(station.parts().server).not.toBe(killed);
  await reference.receive({ bytes: reference.receivedBytes + BYTES_PER_SECOND });
  const { audio } = await reference.heard();
  for (const { chunks, isEnded, response } of listeners) {
    response.destroy();
    expect(isEnded).toBe(false);
    expect(longestInCommon(Buffer.concat(chunks), audio)).toBeGreaterThan(3 * BYTES_PER_SECOND);
  }
});

/** How many bytes both hold of one stream, each from its own beginning to the end of one of them; 0: of none. */
function longestInCommon(one: Buffer, other: Buffer): number {
  return Math.max(commonFrom(one, other), commonFrom(other, one));
}

/** The same where `late` begins inside `early`. A bridge repeats itself, so there may be several such places. */
function commonFrom(late: Buffer, early: Buffer): number {
  const beginning = late.subarray(0, 2000);
  let at = early.indexOf(beginning);
  while (at !== -1) {
    const length = Math.min(late.length, early.length - at);
    if (late.subarray(0, length).equals(early.subarray(at, at + length))) return length;
    at = early.indexOf(beginning, at + 1);
  }
  return 0;
}

test("behind nginx by the guide, playlists, cookies and addresses are those of the public side", async () => {
  const playlists = [
    await text(await ask("/stream.m3u")),
    await text(await ask("/stream.mp3.pls")),
  ];
  const page = await ask("/", { headers: { accept: "text/html" } });
  const operator = new Visitor(webUrl);
  await operator.call("POST", "/api/users/login", testAdmin);
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

test("behind nginx by the guide, a visitor plays, chats and uploads, and a restored backup brings the station back", async () => {
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

  const said = await page.evaluate(async () => {
    const response = await fetch("/api/chat/send", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "visitor", message: "heard through nginx" }),
    });
    return response.status;
  });
  expect(said).toBe(200);
  const before = station.parts().server;
  const answers = await page.evaluate(async ({ username, password }) => {
    const json = { "content-type": "application/json" };
    const login = await fetch("/api/users/login", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ username, password }),
    });
    const form = new FormData();
    form.append("music", new Blob([new Uint8Array(49 * 1024 * 1024)]), "noise.mp3");
    const upload = await fetch("/api/upload", { method: "POST", body: form });
    const backup = await fetch("/api/system/backup");
    const restored = new FormData();
    restored.append("password", password);
    restored.append("backup", await backup.blob(), "station.backup.gz");
    const restore = await fetch("/api/system/backup", { method: "POST", body: restored });
    return {
      login: login.status,
      upload: upload.status,
      backup: backup.status,
      restore: restore.status,
    };
  }, testAdmin);

  // nginx let it through: it is the station that finds no sound in it.
  expect(answers).toEqual({ login: 200, upload: 422, backup: 200, restore: 200 });
  await until("a new server answers", async () => {
    const { server } = station.parts();
    const answer = await ask("/api/tracks");
    return server !== undefined && server !== before && answer.statusCode === 200;
  });
  expect(await page.locator('[data-player-state="playing"]').count()).toBeGreaterThan(0);
  await context.close();
});
