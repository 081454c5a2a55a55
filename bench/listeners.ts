import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { TestIcecast } from "@neonrelay/on-air/test-icecast";
import { until } from "@neonrelay/test-station";
import { makeNoise } from "@neonrelay/test-station/tones";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import {
  ACCEPT_LIMIT_MS,
  listenerCases,
  listenerRow,
  type ListenerCase,
  type ListenerFigure,
} from "./listener-cases.ts";
import { ListenerCrowd } from "./listener-crowd.ts";
import { answersAt } from "./playout.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf, memoryMibOf } from "./process-figures.ts";
import { ratiosOf } from "./result-rules.ts";
import type { BenchRow } from "./stored-result.ts";

const ICECAST = "/usr/bin/icecast2";
const LOAD_PROCESSES = 2;
/** The median counts. */
const ROUNDS = 3;
const MAX_LISTENERS = Math.max(...listenerCases.map(({ listeners }) => listeners));
/** Time for the last initial bursts to finish. */
const SETTLE_MS = 3000;
/** Keeps the cleanup after one crowd out of the next measurement. */
const QUIET_MS = 1500;
const MEASURED_SECONDS = 12;
const STORM = 5000;

interface Side {
  readonly name: "neonrelay" | "icecast";
  readonly port: number;
  readonly pid: number;
}

interface Round {
  readonly accepted: number;
  readonly acceptSeconds: number;
  readonly within: number;
  readonly megabitsPerSecond: number;
  readonly cpuPercent: number;
  readonly cpuPerGigabit: number;
  readonly memoryMib: number;
  readonly loadCpuPercent: number;
}

/**
 * The stream server next to Icecast, which relays the same mount: listeners alternate between both. Measures the server
 * process without the encoders, since Icecast needs an encoder, too.
 */
export async function benchListeners(): Promise<BenchResult> {
  if (!existsSync(ICECAST)) throw new Error("this benchmark needs Debian's icecast2: install it");
  using crowd = new ListenerCrowd({ processes: LOAD_PROCESSES, most: MAX_LISTENERS });
  const rows: BenchRow[] = [];
  for (const bitrateKbps of new Set(listenerCases.map((each) => each.bitrateKbps)))
    rows.push(...(await benchBitrate(crowd, bitrateKbps)));
  return {
    rows,
    aim: "aim: at most 0.15 of Icecast's CPU at equal delivery, every listener within 1 % of the bitrate, 10,000 accepted in 5 s",
    broken: [],
  };
}

async function benchBitrate(crowd: ListenerCrowd, bitrateKbps: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  try {
    const file = path.join(folder, "noise.flac");
    await makeNoise({ file, seconds: 240, title: "Noise" });
    await using onAir = await startBareOnAir({
      folder,
      tracks: [trackOf(file)],
      settings: {
        ...benchSettings,
        bitrateKbps,
        isOpusOn: false,
        isAacOn: false,
        maxListeners: 2 * MAX_LISTENERS,
      },
      clockSpeed: 1,
      environment: {},
      onMessage: () => {},
    });
    const port = Number(new URL(onAir.baseUrl).port);
    const mount = "/stream.mp3";
    await using icecast = await TestIcecast.start({
      relay: { port, mount, localMount: mount },
      clients: 2 * MAX_LISTENERS,
    });
    await using relayed = await until("Icecast relays the mount", () =>
      answersAt(`${icecast.url}${mount}`),
    );
    await relayed[Symbol.asyncDispose]();
    const sides: readonly Side[] = [
      { name: "neonrelay", port, pid: onAir.pid },
      { name: "icecast", port: icecast.port, pid: icecast.pid ?? 0 },
    ];
    const rows: BenchRow[] = [];
    for (const each of listenerCases.filter((one) => one.bitrateKbps === bitrateKbps))
      rows.push(...(await benchCase(crowd, sides, each)));
    if (bitrateKbps === listenerCases[0]?.bitrateKbps)
      rows.push(...(await benchStorm(crowd, sides)));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Alternating, so that other load on the machine affects both alike. */
async function benchCase(
  crowd: ListenerCrowd,
  sides: readonly Side[],
  each: ListenerCase,
): Promise<BenchRow[]> {
  const rounds = { neonrelay: [] as Round[], icecast: [] as Round[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of sides) rounds[side.name].push(await playRound(crowd, side, each));
  const row = (what: ListenerFigure, pick: (round: Round) => number): BenchRow => {
    const [neonrelay, icecast] = [rounds.neonrelay.map(pick), rounds.icecast.map(pick)];
    return {
      what: listenerRow(each, what),
      neonrelay,
      icecast,
      ratio: ratiosOf(neonrelay, icecast),
    };
  };
  return [
    row("accepted", (round) => round.accepted),
    row("until all had sound, s", (round) => round.acceptSeconds),
    row("within 1 % of the bitrate", (round) => round.within),
    row("delivered, Mbit/s", (round) => round.megabitsPerSecond),
    row("CPU, % of a core", (round) => round.cpuPercent),
    row("CPU per delivered Gbit, s", (round) => round.cpuPerGigabit),
    row("memory, MiB", (round) => round.memoryMib),
    row("load generators' CPU, % of a core", (round) => round.loadCpuPercent),
  ];
}

async function playRound(
  crowd: ListenerCrowd,
  { port, pid }: Side,
  each: ListenerCase,
): Promise<Round> {
  const { listeners, bitrateKbps, wantsTitles } = each;
  const order = { port, wantsTitles, limitMs: ACCEPT_LIMIT_MS };
  const { accepted, tookMs } = await crowd.listen({ ...order, listeners });
  await delay(SETTLE_MS);
  const [cpuBefore, startedMs] = [cpuSecondsOf(pid), performance.now()];
  const measured = await crowd.measure({ seconds: MEASURED_SECONDS, bitrateKbps });
  const cpuSeconds = cpuSecondsOf(pid) - cpuBefore;
  const seconds = (performance.now() - startedMs) / 1000;
  const memoryMib = memoryMibOf(pid);
  await crowd.listen({ ...order, listeners: 0 });
  await delay(QUIET_MS);
  const gigabits = (measured.megabytes * 8) / 1000;
  return {
    accepted,
    acceptSeconds: rounded(tookMs / 1000),
    within: measured.within,
    megabitsPerSecond: rounded((gigabits * 1000) / seconds),
    cpuPercent: rounded((cpuSeconds * 100) / seconds),
    cpuPerGigabit: rounded(cpuSeconds / gigabits),
    memoryMib: rounded(memoryMib),
    loadCpuPercent: rounded(measured.cpuPercent),
  };
}

/** All listeners leave at once and come back, as after a network outage. */
async function benchStorm(crowd: ListenerCrowd, sides: readonly Side[]): Promise<BenchRow[]> {
  const found = {
    neonrelay: { tookMs: 0, accepted: 0, failures: 0 },
    icecast: { tookMs: 0, accepted: 0, failures: 0 },
  };
  for (const { name, port } of sides) {
    const order = { port, wantsTitles: false, limitMs: ACCEPT_LIMIT_MS };
    await crowd.listen({ ...order, listeners: STORM });
    await delay(SETTLE_MS);
    found[name] = await crowd.listen({ ...order, listeners: STORM });
    await crowd.listen({ ...order, listeners: 0 });
    await delay(QUIET_MS);
  }
  const row = (what: string, pick: (one: typeof found.icecast) => number): BenchRow => ({
    what: `${STORM} listeners come back at once: ${what}`,
    neonrelay: pick(found.neonrelay),
    icecast: pick(found.icecast),
  });
  return [
    row("accepted", ({ accepted }) => accepted),
    row("until all had sound, s", ({ tookMs }) => rounded(tookMs / 1000)),
    row("connections that failed", ({ failures }) => failures),
  ];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
