// @module-tag ffmpeg
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FromOnAir } from "../protocol/index.ts";
import {
  startEdgeProcess,
  startOnAirProcess,
  type TestPart,
} from "../start/test-on-air-process.ts";
import { TestServerSide, writeRisingTone } from "../start/test-on-air.ts";
import { EdgeListener } from "./test-edge-listener.ts";

const SECRET = "the secret of both ends";
const WAIT = { timeout: 30_000, interval: 50 };
/** A burst, and a little: players hold so much. */
const BUFFER_MS = 3500;
let folder = "";
let master: TestPart;
let server: TestServerSide;
let open: AsyncDisposableStack;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "edge-"));
  open = new AsyncDisposableStack();
  master = await startMaster(0);
  server = new TestServerSide(masterFolder());
  await server.giveTrack(await writeRisingTone(folder));
  await server.statusWhen(({ now, engine }) => now !== null && engine === "running");
});
afterEach(async () => {
  server.close();
  await open.disposeAsync();
  await rm(folder, { recursive: true });
});

const masterFolder = (): string => path.join(folder, "master");

async function startMaster(streamPort: number): Promise<TestPart> {
  const overrides = { edgeSecret: SECRET, streamPort };
  return open.use(await startOnAirProcess(masterFolder(), overrides));
}

async function startEdge(name = "paris", secret = SECRET, address = master.url): Promise<TestPart> {
  const stateFolder = path.join(folder, `${name} ${Math.random()}`);
  const config = { master: address, secret, name, stateFolder };
  return open.use(await startEdgeProcess({ ...config, publicStreamUrl: "https://edge.test" }));
}

async function listen({ url }: TestPart, query = ""): Promise<EdgeListener> {
  return open.use(await EdgeListener.connect(url, query));
}

/** Frames of one listener that another one had, too. */
function shared(one: EdgeListener, other: EdgeListener): number {
  const had = new Set(other.digests);
  return one.digests.filter((digest) => had.has(digest)).length;
}

/** The newest status of the master. */
function statusOf(messages: readonly FromOnAir[]) {
  const message = messages.findLast(({ kind }) => kind === "status");
  return message?.kind === "status" ? message.status : undefined;
}

test("[S110][S111] an edge gives the master's frames, headers and titles, and its listeners count once", async () => {
  const edge = await startEdge();
  const there = await listen(master);
  const cid = "5bb6f8a0-1111-4222-8333-444455556666";
  const here = await listen(edge, `?cid=${cid}`);
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(300);

  // All but what one of the two had not begun or not ended with.
  expect(shared(here, there)).toBeGreaterThan(here.digests.length * 0.8);
  const places = here.digests
    .map((digest) => there.digests.indexOf(digest))
    .filter((at) => at >= 0);
  expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
  expect(here.titles.at(-1)).toBe("Test - Tone");
  const { date: _here, ...headers } = here.headers;
  const { date: _there, ...wanted } = there.headers;
  expect(headers).toEqual(wanted);
  await expect.poll(() => statusOf(server.messages)?.listeners, WAIT).toBe(2);
  await expect
    .poll(() => statusOf(server.messages)?.edges[0], WAIT)
    .toMatchObject({
      name: "paris",
      state: "carrying",
      listeners: 1,
      publicUrl: "https://edge.test",
    });
  await expect
    .poll(() => statusOf(server.messages)?.edges[0]?.lagMs ?? 9999, WAIT)
    .toBeLessThan(2000);
  await expect
    .poll(() => server.order("session", { cid }), WAIT)
    .toMatchObject({
      startMs: expect.any(Number),
    });
});

test("[S112] the listeners of an edge hear its loop while the master is dead, and the programme when it is back", async () => {
  const edge = await startEdge();
  const here = await listen(edge);
  await expect.poll(() => here.titles.length, WAIT).toBeGreaterThan(0);
  const port = Number(new URL(master.url).port);

  await master[Symbol.asyncDispose]();
  const had = here.digests.length;
  await expect.poll(() => here.digests.length, WAIT).toBeGreaterThan(had + 100);
  master = await startMaster(port);
  const there = await listen(master);
  await expect.poll(() => shared(here, there), WAIT).toBeGreaterThan(50);

  expect(here.hasEnded).toBe(false);
  expect(here.longestPauseMs).toBeLessThan(BUFFER_MS);
});

test("[S112] a master that stands still is noticed within 5 s, and heard again when it goes on", async () => {
  const edge = await startEdge();
  const here = await listen(edge);
  await expect.poll(() => here.titles.length, WAIT).toBeGreaterThan(0);

  master.stop();
  const stoppedAtMs = performance.now();
  await expect.poll(() => sourceOf(edge), WAIT).toBe("loop");
  const noticedMs = performance.now() - stoppedAtMs;
  master.goOn();
  const there = await listen(master);
  await expect.poll(() => shared(here, there), WAIT).toBeGreaterThan(50);

  expect(noticedMs).toBeLessThan(5000);
  expect(here.hasEnded).toBe(false);
  expect(here.longestPauseMs).toBeLessThan(BUFFER_MS);
});

/** Whether an edge carries the programme, by its page. */
async function sourceOf({ url }: TestPart): Promise<string> {
  const page = await (await fetch(url)).text();
  return /emergency/i.test(page) ? "loop" : "programme";
}

test("[S113] what keeps an edge from its master is said in words", async () => {
  await startEdge("paris");
  const page = await startPage();

  await expect(startEdge("oslo", "a wrong secret of 16")).rejects.toThrow(
    "The master has another EDGE_SECRET: set the same at both ends.",
  );
  await expect(startEdge("paris")).rejects.toThrow(
    "Another edge is called paris: start this one with another --name.",
  );
  await expect(startEdge("rome", SECRET, page)).rejects.toThrow("is no Neon Relay stream server");
});

/** A web server that is no station. @returns its address */
async function startPage(): Promise<string> {
  const page: Server = createServer((_request, response) => response.end("<h1>Hello</h1>"));
  page.listen(0, "127.0.0.1");
  await once(page, "listening");
  open.defer(() => void page.close());
  const address = page.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}
