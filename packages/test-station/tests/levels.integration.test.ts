// @module-tag ffmpeg
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeLevels, nowPlayingSchema, type Levels } from "@neonrelay/contract";
import { scanLimit, TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const TONE_HZ = 1000;
/** Of 64 from 40 Hz to 16 kHz. */
const TONE_BAND = Math.floor((64 * Math.log(TONE_HZ / 40)) / Math.log(400));

let music: string;
let station: TestStation;
beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  const file = path.join(music, "tone.flac");
  await makeTone({ file, frequencyHz: TONE_HZ, seconds: 60, title: "Tone" });
  station = await TestStation.start({ musicDirs: [music] });
  await until("the tone is on air", async () => (await nowOnAir())?.title === "Tone", scanLimit);
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test("a page that subscribes gets the levels of what is on air, whatever happens to the engine", async () => {
  using page = new LevelsPage(station.webUrl);

  const levels = await page.toneAfter(-1);
  const play = await nowOnAir();
  const { engine } = station.parts();
  if (engine === undefined) throw new Error("no engine runs");
  process.kill(engine, "SIGKILL");
  await until("another engine runs", () => {
    const { engine: now } = station.parts();
    return now !== undefined && now !== engine;
  });
  const later = await page.toneAfter(page.newestMs + 1000);

  expect(Math.abs(levels.peakDb - levels.rmsLeftDb - 3)).toBeLessThan(1);
  expect(levels.rmsRightDb).toBe(levels.rmsLeftDb);
  expect(levels.posMs).toBeGreaterThan(play?.startMs ?? Infinity);
  expect(later.posMs).toBeGreaterThan(levels.posMs + 1000);
});

async function nowOnAir() {
  const { body } = await station.visitor().call("GET", "/api/now-playing");
  return nowPlayingSchema.parse(body).now;
}

/** A page that shows levels: keeps the newest with the tone alone in it. */
class LevelsPage implements Disposable {
  readonly #socket: WebSocket;
  #newest: Levels | null = null;

  constructor(webUrl: string) {
    this.#socket = new WebSocket(new URL("/ws", webUrl.replace(/^http/, "ws")));
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("open", () =>
      this.#socket.send(JSON.stringify({ type: "subscribe", data: { topic: "levels" } })),
    );
    this.#socket.addEventListener("message", ({ data }) => {
      const levels = data instanceof ArrayBuffer ? decodeLevels(data) : null;
      if (levels !== null && isTone(levels)) this.#newest = levels;
    });
  }

  get newestMs(): number {
    return this.#newest?.posMs ?? 0;
  }

  async toneAfter(posMs: number): Promise<Levels> {
    return await until("the levels of the tone arrive", () => {
      const newest = this.#newest;
      return newest !== null && newest.posMs > posMs && newest;
    });
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

function isTone({ bandsDb, rmsLeftDb }: Levels): boolean {
  const strongestDb = Math.max(...bandsDb);
  const others = bandsDb.filter((_, band) => Math.abs(band - TONE_BAND) > 5);
  return (
    bandsDb[TONE_BAND] === strongestDb &&
    rmsLeftDb > -60 &&
    others.every((db) => db < strongestDb - 40)
  );
}
