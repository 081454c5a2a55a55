import { ChildProcess } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogTo } from "@neonrelay/process/log";
import { findChildConfinement } from "../start/child-confinement.ts";
import { EngineProcess, spawnEngineOf, type EngineEnd } from "./engine-process.ts";

const { engine: confinement } = await findChildConfinement();
let folder = "";
let engine: EngineProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "engine-process-"));
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  await rm(folder, { recursive: true });
});

/** An engine that takes `loadMs` until its first block, then sends one every 100 ms. */
async function slowEngine(loadMs: number): Promise<URL> {
  const file = path.join(folder, "engine.mjs");
  await writeFile(
    file,
    `import { writeSync } from "node:fs";
    process.stdin.on("end", () => process.exit(0)).resume();
    const header = Buffer.from(JSON.stringify({ codec: "mp3",
      bitrateKbps: 192, sampleRateHz: 44100, channels: 2, positionSamples: 0, samples: 1152,
      playId: null, playOffsetSamples: 0, isSilentOnPurpose: false, feed: null }));
    function sendBlock() {
      const head = Buffer.alloc(9);
      head.writeUInt32LE(5 + header.length + 1, 0);
      head.writeUInt8(2, 4);
      head.writeUInt32LE(header.length, 5);
      writeSync(3, Buffer.concat([head, header, Buffer.from([0])]));
    }
    setTimeout(() => { sendBlock(); setInterval(sendBlock, 100); }, ${loadMs});`,
  );
  return pathToFileURL(file);
}

interface Watched {
  readonly ends: EngineEnd[];
  /** Log lines. */
  readonly lines: readonly string[];
  readonly blocks: () => number;
  readonly until: (holds: () => boolean) => Promise<void>;
}

function start(spawnEngine: () => ChildProcess): Watched {
  const ends: EngineEnd[] = [];
  const lines: string[] = [];
  let blocks = 0;
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  engine = new EngineProcess({
    spawnEngine,
    log: createLogTo((line) => void lines.push(line), { part: "test", level: "error" }),
  });
  engine.start({
    startMessage: () => ({
      kind: "start",
      mounts: [
        {
          codec: "mp3",
          bitrateKbps: 192,
          sampleRateHz: 44_100,
          channels: 2,
          startSamples: 0,
        },
      ],
      isPlaying: true,
      isFadedOut: false,
      volume: 75,
      crossfadeMs: 0,
      positionSamples: 0,
      dueNs: "0",
      clockSpeed: 1,
      leadMs: 0,
      current: null,
    }),
    onEvent: () => {},
    onBlock: () => {
      blocks += 1;
      change();
    },
    onEnd: (end) => {
      ends.push(end);
      change();
    },
    onStateChanged: change,
  });
  return {
    ends,
    lines,
    blocks: () => blocks,
    until: async (holds) => {
      while (!holds()) await changed.promise;
    },
  };
}

test("an engine may take longer to load than it may later be silent", async () => {
  const url = await slowEngine(4000);
  const { blocks, ends, until } = start(() => spawnEngineOf(url, confinement.wrapper));

  await until(() => blocks() > 8 || ends.length > 0);

  expect(ends).toEqual([]);
  expect(engine?.state).toBe("running");
}, 20_000);

test("on-air does not blame the engine for silence while on-air itself could not run", async () => {
  const url = await slowEngine(0);
  const { blocks, ends, until } = start(() => spawnEngineOf(url, confinement.wrapper));
  await until(() => blocks() > 2);
  const before = blocks();

  // As when a signal stops on-air, or the machine sleeps: no timer fires, nothing is read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);

  await until(() => blocks() > before + 45 || ends.length > 0);
  expect(ends).toEqual([]);
}, 20_000);

test("an engine has no network and can't gain privileges, as far as the system allows", async () => {
  const url = await slowEngine(0);
  const { blocks, until } = start(() => spawnEngineOf(url, confinement.wrapper));
  await until(() => blocks() > 0);

  const isApart = readlinkSync(`/proc/${engine?.pid}/ns/net`) !== readlinkSync("/proc/self/ns/net");
  const status = readFileSync(`/proc/${engine?.pid}/status`, "utf8");

  expect(isApart).toBe(confinement.holds.includes("no network"));
  expect(/^NoNewPrivs:\s+1$/m.test(status)).toBe(
    confinement.holds.some((words) => / new /.test(words)),
  );
});

test("a stopped engine is killed before its silence would show, and replaced", async () => {
  const url = await slowEngine(0);
  const { blocks, ends, lines, until } = start(() => spawnEngineOf(url, confinement.wrapper));
  await until(() => blocks() > 2);

  process.kill(engine?.pid ?? Number.NaN, "SIGSTOP");
  await until(() => ends.length > 0);

  const before = blocks();
  await until(() => blocks() > before);
  expect(ends).toEqual(["died"]);
  expect(lines[0]).toContain('"reason":"is stopped"');
}, 20_000);

/** Replaces Node's own, which for a child without a process would signal our own group. */
const kill = vi.fn<() => boolean>();

test.each([
  [
    "throws",
    (): ChildProcess => {
      throw new Error("EAGAIN");
    },
  ],
  ["has no pipes", (): ChildProcess => Object.assign(new ChildProcess(), { kill })],
])("a start that %s is retried, and costs no play its turn", async (_what, failing) => {
  const url = await slowEngine(0);
  let starts = 0;
  const { blocks, ends, until } = start(() => {
    starts += 1;
    return starts <= 2 ? failing() : spawnEngineOf(url, confinement.wrapper);
  });

  await until(() => blocks() > 0);

  expect([starts, ends]).toEqual([3, []]);
  expect(kill).not.toHaveBeenCalled();
});
