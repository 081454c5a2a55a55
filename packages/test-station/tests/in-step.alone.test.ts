// @module-tag chromium
// @module-tag ffmpeg
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../src/browser.ts";
import { TestStation, until } from "../src/test-station.ts";
import { latenessOfTitles, makeTwoTones, recordTitlesAndTones } from "../src/title-recorder.ts";

const IN_STEP_WITHIN_MS = 150;

let music: string;
let forwarder: StreamForwarder;
let station: TestStation;
let browser: Browser;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await makeTwoTones(music);
  const streamPort = await portThatIsFree();
  forwarder = await StreamForwarder.open(streamPort);
  station = await TestStation.start({
    musicDirs: [music],
    environment: { STREAM_PORT: String(streamPort), PUBLIC_STREAM_URL: forwarder.url },
  });
  browser = await launchChromium();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

afterAll(async () => {
  await browser?.close();
  await station?.[Symbol.asyncDispose]();
  await forwarder?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test("the title changes within 150 ms of the new track's sound, not when the station announces it", async () => {
  const page = await listen();

  const differencesMs = await latenessOfTitles(page, { titles: 2, limitMs: 60_000 });

  expect(differencesMs.length).toBeGreaterThanOrEqual(2);
  for (const difference of differencesMs)
    expect(Math.abs(difference)).toBeLessThanOrEqual(IN_STEP_WITHIN_MS);
});

test("the player loads the stream directly from PUBLIC_STREAM_URL, bypassing the web server", async () => {
  const page = await listen();

  const source = new URL(await page.evaluate(() => document.querySelector("audio")?.src ?? ""));

  expect(source.origin).toBe(forwarder.url);
  expect(source.searchParams.get("cid")).toMatch(/^[0-9a-f-]{36}$/);
  await until("sound was carried", () => forwarder.carriedBytes > 10_000);
});

test("the picture is drawn from the signal, and the peak disappears with the sound", async () => {
  const page = await listen();
  const visualizer = page.locator("[data-visualizer]");

  // Tones of -18 dB raised to the station's loudness; the first sound may be their very start.
  await until("the peak of the tones is shown", async () => {
    const peakDb = Number((await visualizer.getAttribute("data-peak-db")) ?? -Infinity);
    return peakDb > -40 && peakDb < 0;
  });
  await page.getByRole("button", { name: "Stop", exact: true }).click();

  await page.locator("[data-visualizer]:not([data-peak-db])").waitFor();
});

test("only the last tab to start playing is heard", async () => {
  const first = await listen();
  const second = await first.context().newPage();
  await second.goto(station.webUrl);

  await second.getByRole("button", { name: "Play", exact: true }).click();

  await second.waitForSelector('[data-player-state="playing"]');
  await first.waitForSelector('[data-player-state="idle"]');
});

/** A new page that plays the station, recording its titles and tones. */
async function listen(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await recordTitlesAndTones(page);
  await page.goto(station.webUrl);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  return page;
}

/** Forwards connections to the stream server from another address, like a proxy. */
class StreamForwarder implements AsyncDisposable {
  readonly #server: Server;
  readonly url: string;
  carriedBytes = 0;

  static async open(toPort: number): Promise<StreamForwarder> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    return new StreamForwarder(server, toPort);
  }

  private constructor(server: Server, toPort: number) {
    this.#server = server;
    this.url = `http://localhost:${portOf(server)}`;
    server.on("connection", (listener) => {
      const stream = connect(toPort, "127.0.0.1");
      stream.on("data", (chunk: Buffer) => {
        this.carriedBytes += chunk.length;
      });
      listener.pipe(stream).pipe(listener);
      for (const [end, other] of [
        [listener, stream],
        [stream, listener],
      ] as const)
        end.on("error", () => {}).on("close", () => other.destroy());
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Its connections end with the station.
    this.#server.close();
    await Promise.resolve();
  }
}

/** Free a moment ago: PUBLIC_STREAM_URL must be known before the station picks a port. */
async function portThatIsFree(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = portOf(server);
  await once(server.close(), "close");
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}
