import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { launchChromium } from "../src/browser.ts";
import { TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/** They follow each other for ever: the rotation of two tracks alternates. */
const LOW_HZ = 500;
const HIGH_HZ = 3000;
/** A crossfade takes 4 s, so a title that is early or late by half of it is far outside. */
const IN_STEP_WITHIN_MS = 300;
/** A tone leads when it does so for this many readings. */
const SETTLED_READINGS = 10;

/** What the page showed and its analyser heard, by the page's own clock. */
const observationSchema = z.object({
  titles: z.array(z.object({ atMs: z.number(), title: z.string() })),
  levels: z.array(z.object({ atMs: z.number(), low: z.number(), high: z.number() })),
});
type Observation = z.infer<typeof observationSchema>;

let music: string;
let forwarder: StreamForwarder;
let station: TestStation;
let browser: Browser;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  for (const [name, frequencyHz] of [
    ["Low", LOW_HZ],
    ["High", HIGH_HZ],
  ] as const)
    await makeTone({
      file: path.join(music, `${name}.flac`),
      frequencyHz,
      seconds: 24,
      title: `${name} Tide`,
    });
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

test("the title changes when the new track is heard, not when the station knows of it", async () => {
  await until("a track is well under way", isWellUnderWay, { limitMs: 60_000 });
  const page = await listen();

  await page.waitForFunction(() => document.documentElement.dataset["titles"] === "3", undefined, {
    timeout: 90_000,
  });
  // The tones must be heard beyond the crossfade, so that the flip is found and has settled.
  const shownAtMs = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 3000, shownAtMs);
  const observation = await observationOf(page);

  const differencesMs = observation.titles
    .slice(1)
    .map(({ title, atMs }) => Math.round(atMs - flipTo(title, atMs, observation)));
  expect(differencesMs).toHaveLength(2);
  for (const difference of differencesMs)
    expect(Math.abs(difference)).toBeLessThanOrEqual(IN_STEP_WITHIN_MS);
});

test("the player takes the stream straight from PUBLIC_STREAM_URL, past the web server", async () => {
  const page = await listen();

  const source = new URL(await page.evaluate(() => document.querySelector("audio")?.src ?? ""));

  expect(source.origin).toBe(forwarder.url);
  expect(source.searchParams.get("cid")).toMatch(/^[0-9a-f-]{36}$/);
  expect(forwarder.carriedBytes).toBeGreaterThan(10_000);
});

test("the spectrum is drawn from the signal, and the peak goes when the sound does", async () => {
  const page = await listen();
  const visualizer = page.locator('[data-visualizer="spectrum"]');

  await page.locator("[data-peak-db]").waitFor();
  const peakDb = Number(await visualizer.getAttribute("data-peak-db"));
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator("[data-visualizer]:not([data-peak-db])").waitFor();

  // Tones of -18 dB brought to the station's loudness.
  expect(peakDb).toBeGreaterThan(-40);
  expect(peakDb).toBeLessThan(0);
});

test("only the tab that began last is heard", async () => {
  const first = await listen();
  const second = await first.context().newPage();
  await second.goto(station.webUrl);

  await second.getByRole("button", { name: "Play", exact: true }).click();

  await second.waitForSelector('[data-player-state="playing"]');
  await first.waitForSelector('[data-player-state="idle"]');
});

/** A page of its own in which the station plays and both its titles and its tones are noted. */
async function listen(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observe, { lowHz: LOW_HZ, highHz: HIGH_HZ });
  await page.goto(station.webUrl);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  return page;
}

/** Runs in the page. Notes every title it shows once it plays, and both tones at what its analyser hears. */
function observe({ lowHz, highHz }: { readonly lowHz: number; readonly highHz: number }): void {
  const titles: { atMs: number; title: string }[] = [];
  const levels: { atMs: number; low: number; high: number }[] = [];
  Object.assign(window, { observation: { titles, levels } });
  const noteTitle = () => {
    if (document.querySelector('[data-player-state="playing"]') === null) return;
    const title = document.querySelector('[data-testid="now-playing-title"]')?.textContent ?? "";
    if (title === titles.at(-1)?.title) return;
    titles.push({ atMs: performance.now(), title });
    document.documentElement.dataset["titles"] = String(titles.length);
  };
  new MutationObserver(noteTitle).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["data-player-state"],
  });
  window.AnalyserNode = class WatchedAnalyser extends AnalyserNode {
    constructor(context: BaseAudioContext, options?: AnalyserOptions) {
      super(context, options);
      setInterval(() => this.note(), 25);
    }

    /** From the samples themselves: the analyser's own bins are smoothed over time. */
    note(): void {
      const samples = new Float32Array(this.fftSize);
      this.getFloatTimeDomainData(samples);
      const lengthMs = (samples.length / this.context.sampleRate) * 1000;
      const levelOf = (frequencyHz: number) => {
        let real = 0;
        let imaginary = 0;
        for (const [at, sample] of samples.entries()) {
          // A window without edges, or the louder tone leaks into the level of the other.
          const weighed = sample * (1 - Math.cos((2 * Math.PI * at) / samples.length));
          const angle = (2 * Math.PI * frequencyHz * at) / this.context.sampleRate;
          real += weighed * Math.cos(angle);
          imaginary += weighed * Math.sin(angle);
        }
        return Math.hypot(real, imaginary) / samples.length;
      };
      // The samples end now; their middle is what was heard on average.
      levels.push({
        atMs: performance.now() - lengthMs / 2,
        low: levelOf(lowHz),
        high: levelOf(highHz),
      });
    }
  };
}

async function observationOf(page: Page): Promise<Observation> {
  return observationSchema.parse(
    await page.evaluate((): unknown => Reflect.get(window, "observation")),
  );
}

/** Far from both crossfades: between hearing a click and knowing its moment, a page shows the live edge. */
async function isWellUnderWay(): Promise<boolean> {
  const { body } = await station.visitor().call("GET", "/api/now-playing");
  const nowPlaying = z
    .object({ now: z.nullable(z.object({ startMs: z.number() })), positionMs: z.number() })
    .parse(body);
  const sinceMs = nowPlaying.positionMs - (nowPlaying.now?.startMs ?? Number.NaN);
  return sinceMs > 6000 && sinceMs < 14_000;
}

/**
 * When the sound became that of `title`: the reading nearest to `nearMs` from which on its tone is nearer to its
 * steady level than the other tone to its own, in the middle of an equal-power crossfade.
 */
function flipTo(title: string, nearMs: number, { levels }: Observation): number {
  const steadyLow = Math.max(...levels.map(({ low }) => low));
  const steadyHigh = Math.max(...levels.map(({ high }) => high));
  const leads = levels.map(({ low, high }) => {
    const isHigh = high / steadyHigh > low / steadyLow;
    return isHigh === title.startsWith("High");
  });
  const flips = levels.filter(
    (_, at) =>
      leads[at - 1] === false &&
      leads.slice(at, at + SETTLED_READINGS).every((isLeading) => isLeading),
  );
  const nearest = flips.toSorted(
    (a, b) => Math.abs(a.atMs - nearMs) - Math.abs(b.atMs - nearMs),
  )[0];
  if (nearest === undefined) throw new Error(`${title} was never heard to come on`);
  return nearest.atMs;
}

/** Carries connections to the stream server under another address, as a proxy in front of a station would. */
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

/** Free a moment ago: the address in PUBLIC_STREAM_URL must be known before the station chooses a port. */
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
