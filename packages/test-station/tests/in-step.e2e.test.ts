import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { launchChromium } from "../src/browser.ts";
import { TestStation } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/** They follow each other for ever: the rotation of two tracks alternates. */
const LOW_HZ = 500;
const HIGH_HZ = 3000;
const IN_STEP_WITHIN_MS = 150;
/** A tone leads when it does so for this many windows of 10 ms. */
const SETTLED_WINDOWS = 10;
/** Between hearing a click and knowing its moment, a page shows the live edge. */
const KNOWN_AFTER_MS = 2000;
/** So much of the sound around a title is needed to find its flip. */
const SOUND_AFTER_MS = 500;
/** Between two moments at which the page had time, more than this was the machine's and not the page's. */
const LONGEST_STEP_MS = 25;

/**
 * What the page showed and played, by the clock of its sound: changes of the title at what came out of the speaker
 * when they appeared, tones where they lie in what was played. The page need not find time to look at it at once.
 */
const observationSchema = z.object({
  changes: z.array(z.object({ atMs: z.number(), title: z.string() })),
  /** Moments at which the page had time; it looks for them all 10 ms. */
  free: z.array(z.number()),
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
      seconds: 8,
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

test("the title changes within 150 ms of the new track's sound, not when the station knows of it", async () => {
  const page = await listen();

  await page.waitForFunction(
    () => Number(document.documentElement.dataset["heardChanges"]) >= 2,
    undefined,
    { timeout: 60_000 },
  );
  const observation = await observationOf(page);

  const differencesMs = observation.changes.map(({ title, atMs }) =>
    Math.round(lateness(atMs, flipTo(title, atMs, observation), observation)),
  );
  console.log(
    "DIFF",
    differencesMs,
    observation.changes.map(({ title, atMs }) => atMs - flipTo(title, atMs, observation)),
  );
  expect(differencesMs.length).toBeGreaterThanOrEqual(2);
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

test("the picture is drawn from the signal, and the peak goes when the sound does", async () => {
  const page = await listen();
  const visualizer = page.locator("[data-visualizer]");

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
  await page.addInitScript(observe, {
    lowHz: LOW_HZ,
    highHz: HIGH_HZ,
    knownAfterMs: KNOWN_AFTER_MS,
    soundAfterMs: SOUND_AFTER_MS,
  });
  await page.goto(station.webUrl);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector('[data-player-state="playing"]');
  return page;
}

/** Runs in the page. Notes how the title changes from tone to tone, and both tones in windows of 10 ms of what it plays. */
function observe({
  lowHz,
  highHz,
  knownAfterMs,
  soundAfterMs,
}: {
  readonly lowHz: number;
  readonly highHz: number;
  readonly knownAfterMs: number;
  readonly soundAfterMs: number;
}): void {
  const changes: { atMs: number; title: string }[] = [];
  const levels: { atMs: number; low: number; high: number }[] = [];
  const free: number[] = [];
  let shown = "";
  let heardMs: (() => number) | undefined;
  Object.assign(window, { observation: { changes, free, levels } });
  const noteTitle = () => {
    if (heardMs === undefined || document.querySelector('[data-player-state="playing"]') === null)
      return;
    const title = document.querySelector('[data-testid="now-playing-title"]')?.textContent ?? "";
    if (title === shown) return;
    const atMs = heardMs();
    // What comes after the emergency loop comes after both tones.
    if (atMs > knownAfterMs && shown.endsWith("Tide")) changes.push({ atMs, title });
    shown = title;
  };
  new MutationObserver(noteTitle).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["data-player-state"],
  });
  window.AudioContext = class WatchedContext extends AudioContext {
    override createMediaElementSource(element: HTMLMediaElement): MediaElementAudioSourceNode {
      const source = super.createMediaElementSource(element);
      // It holds 0.7 s: that long may the page be busy without missing anything.
      const recorder = new AnalyserNode(this, { fftSize: 32_768 });
      source.connect(recorder);
      setInterval(() => this.note(recorder), 100);
      setInterval(() => free.push((this.currentTime - this.outputLatency) * 1000), 10);
      heardMs = () => (this.currentTime - this.outputLatency) * 1000;
      return source;
    }

    /** The tones of what was played since the last call. */
    note(recorder: AnalyserNode): void {
      const samples = new Float32Array(recorder.fftSize);
      const endSeconds = this.currentTime;
      recorder.getFloatTimeDomainData(samples);
      const length = Math.round(this.sampleRate / 100);
      const knownMs = (levels.at(-1)?.atMs ?? 0) + 5;
      for (let from = samples.length % length; from < samples.length; from += length) {
        const middle = from + length / 2;
        const atMs = (endSeconds - (samples.length - middle) / this.sampleRate) * 1000;
        if (atMs <= knownMs) continue;
        const window = samples.subarray(from, from + length);
        levels.push({
          atMs,
          low: this.levelOf(window, lowHz),
          high: this.levelOf(window, highHz),
        });
      }
      const heard = changes.filter(({ atMs }) => atMs + soundAfterMs < endSeconds * 1000);
      document.documentElement.dataset["heardChanges"] = String(heard.length);
    }

    levelOf(samples: Float32Array, frequencyHz: number): number {
      let real = 0;
      let imaginary = 0;
      for (const [at, sample] of samples.entries()) {
        // A window without edges, or the louder tone leaks into the level of the other.
        const weighed = sample * (1 - Math.cos((2 * Math.PI * at) / samples.length));
        const angle = (2 * Math.PI * frequencyHz * at) / this.sampleRate;
        real += weighed * Math.cos(angle);
        imaginary += weighed * Math.sin(angle);
      }
      return Math.hypot(real, imaginary) / samples.length;
    }
  };
}

async function observationOf(page: Page): Promise<Observation> {
  return observationSchema.parse(
    await page.evaluate((): unknown => Reflect.get(window, "observation")),
  );
}

/**
 * By how much a title came after its sound, or before it (negative), in ms. On a machine that is busy with others, time
 * in which the page was given none does not count.
 */
function lateness(titleMs: number, soundMs: number, { free }: Observation): number {
  if (titleMs <= soundMs) return titleMs - soundMs;
  const between = free.filter((atMs) => atMs > soundMs && atMs < titleMs);
  const moments = [soundMs, ...between, titleMs];
  return moments.reduce((sum, atMs, index) => {
    const stepMs = atMs - (moments[index - 1] ?? atMs);
    return sum + Math.min(LONGEST_STEP_MS, stepMs);
  }, 0);
}

/**
 * When the sound became that of `title`: the window nearest to `nearMs` from which on its tone is nearer to its
 * steady level than the other tone to its own.
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
      leads.slice(at, at + SETTLED_WINDOWS).every((isLeading) => isLeading),
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
