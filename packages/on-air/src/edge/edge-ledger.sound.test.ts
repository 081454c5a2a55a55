// @module-tag ffmpeg
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commands, MAX_TAKEN_ROWS, type SessionRow } from "../protocol/index.ts";
import {
  startEdgeProcess,
  startOnAirProcess,
  type TestPart,
} from "../start/test-on-air-process.ts";
import { TestServerSide } from "../start/test-on-air.ts";

const SECRET = "the secret of both ends";
const WAIT = { timeout: 60_000, interval: 100 };
let folder = "";
let master: TestPart;
let edge: TestPart;
let server: TestServerSide;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "edge-ledger-"));
  await startMaster();
  edge = await startEdge();
});
afterEach(async () => {
  server.close();
  await Promise.all([edge[Symbol.asyncDispose](), master[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

async function startMaster(streamPort = 0): Promise<void> {
  const data = path.join(folder, "master");
  master = await startOnAirProcess(data, {
    edgeSecret: SECRET,
    streamPort,
    trustProxy: ["127.0.0.1"],
  });
  server = new TestServerSide(data);
}

async function startEdge(): Promise<TestPart> {
  return await startEdgeProcess({
    master: master.url,
    secret: SECRET,
    name: "paris",
    stateFolder: path.join(folder, "paris"),
    trustProxy: ["127.0.0.1"],
  });
}

/** Somebody listens at that part. */
async function listen({ url }: TestPart, address: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {}); // the part was killed
  const agent = "User-Agent: VLC/3.0.18 LibVLC/3.0.18";
  socket.write(
    `GET /stream.mp3 HTTP/1.1\r\nHost: a\r\n${agent}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  );
  await once(socket, "data");
  socket.resume();
  return socket;
}

async function rows(): Promise<readonly SessionRow[]> {
  const output = await server.order("takeSessions", { stored: null, most: MAX_TAKEN_ROWS });
  return commands.takeSessions.output.parse(output).rows;
}

test("[S148] [S144] sessions at an edge come to its master, though the master is killed, and a listener of both is one", async () => {
  const atEdge = [await listen(edge, "10.1.0.1"), await listen(edge, "10.1.0.2")];
  const atMaster = await listen(master, "10.1.0.1");
  for (const socket of [...atEdge, atMaster]) socket.destroy();
  await rows(); // what was recorded is on disk
  const port = Number(new URL(master.url).port);
  await master[Symbol.asyncDispose]();
  server.close();
  await startMaster(port);

  await expect
    .poll(async () => (await rows()).map((row) => `${row.via} ${row.edge ?? "-"}`).toSorted(), WAIT)
    .toEqual(["edge paris", "edge paris", "stream -"]);
  const found = await rows();
  expect(new Set(found.map(({ hash }) => hash)).size).toBe(2);
  expect(new Set(found.map(({ sessionId }) => sessionId)).size).toBe(3);
}, 120_000);
