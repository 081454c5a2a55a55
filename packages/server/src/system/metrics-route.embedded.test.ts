import type { HlsStorageState, ProbeState } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { TestOnAir } from "../radio/test-on-air.ts";
import { testStatus } from "../radio/test-status.ts";

let server: TestServer;
let onAir: TestOnAir;
beforeAll(async () => {
  server = await startTestServer();
  onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const hello = { kind: "hello", protocolVersion: 1, journalId: randomUUID() } as const;
  onAir.send({ ...hello, newestNumber: 0 }, { kind: "replayed" });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await onAir.close();
});

/** The metrics of our own listener, after on-air has reported this. */
async function probeLines(probes: ProbeState[]): Promise<readonly string[]> {
  onAir.send({ kind: "status", status: { ...testStatus(null), probes } });
  await expect.poll(() => server.link.status?.probes).toEqual(probes);
  return await linesOf("neonrelay_probe_");
}

/** The metrics of the HLS copy, after on-air has reported this. */
async function copyLines(hlsStorage: HlsStorageState | null): Promise<readonly string[]> {
  onAir.send({ kind: "status", status: { ...testStatus(null), hlsStorage } });
  await expect.poll(() => server.link.status?.hlsStorage).toEqual(hlsStorage);
  return await linesOf("neonrelay_hls_storage_");
}

async function linesOf(prefix: string): Promise<readonly string[]> {
  const text = await (await fetch(new URL("/metrics", server.origin))).text();
  return text.split("\n").filter((line) => line.startsWith(prefix));
}

test("[S81] the metrics show what the probe hears of each mount and of HLS, and drop what it no longer hears", async () => {
  const mp3 = {
    path: "/stream.mp3",
    problem: null,
    levelDb: -12.5,
    titleAgeMs: 61_000,
    ageMs: 4000,
  };
  const hls = {
    path: "/hls/live.m3u8",
    problem: "Quiet",
    levelDb: null,
    titleAgeMs: null,
    ageMs: null,
  };

  const both = await probeLines([mp3, hls]);
  const one = await probeLines([{ ...hls, problem: null, levelDb: -20 }]);

  expect(both).toEqual([
    'neonrelay_probe_up{mount="/stream.mp3"} 1',
    'neonrelay_probe_up{mount="/hls/live.m3u8"} 0',
    'neonrelay_probe_level_dbfs{mount="/stream.mp3"} -12.5',
    'neonrelay_probe_title_age_seconds{mount="/stream.mp3"} 61',
    expect.stringMatching(/^neonrelay_probe_age_seconds\{mount="\/stream.mp3"\} 4(?:\.\d+)?$/),
  ]);
  expect(one).toEqual([
    'neonrelay_probe_up{mount="/hls/live.m3u8"} 1',
    'neonrelay_probe_level_dbfs{mount="/hls/live.m3u8"} -20',
  ]);
});

test("the metrics show whether HLS reaches the object storage, and how far behind it is there", async () => {
  const copying: HlsStorageState = {
    state: "copying",
    sinceMs: 0,
    pushedAtMs: 1000,
    behindSeconds: 6,
    lostSegments: 0,
    problem: null,
    retryAtMs: null,
  };

  const well = await copyLines(copying);
  const failing = await copyLines({
    ...copying,
    state: "failing",
    behindSeconds: 36,
    lostSegments: 2,
  });
  const idle = await copyLines({ ...copying, state: "idle" });
  const none = await copyLines(null);

  expect(well).toEqual([
    "neonrelay_hls_storage_up 1",
    "neonrelay_hls_storage_behind_seconds 6",
    "neonrelay_hls_storage_lost_segments 0",
  ]);
  expect(failing).toEqual([
    "neonrelay_hls_storage_up 0",
    "neonrelay_hls_storage_behind_seconds 36",
    "neonrelay_hls_storage_lost_segments 2",
  ]);
  expect([idle, none]).toEqual([[], []]);
});

test("the metrics show who listens by the ledger, and how many of its rows the database lacks", async () => {
  const ledger = { sessions: 12, waitingRows: 345 };
  onAir.send({ kind: "status", status: { ...testStatus(null), ledger } });
  await expect.poll(() => server.link.status?.ledger).toEqual(ledger);

  expect(await linesOf("neonrelay_listening_sessions ")).toEqual([
    "neonrelay_listening_sessions 12",
  ]);
  expect(await linesOf("neonrelay_ledger_waiting_rows")).toEqual([
    "neonrelay_ledger_waiting_rows 345",
  ]);
});
