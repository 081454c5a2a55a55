import { sourceSocketBeside } from "@neonrelay/on-air/protocol";
import { createLog } from "@neonrelay/process/log";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import Fastify, { type FastifyInstance } from "fastify";
import { rawAnswers } from "../http-kit/raw-answers.ts";
import { requestLimits } from "../http-kit/request-limits.ts";
import { addConnectionPlaces } from "./connection-places.ts";
import { WebServers } from "./web-servers.ts";

const ANSWER = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
const key = "Basic YWRhOnNlY3JldA==";
let folder = "";
let onAir: OnAirDoor | null = null;
let app: FastifyInstance;
let port = 0;
let clients: Client[] = [];

/** On-air's socket for DJs, which lets everyone in. */
class OnAirDoor {
  readonly #server = createServer((socket) => {
    this.sockets.push(socket);
    socket.on("error", () => {}); // the server is gone
    socket.on("data", (chunk: Buffer) => {
      this.received += chunk.toString("latin1");
      if (this.received.includes("\r\n\r\n") && socket.bytesWritten === 0) socket.write(ANSWER);
    });
  });
  readonly sockets: Socket[] = [];
  /** One character per byte. */
  received = "";

  async listen(socketPath: string): Promise<void> {
    this.#server.listen(socketPath);
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

class Client {
  readonly socket: Socket;
  received = "";

  constructor(text: string) {
    this.socket = connect({ port, host: "127.0.0.1" });
    this.socket.on("error", () => {}); // the server hung up
    this.socket.on("data", (chunk: Buffer) => (this.received += chunk.toString("latin1")));
    this.socket.write(text, "latin1");
    clients.push(this);
  }

  async has(text: string): Promise<void> {
    await expect.poll(() => this.received, { interval: 5 }).toContain(text);
  }
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "live-door-"));
  await serve({});
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await app.close();
  await onAir?.close();
  onAir = null;
  await rm(folder, { recursive: true, force: true });
});

async function serve(limits: { readonly requestMs?: number; readonly checkIntervalMs?: number }) {
  const onAirSocketPath = path.join(folder, "on-air.sock");
  const trustProxy = ["127.0.0.1"];
  const servers = new WebServers(
    { tls: null, onAirSocketPath, trustProxy },
    { limits: requestLimits, log: createLog({ part: "test", level: "silent" }) },
  );
  const { requestMs = 900_000, checkIntervalMs = 5000 } = limits;
  app = Fastify({
    ...rawAnswers,
    serverFactory: servers.factory({
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      connectionsCheckingInterval: checkIntervalMs,
    }),
  });
  app.addHook("preClose", async () => servers.close());
  addConnectionPlaces(app, { limits: requestLimits, trustProxy, servers });
  app.get("/*", async () => "a page");
  app.put("/*", async () => "a call");
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(app.listeningOrigin).port);
}

async function openOnAir(): Promise<OnAirDoor> {
  onAir = new OnAirDoor();
  await onAir.listen(sourceSocketBeside(path.join(folder, "on-air.sock")));
  return onAir;
}

test.each([
  ["PUT", "HTTP/1.1"],
  ["SOURCE", "HTTP/1.0"],
  ["SOURCE", "ICE/1.0"],
])(
  "[S61] %s %s goes to on-air with its address and key, without cookies, and its sound unchanged",
  async (method, protocol) => {
    const { sockets } = await openOnAir();

    const head = [
      `${method} /live?mount=/other ${protocol}`,
      `Authorization: ${key}`,
      "Cookie: neonrelay_session=secret",
      "Content-Type: audio/mpeg",
      "X-Forwarded-For: 192.0.2.7",
      "X-NeonRelay-Secret: secret",
    ];
    const client = new Client(`${head.join("\r\n")}\r\n\r\n\xff\xfbfirst`);
    await client.has(ANSWER);
    client.socket.write("second");
    await expect.poll(() => onAir?.received).toContain("second");

    expect(onAir?.received).toBe(
      `{"address":"192.0.2.7"}\n${method} /live ${protocol}\r\nauthorization: ${key}\r\ncontent-type: audio/mpeg\r\n\r\n\xff\xfbfirstsecond`,
    );
    client.socket.end();
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  },
);

test("[S61] credentials are passed on only to /live", async () => {
  await openOnAir();

  const client = new Client(`SOURCE /other HTTP/1.0\r\nAuthorization: ${key}\r\n\r\n`);
  await client.has(ANSWER);

  expect(onAir?.received).toContain("SOURCE /other HTTP/1.0\r\n\r\n");
});

test("[S61] a DJ's request on a kept-alive connection goes to on-air, without chunks, for as long as they send", async () => {
  await app.close();
  await serve({ requestMs: 300, checkIntervalMs: 20 });
  await openOnAir();

  const client = new Client("GET /page HTTP/1.1\r\nHost: radio\r\n\r\n");
  await client.has("a page");
  const expected = "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\nCookie: a=b";
  client.socket.write(
    `PUT /live HTTP/1.1\r\nHost: radio\r\nAuthorization: ${key}\r\n${expected}\r\n\r\n`,
  );
  await client.has(ANSWER);
  const beganAtMs = performance.now();
  const timer = setInterval(() => client.socket.write("5\r\nsound\r\n"), 20);
  // Longer than the limit for a request.
  await expect
    .poll(() => performance.now() - beganAtMs > 600 || client.socket.destroyed)
    .toBe(true);
  clearInterval(timer);

  expect(client.socket.destroyed).toBe(false);
  expect(client.received).not.toContain("100 Continue");
  expect(onAir?.received).toContain(`authorization: ${key}\r\nexpect: 100-continue\r\n\r\nsound`);
  expect(onAir?.received).not.toMatch(/cookie|chunked/);
});

test("[S61] without on-air a DJ is refused with a reason", async () => {
  const client = new Client(`PUT /live HTTP/1.1\r\nAuthorization: ${key}\r\n\r\n`);

  await client.has("The station can't take DJs right now");
  expect(client.received).toMatch(/^HTTP\/1\.1 503 .*\r\n/);
  await expect.poll(() => client.socket.destroyed).toBe(true);
});

test.each([
  ["too long", `PUT /live HTTP/1.1\r\nX: ${"x".repeat(9000)}`, "431"],
  ["unreadable", "SOURCE /live\r\n\r\n", "400"],
])("[S61] a head that is %s is refused", async (_what, text, status) => {
  const { sockets } = await openOnAir();

  const client = new Client(text);
  await client.has(`HTTP/1.1 ${status}`);
  await expect.poll(() => client.socket.destroyed).toBe(true);

  expect(sockets).toEqual([]);
});

test.each([
  ["GET /live HTTP/1.1\r\nHost: a\r\n\r\n", "a page"],
  ["PUT /livery HTTP/1.1\r\nHost: a\r\n\r\n", "a call"],
  ["PUT /live/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n", "a call"],
  ["OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "allow: GET, HEAD, OPTIONS, PUT, SOURCE"],
])("[S61] %j is no source", async (text, answer) => {
  const { sockets } = await openOnAir();
  const client = new Client("");
  // Byte by byte, as a slow client sends it.
  for (const byte of text) client.socket.write(byte);

  await client.has(answer);

  expect(sockets).toEqual([]);
});

test("a stopping server cuts off DJs and silent connections", async () => {
  await openOnAir();
  const silent = new Client("PU");
  const dj = new Client("PUT /live HTTP/1.1\r\n\r\n");
  await dj.has(ANSWER);

  await app.close();

  await expect.poll(() => silent.socket.destroyed && dj.socket.destroyed).toBe(true);
});
