import { createLogTo } from "@neonrelay/process/log";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { checkStation, proveOnOtherData, type StationUrls } from "./release-proof.ts";

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes. */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const sound = Buffer.concat(Array.from({ length: 8 }, () => frame));
const timing = { limitMs: 300, checkIntervalMs: 10 };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

test("a station is judged by its health and by the audio in its stream", async () => {
  const well = await startStation({ health: () => 200, stream: sound });
  const looks = [await checkStation(well)];
  server?.close();
  const silent = await startStation({ health: () => 503, stream: Buffer.alloc(5000) });
  looks.push(await checkStation(silent));

  expect(looks).toEqual([
    { health: 200, isHeard: true },
    { health: 503, isHeard: false },
  ]);
});

test("a station that isn't running has no health and no audio", async () => {
  const urls = await startStation({ health: () => 200, stream: sound });
  server?.close();

  expect(await checkStation(urls)).toEqual({ health: null, isHeard: false });
});

test("a version that becomes healthy on another version's data logs so once", async () => {
  const answers = [503, 503];
  const urls = await startStation({ health: () => answers.pop() ?? 200, stream: sound });

  expect(await prove(urls, { ...timing, limitMs: 60_000 })).toEqual([
    expect.stringContaining("healthy and heard"),
  ]);
});

test("a version that stays unhealthy on another version's data logs an error with the fault and the way back", async () => {
  const urls = await startStation({ health: () => 503, stream: sound });

  const [line = ""] = await prove(urls, timing);

  expect(line).toContain("the station is not healthy (503)");
  expect(line).toContain("go back to the version before");
});

test("a station that stops logs nothing about the check", async () => {
  const urls = await startStation({ health: () => 503, stream: sound });

  expect(await prove(urls, { ...timing, limitMs: 60_000 }, AbortSignal.timeout(100))).toEqual([]);
});

/** @returns the log lines */
async function prove(
  urls: StationUrls,
  given: typeof timing,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const lines: string[] = [];
  const log = createLogTo((line) => lines.push(line), { part: "test", level: "info" });
  await proveOnOtherData({ former: "0.1.0", program: "0.2.0", urls, log, signal, timing: given });
  return lines;
}

async function startStation({
  health,
  stream,
}: {
  readonly health: () => number;
  readonly stream: Buffer;
}): Promise<StationUrls> {
  server = createServer((request, response) => {
    if (request.url === "/stream.mp3") return void response.end(stream);
    response.statusCode = request.url === "/api/health" ? health() : 404;
    return void response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return { web: url, stream: url };
}
