import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import type { BlockHeader } from "../engine/engine-protocol.ts";
import { createStreamTitle } from "../stream/icy.ts";
import type { StreamBlock } from "../stream/ring.ts";
import { findChildConfinement } from "../start/child-confinement.ts";
import { EngineFeeds } from "../engine-host/engine-feeds.ts";
import { EngineProcess, spawnEngineOf } from "../engine-host/engine-process.ts";
import { silentMp3Frame } from "./silent-frames.ts";
import { defaultSettings } from "../protocol/index.ts";
import { statusSource } from "../playout/on-air-status.ts";
import { EngineShift } from "./engine-shift.ts";
import { MountFeeds } from "./mount-feeds.ts";
import { ProgrammeTime } from "./programme-clock.ts";
import { Transmitter } from "./transmitter.ts";

const { wrapper } = (await findChildConfinement()).engine;

const FRAME_SAMPLES = 1152;
let folder = "";
let transmitter: Transmitter | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "programme-"));
});
afterEach(async () => {
  await transmitter?.close();
  transmitter = undefined;
  await rm(folder, { recursive: true });
});

/** An engine that sends one block of ten frames at the ordered start, then does `afterwards`. */
async function engineThat(afterwards: string): Promise<URL> {
  const file = path.join(folder, "engine.mjs");
  const bytes = Buffer.concat(Array.from({ length: 10 }, () => silentMp3Frame(defaultSettings)));
  await writeFile(
    file,
    `import { writeSync } from "node:fs";
    const audio = Buffer.from("${bytes.toString("base64")}", "base64");
    function send(kind, payload) {
      const head = Buffer.alloc(5);
      head.writeUInt32LE(payload.length + 1, 0);
      head.writeUInt8(kind, 4);
      writeSync(3, Buffer.concat([head, payload]));
    }
    process.stdin.on("end", () => process.exit(0));
    process.stdin.once("data", (line) => {
      let { positionSamples } = JSON.parse(String(line).split("\\n")[0]);
      function sendBlock() {
        const header = Buffer.from(JSON.stringify({ codec: "mp3",
          bitrateKbps: 192, sampleRateHz: 44100, channels: 2, positionSamples, samples: 11520,
          playId: null, playOffsetSamples: 0, isSilentOnPurpose: false, feed: null }));
        const length = Buffer.alloc(4);
        length.writeUInt32LE(header.length, 0);
        send(2, Buffer.concat([length, header, audio]));
        positionSamples += 11520;
      }
      sendBlock();
      ${afterwards}
    });`,
  );
  return pathToFileURL(file);
}

interface Watched {
  /** How far the ring's end is ahead of the clock. */
  readonly aheadSamples: () => number;
  readonly blocks: StreamBlock[];
  /** How overdue the ring's end was where each bridge started, in ms. */
  readonly bridgedAfterMs: number[];
  readonly headers: BlockHeader[];
  /** Whether the newest block is the bridge's. */
  readonly isBridged: () => boolean;
  /** Resolves once that holds; checked after each block and change. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

function start(engineUrl: URL): Watched {
  const blocks: StreamBlock[] = [];
  const headers: BlockHeader[] = [];
  const bridgedAfterMs: number[] = [];
  let taken = 0;
  let isBridged = false;
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const title = createStreamTitle("Test");
  const log = createLog({ part: "test", level: "silent" });
  const startSamples = 5 * FRAME_SAMPLES;
  const engine = new EngineProcess({ spawnEngine: () => spawnEngineOf(engineUrl, wrapper), log });
  const time = new ProgrammeTime({ positionSamples: startSamples, speed: 1 });
  const mounts = new MountFeeds({ startSamples, loops: [], time, log });
  transmitter = new Transmitter({
    engine,
    feeds: new EngineFeeds((message) => engine.send(message)),
    time,
    shift: new EngineShift(mounts.main.ring),
    mounts,
    director: {
      isFadedOut: () => false,
      currentPlay: () => null,
      cuedPlay: () => null,
      takes: () => [],
      titleOf: () => title,
    },
    settings: () => defaultSettings,
    engineLogLevel: "silent",
    log,
  });
  transmitter.events.subscribe((event) => {
    if (event.kind === "block") headers.push(event.header);
    if (event.kind === "engine.ended" || event.kind === "state.changed") change();
  });
  mounts.main.ring.onAppend((block) => {
    blocks.push(block);
    const isEngines = headers.length > taken;
    if (!isEngines && !isBridged) bridgedAfterMs.push(time.overdueMs(block.positionSamples));
    isBridged = !isEngines;
    taken = headers.length;
    change();
  });
  transmitter.start();
  return {
    aheadSamples: () => mounts.main.ring.endSamples - time.positionSamples,
    blocks,
    bridgedAfterMs,
    headers,
    isBridged: () => isBridged,
    until: async (holds) => {
      while (!holds()) await changed.promise;
    },
  };
}

test("while the engine delivers nothing the bridge follows its last block, in real time", async () => {
  const { aheadSamples, blocks, until } = start(await engineThat(""));

  // Everything due comes at once.
  await until(() => blocks.length >= 4);

  expect(transmitter?.source).toBe("bridge");
  const places = blocks.map(({ positionSamples }) => positionSamples / FRAME_SAMPLES);
  expect(places.slice(0, 4)).toEqual([5, 15, 25, 35]);
  expect(aheadSamples()).toBeLessThan(44_100);
});

test("an engine that sends nonsense is replaced by one that continues where the ring ends", async () => {
  const { headers, blocks, until } = start(
    await engineThat("writeSync(3, Buffer.from([255, 255, 255, 255, 255]));"),
  );

  await until(() => headers.length === 2);

  // A machine slow to start either of them has bridged meanwhile: the engine continues at the ring's end.
  const ends = blocks.map(({ positionSamples, samples }) => positionSamples + samples);
  expect(blocks[0]?.positionSamples).toBe(5 * FRAME_SAMPLES);
  expect(blocks.map(({ positionSamples }) => positionSamples)).toContain(
    headers[0]?.positionSamples,
  );
  expect(blocks.slice(1).map(({ positionSamples }) => positionSamples)).toEqual(ends.slice(0, -1));
  expect(blocks.at(-1)?.positionSamples).toBe(headers[1]?.positionSamples);
});

test("a block goes after the bridge, not into it", async () => {
  const { headers, blocks, isBridged, until } = start(
    await engineThat('process.stdin.on("data", () => sendBlock());'),
  );
  // If it is slow to start, it is replaced before there is a bridge.
  await until(() => headers.length > 0 && isBridged());
  const given = headers.length;

  transmitter?.setLevels(true);
  await until(() => headers.length > given);

  const ends = blocks.map(({ positionSamples, samples }) => positionSamples + samples);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.slice(1).map(({ positionSamples }) => positionSamples)).toEqual(ends.slice(0, -1));
  expect(headers.at(-1)?.positionSamples).toBe(blocks.at(-1)?.positionSamples);
  expect(transmitter?.source).toBe("emergency");
});

test("an engine that is silent for a second leaves no trace of the bridge", async () => {
  const { headers, bridgedAfterMs, until } = start(
    await engineThat("setTimeout(sendBlock, 1000);"),
  );

  await until(() => headers.length === 2);

  // On a machine that stalls meanwhile it was silent for longer.
  expect(bridgedAfterMs.filter((overdueMs) => overdueMs < 1900)).toEqual([]);
});

test("a paused station is reported as paused, whatever produces its silence", () => {
  expect(statusSource("bridge", { isPlaying: false, isFadedOut: true })).toBe("paused");
  expect(statusSource("silence", { isPlaying: true, isFadedOut: false })).toBe("programme");
  expect(statusSource("silence", { isPlaying: true, isFadedOut: true })).toBe("faded-out");
  expect(statusSource("emergency", { isPlaying: true, isFadedOut: false })).toBe("emergency");
});
