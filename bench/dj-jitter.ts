import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { FromOnAir } from "@neonrelay/on-air/protocol";
import { makeTestAccount, sourceHead } from "../packages/on-air/src/djs/test-dj.ts";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import type { BenchOptions, BenchResult } from "./main.ts";

const run = promisify(execFile);
const MINUTES = 10;
const JITTER_MS = 80;
/** A frame of MP3 at 44.1 kHz, in ms, and one second at 192 kbit/s, in bytes. */
const FRAME_MS = (1152 / 44_100) * 1000;
const SECOND_BYTES = 24_000;
/** Seconds sent at once in addition: a DJ then starts with 3 s of sound instead of 1.5 s. */
const AHEAD_SECONDS = { "1.5 s": 0, "3 s": 1.5 } as const;

/**
 * [P50] How often a DJ whose packets are up to about 80 ms late drops out, starting with 1.5 s and with 3 s of sound.
 */
export async function benchDjJitter({ minutes }: BenchOptions): Promise<BenchResult> {
  const seconds = (minutes ?? MINUTES) * 60;
  const folder = await mkdtemp(path.join(tmpdir(), "dj-jitter-"));
  try {
    const [music, speech] = [path.join(folder, "music.flac"), path.join(folder, "dj.mp3")];
    await tone(music, { hz: 440, seconds: 60 });
    await tone(speech, { hz: 880, seconds: seconds + 10 });
    const bytes = await readFile(speech);
    const [short = NaN, long = NaN] = await Promise.all(
      Object.entries(AHEAD_SECONDS).map(async ([name, aheadSeconds]) => {
        const own = await mkdtemp(path.join(folder, `${name.length}-`));
        return await countDropOuts({ folder: own, music, bytes, seconds, aheadSeconds });
      }),
    );
    return {
      rows: [
        { what: "drop-outs, begun with 1.5 s", neonrelay: [short] },
        { what: "drop-outs, begun with 3 s", neonrelay: [long] },
      ],
      aim: `bound: at ${JITTER_MS} ms of jitter, in ${seconds / 60} minutes, no more with 1.5 s than with 3 s`,
      broken: short > long ? [`a DJ begun with 1.5 s dropped out ${short} times, not ${long}`] : [],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tone(
  file: string,
  { hz, seconds }: { readonly hz: number; readonly seconds: number },
): Promise<void> {
  const source = `sine=f=${hz}:r=44100:d=${seconds}`;
  await run("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    source,
    "-ac",
    "2",
    "-b:a",
    "192k",
    file,
  ]);
}

/** How often the station returns to music before a DJ has ended. */
async function countDropOuts({
  folder,
  music,
  bytes,
  seconds,
  aheadSeconds,
}: {
  readonly folder: string;
  readonly music: string;
  readonly bytes: Buffer;
  readonly seconds: number;
  /** Sent at once. */
  readonly aheadSeconds: number;
}): Promise<number> {
  let liveStarts = 0;
  const onMessage = (message: FromOnAir): void => {
    if (message.kind === "event" && message.event.type === "play.started")
      liveStarts += message.event.play.kind === "live" ? 1 : 0;
  };
  await using onAir = await startBareOnAir({
    folder,
    tracks: [trackOf(music)],
    settings: { ...benchSettings, isOpusOn: false, isAacOn: false },
    clockSpeed: 1,
    environment: {},
    onMessage,
  });
  const dj = makeTestAccount("Jitter");
  await onAir.link.order("setDjKeys", { keys: [dj.account] });
  const { hostname: host, port } = new URL(onAir.baseUrl);
  const socket = connect({ host, port: Number(port), noDelay: true });
  socket.on("error", () => {}); // counted as a drop-out
  socket.write(sourceHead(dj));
  const frames = Math.round((seconds * 1000) / FRAME_MS);
  const beganMs = performance.now();
  let at = Math.round(aheadSeconds * SECOND_BYTES);
  socket.write(bytes.subarray(0, at));
  for (let frame = 1; frame <= frames; frame += 1) {
    // TCP keeps the order: a late packet delays those behind it.
    const dueMs = beganMs + frame * FRAME_MS + Math.abs(gaussian()) * JITTER_MS;
    await delay(Math.max(0, dueMs - performance.now()));
    const end = Math.round((aheadSeconds + (frame * FRAME_MS) / 1000) * SECOND_BYTES);
    socket.write(bytes.subarray(at, end));
    at = end;
  }
  socket.destroy();
  return Math.max(0, liveStarts - 1);
}

/** Normally distributed, with a standard deviation of 1. */
function gaussian(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}
