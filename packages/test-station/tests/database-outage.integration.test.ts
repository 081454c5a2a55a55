// @module-tag ffmpeg
// @module-tag postgresql
import {
  apiErrorSchema,
  playSchema,
  securityEventSchema,
  systemLogSchema,
  trackSchema,
} from "@neonrelay/contract";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { loudnessDb } from "../src/loudness.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { startTestPostgres, type TestPostgres } from "../src/test-postgres.ts";
import { scanLimit, TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone, withoutRepeats } from "../src/tones.ts";

const BYTES_PER_SECOND = 24_000;
const OUTAGE_MS = 10_000;
/** Longer than the burst, so the last sound heard is current. */
const LONG_ENOUGH = { seconds: 7 };
/** Maximum time for a call to report that the database is down. */
const ANSWER_LIMIT_MS = 10_000;

let music: string;
let postgres: TestPostgres;
let station: TestStation;
let operator: Visitor;
beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  for (const [index, name] of ["alpha", "beta", "gamma", "delta"].entries())
    await makeTone({
      file: path.join(music, `${name}.mp3`),
      frequencyHz: 500 + 300 * index,
      seconds: 12,
      title: name,
    });
  postgres = await startTestPostgres();
  station = await TestStation.start({
    musicDirs: [music],
    clockSpeed: 2,
    environment: { DATABASE_URL: postgres.url },
  });
  operator = await station.operator();
  await until("the library is full", async () => (await tracks()).length === 4, scanLimit);
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
});

test("with PostgreSQL down for a while the sound continues, calls report it, and everything recovers by itself", async () => {
  const [track] = await tracks();
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: BYTES_PER_SECOND * 4 });
  using browser = new Browser(station.webUrl);
  await until("the socket has its snapshot", () => browser.received > 0);
  // By then on-air's rotation has the whole library, not just the scan's first finds.
  await until(
    "several tracks have been on air",
    async () => (await listener.heard()).titles.length >= 3,
    { limitMs: 60_000 },
  );
  const serverBefore = station.parts().server;
  const titlesBefore = (await listener.heard()).titles.length;

  postgres.stop();
  const endMs = performance.now() + OUTAGE_MS;
  const calls = [
    ["GET", "/api/queue"],
    ["GET", "/api/now-playing"],
    ["POST", "/api/queue", { trackId: track?.id }],
    ["GET", "/api/database/status"],
  ] as const;
  do {
    for (const [method, target, body] of calls) await expectAway(operator, method, target, body);
    const health = await station.visitor().call("GET", "/api/health");
    expect(health).toMatchObject({ status: 503, body: { ok: false, database: { ok: false } } });
    await listener.receive({ bytes: listener.receivedBytes + BYTES_PER_SECOND });
  } while (performance.now() < endMs);
  await until(
    "tracks have changed meanwhile",
    async () => (await listener.heard()).titles.length >= titlesBefore + 2,
    { limitMs: 60_000 },
  );
  const heardAtMs = performance.now();
  const bytesMeanwhile = listener.receivedBytes;
  // At this speed a busy machine may hear the emergency loop, which has the station's name and is not a play.
  const heard = withoutRepeats(
    (await listener.heard()).titles
      .slice(1)
      .map(({ title }) => title.replace("Test Tones - ", ""))
      .filter((title) => title !== "Neon Relay"),
  );
  expect(await operator.call("POST", "/api/playback/skip")).toMatchObject({
    status: 200,
    body: { skipped: true },
  });
  expect(await operator.call("PUT", "/api/radio-state", { volume: 60 })).toMatchObject({
    status: 200,
    body: { isPlaying: true, volume: 60 },
  });
  await stopInEmergency();
  await until("the socket reports it", () =>
    /"isPlaying":false.*"volume":0\b/.test(browser.last("radio_state")),
  );
  postgres.start();

  await until(
    "the station is healthy again",
    async () => (await station.visitor().call("GET", "/api/health")).status === 200,
  );
  await until("the history has what was on air meanwhile", async () =>
    (await historyOf(operator)).includes(heard.join()),
  ).catch(() => undefined); // the comparison below says more than a time-out
  expect(await historyOf(operator)).toContain(heard.join());
  await expectStopStored();
  expect(await operator.call("PUT", "/api/radio-state", { isPlaying: true })).toMatchObject({
    status: 200,
    body: { isPlaying: true, volume: 60 },
  });
  await until("it can be heard again", async () => (await loudnessDb(station, LONG_ENOUGH)) > -30);
  expect(await operator.call("PUT", "/api/radio-state", { volume: 61 })).toMatchObject({
    status: 200,
    body: { volume: 61 },
  });
  await until("the socket reports it", () => browser.last("radio_state").includes('"volume":61'));
  await until("the system log reports the outage", async () => {
    const { body } = await operator.call("GET", "/api/system-logs?q=call%20failed");
    return z.array(systemLogSchema).parse(body).length > 0;
  });
  expect(browser.isOpen).toBe(true);
  await listener.receive({ bytes: bytesMeanwhile + BYTES_PER_SECOND });
  expect(listener.isEnded).toBe(false);
  expect(station.parts().server).toBe(serverBefore);
  expect(heardAtMs).toBeGreaterThanOrEqual(endMs);
});

test("the emergency stop works while the database hangs, and is stored afterwards", async () => {
  await operator.call("PUT", "/api/radio-state", { isPlaying: true, volume: 75 });
  const before = (await emergencyStops()).length;

  postgres.freeze();
  await stopInEmergency();
  postgres.thaw();

  await until("another stop is noted", async () => (await emergencyStops()).length > before);
  await expectStopStored();
});

async function tracks() {
  const { body } = await operator.call("GET", "/api/tracks");
  return z.array(trackSchema).parse(body);
}

async function stopInEmergency(): Promise<void> {
  expect(await operator.call("POST", "/api/playback/emergency")).toMatchObject({
    status: 200,
    body: { isPlaying: false, volume: 0 },
  });
  expect(await loudnessDb(station, LONG_ENOUGH)).toBeLessThan(-80);
}

/** On-air, which receives everything stored once the database is back, stays silent too. */
async function expectStopStored(): Promise<void> {
  await until("the stop is stored", async () => {
    const { rows } = await query("select is_playing, volume from radio_state");
    return JSON.stringify(rows) === '[{"is_playing":false,"volume":0}]';
  });
  await until("who stopped the station is noted", async () => (await emergencyStops()).length > 0);
  expect((await emergencyStops())[0]).toMatchObject({ description: "Emergency stop by admin" });
  expect(await loudnessDb(station, LONG_ENOUGH)).toBeLessThan(-80);
}

async function emergencyStops() {
  const { body } = await operator.call("GET", "/api/security-events?q=Emergency");
  return z.array(securityEventSchema).parse(body);
}

async function query(statement: string) {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function expectAway(
  visitor: Visitor,
  method: string,
  target: string,
  body: unknown,
): Promise<void> {
  const startedAtMs = performance.now();
  const answer = await visitor.call(method, target, body);
  expect({ target, status: answer.status }).toEqual({ target, status: 503 });
  expect(apiErrorSchema.parse(answer.body)).toEqual({
    error: "The station's database is not responding; try again soon",
    code: "unavailable",
  });
  expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_LIMIT_MS);
}

async function historyOf(visitor: Visitor): Promise<string> {
  const { body } = await visitor.call("GET", "/api/history?limit=100");
  return z
    .array(playSchema)
    .parse(body)
    .map(({ title }) => title)
    .toReversed()
    .join();
}

test("with PostgreSQL down at start-up the music plays, the web port says what it waits for, and the rest follows", async () => {
  const url = new URL(postgres.url);
  url.password = "secret-word";
  await station.stop();
  postgres.stop();
  await using again = await TestStation.start({
    dataDir: station.dataDir,
    musicDirs: [music],
    environment: { DATABASE_URL: url.href },
  });
  const health = await again.visitor().call("GET", "/api/health");
  const onPort = new StreamListener(again.streamUrl);
  const onWebPort = new StreamListener(`${again.webUrl}/stream.mp3`);
  await onPort.receive({ bytes: BYTES_PER_SECOND * 6 });
  await onWebPort.receive({ bytes: BYTES_PER_SECOND * 6 });
  const { titles } = await onPort.heard();

  postgres.start();
  await until(
    "health is green",
    async () => {
      // The connection ends when the server takes over the port.
      const answer = await again
        .visitor()
        .call("GET", "/api/health")
        .catch(() => undefined);
      return answer?.status === 200;
    },
    { limitMs: 60_000 },
  );
  await onWebPort.receive({ bytes: onWebPort.receivedBytes + BYTES_PER_SECOND * 2 });

  const waiting =
    /^The station's database at 127\.0\.0\.1:\d+ does not respond. The stream continues/;
  expect(health.status).toBe(503);
  expect(apiErrorSchema.parse(health.body).error).toMatch(waiting);
  expect(again.lines.join("\n")).toMatch(/The web app waits for the database at 127\.0\.0\.1:\d+/);
  expect(again.lines.join("\n")).not.toContain("secret-word");
  expect(titles.length).toBeGreaterThan(0);
  expect([onPort.isEnded, onWebPort.isEnded]).toEqual([false, false]);
  await onPort[Symbol.asyncDispose]();
  await onWebPort[Symbol.asyncDispose]();
});

/** A page's socket that keeps the newest message of each type. */
class Browser implements Disposable {
  readonly #socket: WebSocket;
  readonly #last = new Map<string, string>();

  constructor(webUrl: string) {
    this.#socket = new WebSocket(new URL("/ws", webUrl.replace(/^http/, "ws")));
    this.#socket.addEventListener("message", ({ data }) => {
      const text = String(data);
      this.#last.set(z.object({ type: z.string() }).parse(JSON.parse(text)).type, text);
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  get received(): number {
    return this.#last.size;
  }

  last(type: string): string {
    return this.#last.get(type) ?? "";
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
