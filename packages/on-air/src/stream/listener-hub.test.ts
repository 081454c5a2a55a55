import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "@neonrelay/process/log";
import { createStreamTitle } from "./icy.ts";
import { ListenerCrowd } from "./listener-crowd.ts";
import { ListenerHub } from "./listener-hub.ts";
import { Ring } from "./ring.ts";

const LISTENERS = 510;
const BLOCK = 100;
const title = createStreamTitle("Test");
const format = { codec: "mp3" as const, bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 };
let ring: Ring;
let hub: ListenerHub;
let clients: Socket[] = [];
/** Bytes received by each client. */
let got: number[] = [];
let relay = -1;
/** What the audience was told. */
let came: object[] = [];
let left = 0;

beforeEach(async () => {
  came = [];
  left = 0;
  ring = new Ring(0);
  append();
  hub = new ListenerHub({
    ring,
    path: "/stream.mp3",
    audience: {
      connected: ({ bytes: _bytes, disconnect: _disconnect, ...listener }) => {
        came.push(listener);
        return () => (left += 1);
      },
      fetching: () => ({ heard: () => {}, ended: () => {} }),
    },
    crowd: new ListenerCrowd({ perNetwork: LISTENERS, fromLoopback: LISTENERS }),
    log: createLog({ part: "test", level: "silent" }),
    onCountChanged: () => {},
    onAttached: () => {},
  });
  got = [];
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("there is no port");
  for (let index = 0; index < LISTENERS; index += 1) {
    const accepted = once(server, "connection");
    const client = connect(address.port, "127.0.0.1");
    got[index] = 0;
    client.on("data", (bytes) => (got[index] = (got[index] ?? 0) + bytes.length));
    client.on("error", () => {}); // the hub ends it
    clients.push(client);
    const [socket] = await accepted;
    add(socket, index === LISTENERS - 1 ? "uncounted" : "counted");
  }
  relay = LISTENERS - 1;
  server.close();
  await expect.poll(() => got.every((bytes) => bytes === BLOCK)).toBe(true);
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await hub.close();
});

function append(): void {
  const bytes = Buffer.alloc(BLOCK);
  const { endSamples: positionSamples } = ring;
  ring.append({ bytes, samples: 1152, positionSamples, title, format, prelude: Buffer.alloc(0) });
}

function add(socket: Socket, kind: "counted" | "uncounted"): void {
  const start = ring.burstStart();
  if (start === undefined) throw new Error("there is nothing to begin with");
  hub.add({
    socket,
    client: { address: "127.0.0.1", via: "stream", userAgent: "" },
    head: Buffer.alloc(0),
    start,
    kind,
    cid: null,
    wantsTitles: false,
    isShort: false,
  });
}

/** How many clients have received that many blocks. */
function havingBlocks(blocks: number): number {
  return got.filter((bytes) => bytes === blocks * BLOCK).length;
}

test("[S130] a crowd gets its blocks in turns, a relay at once, and after three blocks each has had its turn", async () => {
  append();
  await expect.poll(() => havingBlocks(2)).toBe(LISTENERS / 3);
  expect(got[relay]).toBe(2 * BLOCK);

  append();
  append();

  await expect.poll(() => havingBlocks(4)).toBe(LISTENERS / 3 + 1);
  expect(havingBlocks(1)).toBe(0);
});

test("[S130] when a mount ends, each listener first gets the blocks waiting for its turn", async () => {
  append();
  append();
  const ended = clients.map(async (client) => await once(client, "end"));

  hub.endAll();
  await Promise.all(ended);

  expect(havingBlocks(3)).toBe(LISTENERS);
});

test("[S140] the audience is told of each listener who comes and goes, and of no relay", async () => {
  hub.endAll();
  for (const client of clients) client.destroy();

  await expect.poll(() => left).toBe(LISTENERS - 1);
  expect(came).toHaveLength(LISTENERS - 1);
  expect(came[0]).toEqual({
    mount: "/stream.mp3",
    via: "stream",
    address: "127.0.0.1",
    userAgent: "",
    cid: null,
  });
});
