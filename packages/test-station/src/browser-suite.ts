import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { scanLimit, TestStation, until, type Visitor } from "./test-station.ts";
import { makeTone } from "./tones.ts";

interface Tone {
  /** Also the file's name. */
  readonly title: string;
  readonly seconds: number;
  /** Default: 440. */
  readonly frequencyHz?: number;
}

/**
 * Registers the hooks of a suite with browsers: `start` runs before the first test; everything it has opened is closed
 * after the last, newest first, even if `start` failed. After each test, the suite's own hooks run before the contexts of
 * the browsers are closed.
 */
export function setUpBrowserSuite(start: (parts: SuiteParts) => Promise<void>): void {
  const parts = new SuiteParts();
  beforeAll(() => start(parts));
  afterEach(() => parts.closeContexts());
  afterAll(() => parts.open.disposeAsync());
}

class SuiteParts {
  /** Closed after the last test. */
  readonly open = new AsyncDisposableStack();
  readonly #browsers: Browser[] = [];

  async browser(launch: () => Promise<Browser>): Promise<Browser> {
    const browser = this.open.use(await launch());
    this.#browsers.push(browser);
    return browser;
  }

  async folder(): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-suite-"));
    this.open.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** A folder with these tones as FLAC. */
  async music(tones: readonly Tone[]): Promise<string> {
    const music = await this.folder();
    const fileOf = (title: string) => path.join(music, `${title}.flac`);
    await Promise.all(
      tones.map((tone) => makeTone({ frequencyHz: 440, ...tone, file: fileOf(tone.title) })),
    );
    return music;
  }

  /** A station with these tones in its library, and nothing else. */
  async station(tones: readonly Tone[]): Promise<{
    readonly music: string;
    readonly station: TestStation;
    readonly operator: Visitor;
  }> {
    const music = await this.music(tones);
    const station = this.open.use(await TestStation.start({ musicDirs: [music] }));
    const operator = await station.operator();
    await until(
      "the music is in the library",
      async () => {
        const { body } = await operator.call("GET", "/api/tracks");
        return Array.isArray(body) && body.length === tones.length;
      },
      scanLimit,
    );
    return { music, station, operator };
  }

  async closeContexts(): Promise<void> {
    for (const browser of this.#browsers)
      for (const context of browser.contexts()) await context.close();
  }
}
