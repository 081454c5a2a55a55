import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PlayableTrack } from "@neonrelay/on-air/protocol";
import * as z from "zod";
import { basicOf, makeTestAccount } from "../packages/on-air/src/djs/test-dj.ts";
import { projectRoot } from "../scripts/stage.ts";
import { benchSettings, startBareOnAir, type BareOnAir } from "./bare-on-air.ts";
import type { BenchResult } from "./main.ts";
import { SoakAir } from "./soak-air.ts";
import { DecodingListener, HlsListener, TitleListener } from "./soak-listeners.ts";
import { ProcessLedger } from "./soak-processes.ts";
import { makeSoakTracks } from "./soak-tracks.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SAMPLE_EVERY_MS = 2000;
/** The engine is calibrated at this speed, for this long, and must reach this share of it. */
const CALIBRATION_SPEED = 4;
const CALIBRATION_MS = 20_000;
const SPEED_SHARE = 0.6;
/** The run is abandoned after this multiple of its expected time. */
const PATIENCE = 3;
const LAST_WORDS_MS = 30_000;
/** MP3 titles are placed 1 s apart, each after the block it applies to. */
const TITLE_BOUNDS_MS = { least: -500, most: 1600 } as const;
/** All mounts end within a page or frame of one another, and decoders begin and end in the middle of a few. */
const MOUNTS_APART_MS = 500;

const settings = { ...benchSettings, isHlsOn: true };
/** Changes every mount, which ends its listeners. */
const lastSettings = { ...settings, bitrateKbps: 160, opusBitrateKbps: 128, aacBitrateKbps: 96 };

/** Hours of programme as fast as the engine can make it, with all the usual events. */
export async function benchSoak({
  hours,
  speed: wantedSpeed,
}: {
  readonly hours: number;
  /** Multiple of real time; null: as fast as calibration allows. */
  readonly speed: number | null;
}): Promise<BenchResult> {
  if (hours < 3) throw new Error("the soak needs three hours: one to warm up and two to compare");
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-soak-"));
  try {
    const tracks = await makeSoakTracks(folder);
    const speed = wantedSpeed ?? (await measureSpeed(path.join(folder, "calibration"), tracks));
    console.log(`${hours} h at ${speed} times real time`);
    return await soak({ folder: path.join(folder, "run"), tracks, speed, hours });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface SoakOptions {
  readonly folder: string;
  readonly tracks: readonly PlayableTrack[];
  readonly speed: number;
  readonly hours: number;
}

async function start(
  { folder, tracks, speed }: Omit<SoakOptions, "hours">,
  air: SoakAir,
): Promise<BareOnAir> {
  await mkdir(folder, { recursive: true });
  return await startBareOnAir({
    folder,
    tracks,
    settings,
    clockSpeed: speed,
    environment: {
      NODE_OPTIONS: `--import=${path.join(projectRoot, "bench/soak-witness.ts")}`,
      SOAK_FOLDER: folder,
    },
    onMessage: (message) => air.take(message),
  });
}

/** This machine's speed with every listener attached, as a whole multiple of real time. */
async function measureSpeed(folder: string, tracks: readonly PlayableTrack[]): Promise<number> {
  const air = new SoakAir(CALIBRATION_SPEED);
  await using onAir = await start({ folder, tracks, speed: CALIBRATION_SPEED }, air);
  using listeners = new DisposableStack();
  for (const { mount, rateHz } of mounts)
    listeners.use(new DecodingListener(`${onAir.baseUrl}${mount}`, rateHz));
  await delay(CALIBRATION_MS);
  return Math.max(1, Math.floor((air.status?.encoderSpeed ?? 1) * SPEED_SHARE));
}

const mounts = [
  { mount: "/stream.mp3", rateHz: 44_100 },
  { mount: "/stream.aac", rateHz: 44_100 },
  { mount: "/stream.opus", rateHz: 48_000 },
] as const;

async function soak(options: SoakOptions): Promise<BenchResult> {
  const { folder, tracks, speed, hours } = options;
  const air = new SoakAir(speed);
  await using onAir = await start(options, air);
  const { link, baseUrl } = onAir;
  using open = new DisposableStack();
  const listen = (index: 0 | 1 | 2): DecodingListener => {
    const { mount, rateHz } = mounts[index];
    return open.use(new DecodingListener(`${baseUrl}${mount}`, rateHz));
  };
  const [mp3, aac] = [listen(0), listen(1)];
  let opus = listen(2);
  const complaints: string[] = [];
  const titles = open.use(new TitleListener(`${baseUrl}/stream.mp3`, settings.bitrateKbps));
  const hls = open.use(new HlsListener(baseUrl));
  const processes = new ProcessLedger({ onAirPid: onAir.pid, folder });
  const dj = makeTestAccount("Soak");
  await link.order("setDjKeys", { keys: [dj.account] });
  const broadcastOf = await readFile(tracks[0]?.path ?? "");

  const changeOpus = async (): Promise<void> => {
    const isFirst = opusBitrateKbps === settings.opusBitrateKbps;
    opusBitrateKbps = isFirst ? 64 : settings.opusBitrateKbps;
    await link.order("setSettings", { ...settings, opusBitrateKbps });
    await endOf(opus);
    complaints.push(...opus.complaints);
    opus = listen(2);
  };
  let { opusBitrateKbps } = settings;
  const jobs: readonly Job[] = [
    { everyMs: 3 * MINUTE_MS, run: () => link.order("skip", { fadeMs: 500 }) },
    { everyMs: 30 * MINUTE_MS, run: () => broadcast(baseUrl, basicOf(dj), broadcastOf) },
    { everyMs: 30 * MINUTE_MS, run: () => link.order("setQueue", { entries: twoEntries(tracks) }) },
    { everyMs: HOUR_MS, run: () => link.order("fade", { direction: "out", fadeMs: 3000 }) },
    { everyMs: HOUR_MS, run: changeOpus },
  ];

  await until(() => air.status !== null);
  const titlesStartMs = await startOf(onAir, titles.cid);
  const beginMs = air.positionMs;
  const beganAt = performance.now();
  const limitMs = ((hours * HOUR_MS) / speed) * PATIENCE + MINUTE_MS;
  for (let doneMs = 0; doneMs < hours * HOUR_MS;) {
    if (performance.now() - beganAt > limitMs) throw new Error(`${limitMs} ms were not enough`);
    await delay(SAMPLE_EVERY_MS);
    const nowMs = air.positionMs - beginMs;
    air.compareTitles(titles, titlesStartMs);
    if (!processes.isEngineThere) throw new Error(`the engine has ended: ${air.told}`);
    processes.sample(Math.min(Math.floor(nowMs / HOUR_MS), Math.ceil(hours) - 1));
    for (const { everyMs, run } of jobs)
      if (Math.floor(nowMs / everyMs) > Math.floor(doneMs / everyMs)) await run();
    if (Math.floor(nowMs / HOUR_MS) > Math.floor(doneMs / HOUR_MS))
      console.log(processes.hours.at(-2));
    doneMs = nowMs;
  }
  const wallMinutes = (performance.now() - beganAt) / MINUTE_MS;

  const last = [mp3, aac, opus];
  const starts = await Promise.all(last.map(async ({ cid }) => startOf(onAir, cid)));
  await link.order("setSettings", lastSettings);
  await Promise.all(last.map(endOf));
  const ends = last.map(({ decodedMs }, index) => (starts[index] ?? 0) + decodedMs);
  const apartMs = Math.max(...ends) - Math.min(...ends);
  complaints.push(...last.flatMap((listener) => listener.complaints));
  return {
    rows: processes.hours,
    aim: [
      `${hours} h at ${speed} times real time in ${round(wallMinutes)} min; ${air.plays} plays, ${air.failed} failed`,
      `titles of MP3 found ${round(air.titleMs.least)} to ${round(air.titleMs.most)} ms behind their position, ${air.titles} of them; the first of these: ${air.leastTitle}`,
      `sound decoded from MP3, AAC and Opus ends at ${ends.map(round).join(", ")} ms, ${round(apartMs)} ms apart`,
      `HLS: ${hls.segments} segments, ${hls.driftSamples} samples off, ${hls.missed} missed`,
      `warnings: ${air.told}`,
      "aim: memory of all hours but the first within 10 % of their middle and at most 3 % more at the end than halfway, heaps that come down to the same in the last third as in the first, handles as many as in the second hour",
    ].join("\n"),
    broken: [
      ...processes.growth,
      ...(air.bridges === 0
        ? driftOf({ apartMs, titleMs: air.titleMs, hlsSamples: hls.driftSamples })
        : [
            `${air.bridges} bridges: the machine was too busy to judge drift, ask for a lower --speed`,
          ]),
      ...(air.failed === 0 ? [] : ["plays failed"]),
      ...complaints.map((complaint) => `a decoder complained: ${complaint}`),
    ],
  };
}

/** Everything that is not at its programme position, as sentences. */
function driftOf({
  apartMs,
  titleMs,
  hlsSamples,
}: {
  readonly apartMs: number;
  readonly titleMs: SoakAir["titleMs"];
  readonly hlsSamples: number;
}): readonly string[] {
  const { least, most } = TITLE_BOUNDS_MS;
  return [
    ...(apartMs <= MOUNTS_APART_MS ? [] : ["the mounts have drifted apart"]),
    ...(titleMs.least >= least && titleMs.most <= most
      ? []
      : ["titles have drifted from the sound"]),
    ...(hlsSamples === 0 ? [] : ["the segments of HLS have drifted from their positions"]),
  ];
}

interface Job {
  /** Of programme. */
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** Programme position where that listener began, in ms. */
async function startOf({ link }: BareOnAir, cid: string): Promise<number> {
  const limit = AbortSignal.timeout(LAST_WORDS_MS);
  for (;;) {
    const session = z
      .nullable(z.object({ startMs: z.number() }))
      .parse(await link.order("session", { cid }));
    if (session !== null) return session.startMs;
    limit.throwIfAborted();
    await delay(100);
  }
}

async function endOf(listener: DecodingListener): Promise<void> {
  const limit = AbortSignal.timeout(LAST_WORDS_MS);
  const late = once(limit, "abort").then(() => {
    if (!listener.isOver) throw new Error("a mount's listener was not ended");
  });
  await Promise.race([listener.ended, late]);
}

async function until(isSo: () => boolean): Promise<void> {
  const limit = AbortSignal.timeout(LAST_WORDS_MS);
  while (!isSo()) {
    limit.throwIfAborted();
    await delay(50);
  }
}

/** Two consecutive tracks. */
function twoEntries(tracks: readonly PlayableTrack[]) {
  return tracks.slice(0, 2).map((track) => ({
    ...track,
    entryId: randomUUID(),
    requestedBy: "Soak",
  }));
}

/** A DJ sends one file and leaves. */
async function broadcast(baseUrl: string, authorization: string, bytes: Buffer): Promise<void> {
  const headers = { authorization, "content-type": "audio/mpeg" };
  const signal = AbortSignal.timeout(LAST_WORDS_MS);
  const sending = request(`${baseUrl}/live`, { method: "PUT", headers, signal });
  sending.end(bytes);
  const [response] = await once(sending, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200)
    throw new Error(`the DJ's broadcast returned ${response.statusCode}`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
