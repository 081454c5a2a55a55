import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@neonrelay/test-station";
import { childrenOf } from "@neonrelay/test-station/station-processes";
import { makeNoise } from "@neonrelay/test-station/tones";
import { TestHlsNginx } from "../packages/on-air/src/stream/hls/test-hls-nginx.ts";
import { projectRoot } from "../scripts/stage.ts";
import { benchSettings, startBareOnAir, trackOf } from "./bare-on-air.ts";
import { brokenBounds, type OriginRequests } from "./hls-bounds-rules.ts";
import { hlsLoadAnswerSchema, type HlsLoadAnswer, type HlsLoadOrder } from "./hls-load.ts";
import type { BenchResult } from "./main.ts";
import { cpuSecondsOf } from "./process-figures.ts";

const NGINX = "/usr/sbin/nginx";
const PLAYERS = 5000;
const MEASURED_SECONDS = 40;
const IDLE_MS = 10_000;
/** nginx stays within its limit; Linux has ports for twice as many. */
const CONNECTIONS = 2 * PLAYERS;

/** 5,000 HLS players behind nginx's cache: what they receive, and what reaches on-air. */
export async function benchHls(): Promise<BenchResult> {
  if (!existsSync(NGINX)) throw new Error("this benchmark needs Debian's nginx: install it");
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-bench-"));
  try {
    const file = path.join(folder, "noise.flac");
    await makeNoise({ file, seconds: 240, title: "Noise" });
    await using onAir = await startBareOnAir({
      folder,
      tracks: [trackOf(file)],
      settings: { ...benchSettings, isOpusOn: false, isAacOn: false, isHlsOn: true },
      clockSpeed: 1,
      environment: {},
      onMessage: () => {},
    });
    await using nginx = await TestHlsNginx.start({
      streamPort: Number(new URL(onAir.baseUrl).port),
      processes: [
        ...(process.getuid?.() === 0 ? ["user root;"] : []),
        "worker_processes 1;",
        `worker_rlimit_nofile ${CONNECTIONS};`,
      ],
      connections: CONNECTIONS,
      http: [
        "log_format origin '$uri $upstream_status';",
        "access_log origin.log origin if=$upstream_status;",
      ],
    });
    await until("three segments are there", async () => {
      const playlist = await fetch(`${onAir.baseUrl}/hls/shared.m3u8`);
      return ((await playlist.text()).match(/\.aac/g)?.length ?? 0) >= 3 ? true : undefined;
    });
    const cpuOf = (pid: number) => cpuSecondsOf(pid);
    const [idleBefore, idleFromMs] = [cpuOf(onAir.pid), performance.now()];
    await delay(IDLE_MS);
    const idle = percentOf(cpuOf(onAir.pid) - idleBefore, performance.now() - idleFromMs);
    const workers = childrenOf(nginx.pid).filter(isWorker);
    const nginxCpu = () => workers.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
    const [before, nginxBefore, fromMs] = [cpuOf(onAir.pid), nginxCpu(), performance.now()];
    const port = Number(new URL(nginx.origin).port);
    const load = await playAll({ port, players: PLAYERS, seconds: MEASURED_SECONDS });
    const tookMs = performance.now() - fromMs;
    return resultOf({
      load,
      tookMs,
      origin: originRequests(path.join(nginx.folder, "origin.log")),
      cpu: {
        idle,
        loaded: percentOf(cpuOf(onAir.pid) - before, tookMs),
        nginx: percentOf(nginxCpu() - nginxBefore, tookMs),
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** nginx's cache loader is also a child for a minute. */
function isWorker(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("worker process");
}

function percentOf(cpuSeconds: number, tookMs: number): number {
  return (cpuSeconds * 100_000) / tookMs;
}

/** nginx's requests to on-air. */
function originRequests(log: string): OriginRequests {
  const times = new Map<string, number>();
  for (const line of readFileSync(log, "utf8").split("\n")) {
    const [uri = ""] = line.split(" ");
    if (uri !== "") times.set(uri, (times.get(uri) ?? 0) + 1);
  }
  const segments = [...times].filter(([uri]) => uri.endsWith(".aac")).map(([, count]) => count);
  return {
    segments: segments.length,
    mostOfOne: Math.max(0, ...segments),
    playlists: times.get("/hls/shared.m3u8") ?? 0,
  };
}

function resultOf({
  load,
  tookMs,
  origin,
  cpu,
}: {
  readonly load: HlsLoadAnswer;
  readonly tookMs: number;
  readonly origin: OriginRequests;
  readonly cpu: { readonly idle: number; readonly loaded: number; readonly nginx: number };
}): BenchResult {
  const row = (what: string, value: number) => ({ what, value: Math.round(value * 10) / 10 });
  const seconds = tookMs / 1000;
  return {
    rows: [
      row("players", PLAYERS),
      row("seconds", seconds),
      row("requests of players, a second", load.requests / seconds),
      row("delivered, Mbit/s", (load.mebibytes * 8.388_608) / seconds),
      row("segments delivered", load.segments),
      row("requests, p50 ms", load.p50Ms),
      row("requests, p99 ms", load.p99Ms),
      row("requests, worst ms", load.worstMs),
      row("segments missed", load.missed),
      row("players without sound, times", load.ranDry),
      row("failures", load.failures),
      row("on-air: different segments asked for", origin.segments),
      row("on-air: most requests for one segment", origin.mostOfOne),
      row("on-air: requests for the playlist, a second", origin.playlists / seconds),
      row("on-air CPU without listeners, % of a core", cpu.idle),
      row("on-air CPU, % of a core", cpu.loaded),
      row("nginx CPU, % of a core", cpu.nginx),
      row("load generator CPU, % of a core", load.cpuPercent),
    ],
    aim: "aim: each segment asked for once, the playlist once a second at most, no player without sound",
    broken: brokenBounds({ origin, load, seconds }),
  };
}

/** In a separate process. */
async function playAll(order: HlsLoadOrder): Promise<HlsLoadAnswer> {
  const load = fork(path.join(projectRoot, "bench/hls-load.ts"));
  try {
    const answer = await new Promise<unknown>((resolve, reject) => {
      load.once("message", resolve);
      load.once("exit", (code) => reject(new Error(`the load generator ended with ${code}`)));
      load.send(order);
    });
    load.removeAllListeners("exit");
    return hlsLoadAnswerSchema.parse(answer);
  } finally {
    if (load.connected) load.disconnect();
  }
}
