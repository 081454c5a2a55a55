// @module-tag ffmpeg
// Clients of known behaviour listen to a real on-air, which is killed in between; its ledger must say what they did.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands, MAX_TAKEN_ROWS, type SessionRow } from "../protocol/index.ts";
import { startOnAirProcess, type TestPart } from "./test-on-air-process.ts";
import { TestServerSide } from "./test-on-air.ts";

const LIMIT_MS = 60_000;
const POLL = { timeout: LIMIT_MS, interval: 100 };
/** A kill may cost a session this. */
const KILL_COSTS_SECONDS = 1;
let folder = "";
let onAir: TestPart;
let server: TestServerSide;
let clients: Client[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "truth-"));
  clients = [];
  await start();
});
afterEach(async () => {
  for (const client of clients) client.leave();
  server.close();
  await onAir[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  onAir = await startOnAirProcess(folder, { trustProxy: ["127.0.0.1"] });
  server = new TestServerSide(folder);
}

/** A listener who knows how long they listened. */
class Client {
  readonly address: string;
  readonly #headers: readonly string[];
  #socket: Socket | null = null;
  #sinceMs = 0;
  seconds = 0;

  constructor(address: string, headers: readonly string[] = ["User-Agent: VLC/3.0.18 LibVLC"]) {
    this.address = address;
    this.#headers = headers;
    clients.push(this);
  }

  async come(): Promise<void> {
    const socket = connect(Number(new URL(onAir.url).port), "127.0.0.1");
    this.#socket = socket;
    socket.on("error", () => {}); // on-air was killed
    socket.on("close", () => this.#stop());
    const head = ["GET /stream.mp3 HTTP/1.1", "Host: radio", `X-Forwarded-For: ${this.address}`];
    socket.write(`${[...head, ...this.#headers].join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    this.#sinceMs = performance.now();
    socket.resume();
  }

  leave(): void {
    this.#stop();
    this.#socket?.destroy();
  }

  #stop(): void {
    if (this.#sinceMs > 0) this.seconds += (performance.now() - this.#sinceMs) / 1000;
    this.#sinceMs = 0;
  }
}

async function comeAll(coming: readonly Client[]): Promise<void> {
  await Promise.all(coming.map(async (client) => client.come()));
}

function leaveAll(leaving: readonly Client[]): void {
  for (const client of leaving) client.leave();
}

/** Listeners at addresses of one network. */
function makeClients(count: number, addressOf: (index: number) => string): readonly Client[] {
  return Array.from({ length: count }, (_, index) => new Client(addressOf(index)));
}

async function listening(): Promise<readonly { readonly seconds: number }[]> {
  const output = await server.order("listeningNow", {});
  return commands.listeningNow.output.parse(output).listeners;
}

/** That many listen, each for that long at least. */
async function untilListening(count: number, seconds: number): Promise<void> {
  await expect
    .poll(async () => {
      const listeners = await listening();
      return (
        listeners.length === count && Math.min(...listeners.map((each) => each.seconds)) >= seconds
      );
    }, POLL)
    .toBe(true);
}

async function rows(): Promise<readonly SessionRow[]> {
  const output = await server.order("takeSessions", { stored: null, most: MAX_TAKEN_ROWS });
  return commands.takeSessions.output.parse(output).rows;
}

/** That many sessions have ended for good. */
async function untilEnded(count: number): Promise<void> {
  await expect
    .poll(async () => (await rows()).filter(({ isLast }) => isLast).length, POLL)
    .toBe(count);
}

function sum(values: readonly { readonly seconds: number }[]): number {
  return values.reduce((total, { seconds }) => total + seconds, 0);
}

test("[S142] [S140] the ledger says what two hundred clients did, though on-air is killed", async () => {
  const alone = makeClients(100, (index) => `10.1.0.${index}`);
  const together = makeClients(60, (index) => `10.2.0.${index % 6}`);
  const restless = makeClients(30, (index) => `10.3.0.${index}`);
  const gone = makeClients(20, (index) => `10.4.0.${index}`);
  const people = [...alone, ...together, ...restless, ...gone];
  const others = [
    new Client("10.9.0.1", ["User-Agent: NeonRelay-Monitor"]),
    new Client("10.9.0.2", ["User-Agent: Icecast 2.4.4"]),
    new Client("10.9.0.3", ["User-Agent: Googlebot/2.1 (+http://www.google.com/bot.html)"]),
    new Client("10.9.0.4", ["User-Agent: AppleCoreMedia/1.0", "Range: bytes=0-1"]),
  ];

  await comeAll([...people, ...others]);
  await untilListening(210, 3);
  leaveAll([...restless, ...gone]);
  await untilListening(160, 3);
  await comeAll(restless);
  await untilListening(190, 2);
  await onAir[Symbol.asyncDispose]();
  server.close();
  await start();
  const back = [...alone, ...together.slice(0, 30), ...restless];
  await comeAll(back);
  await untilEnded(20 + 30); // those who had gone, and those who did not come back
  await comeAll(gone); // too late for their session
  await untilListening(160 + 20, 2);
  leaveAll(people);
  await untilEnded(20 + 30 + 160 + 20);

  const found = await rows();
  const heard = sum(people);
  const killed = 190;
  expect(new Set(found.map(({ sessionId }) => sessionId)).size).toBe(230);
  expect(new Set(found.map(({ hash }) => hash)).size).toBe(100 + 6 + 30 + 20);
  expect(sum(found)).toBeLessThan(heard * 1.001);
  expect(sum(found)).toBeGreaterThan(heard * 0.999 - killed * KILL_COSTS_SECONDS);
}, 180_000);
