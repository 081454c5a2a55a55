import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectSecurely } from "node:tls";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { afterEach, expect, test } from "vitest";
import type { ServerConfig } from "../config/config.ts";
import { requestLimits, type RequestLimits } from "../http-kit/request-limits.ts";
import { sendWithoutEnd, slowHead } from "./test-slow-client.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

async function start(
  limits: Partial<RequestLimits>,
  configured: Partial<ServerConfig> = {},
): Promise<TestServer> {
  const server = await startTestServer(configured, { limits });
  open.push(server);
  return server;
}

async function send(server: TestServer, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {}); // some of these tests get cut off on purpose
  socket.write(bytes);
  return socket;
}

/** Sends a request's head; the body is still to come. A 100 shows that the server has the head. */
async function beginPost(
  server: TestServer,
  { address }: { /** As a proxy names it. */ readonly address?: string } = {},
): Promise<Socket> {
  const head = [
    "POST /api/auth/access-code HTTP/1.1",
    `Host: ${new URL(server.origin).host}`,
    "Content-Type: application/json",
    "Content-Length: 16",
    "Expect: 100-continue",
    ...(address === undefined ? [] : [`X-Forwarded-For: ${address}`]),
  ];
  const socket = await send(server, `${head.join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
  return socket;
}

test("a client that never ends its headers is cut off", async () => {
  const server = await start({ headersMs: 100, checkIntervalMs: 50 });

  const socket = await send(server, "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"error":"The request took too long to arrive"');
});

test("a client that drips its headers is cut off", async () => {
  const server = await start({ headersMs: 100, checkIntervalMs: 50 });

  const { answer } = await sendWithoutEnd(connectTo(server), slowHead);

  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("a client that drips empty lines after its answer is cut off", async () => {
  const { connections } = requestLimits;
  const server = await start({ connections: { ...connections, silentMs: 1000 } });
  const { host } = new URL(server.origin);
  const head = `GET /api/session HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

  const { answer } = await sendWithoutEnd(connectTo(server), { head, piece: "\r\n", everyMs: 10 });

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test(
  "with a certificate a client that drips its headers is cut off, with TLS and without",
  { tags: ["openssl"] },
  async () => {
    const pair = await createTestCertificate();
    const files = { certificate: "/no/cert.pem", key: "/no/key.pem" };
    const server = await start({ headersMs: 100, checkIntervalMs: 50 }, { tls: { files, pair } });
    const secure = connectSecurely({
      socket: connectTo(server),
      servername: "localhost",
      ca: pair.cert,
    });

    const overTls = await sendWithoutEnd(secure, slowHead);
    const plain = await sendWithoutEnd(connectTo(server), slowHead);
    const head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n";
    const body = await sendWithoutEnd(connectTo(server), { ...slowHead, head });

    expect(overTls.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(plain.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(body.bytes).toBeLessThan(9999);
  },
);

test("a client that never finishes a body is cut off", async () => {
  const server = await start({ bodyMs: 100 });

  const socket = await beginPost(server);
  await once(socket, "close");

  expect(await server.call("GET", "/api/session")).toMatchObject({ status: 200 });
});

test("a client that takes too long over a file is cut off", async () => {
  const server = await start({ requestMs: 100, headersMs: 100, checkIntervalMs: 50 });

  const socket = await send(
    server,
    "POST /api/upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 999\r\n\r\n--x",
  );
  socket.resume();
  await once(socket, "close");

  expect(await server.call("GET", "/api/session")).toMatchObject({ status: 200 });
});

/** A head that the gate refuses, with a body that never arrives. */
function refusedHead(server: TestServer, length: number): string {
  const { host } = new URL(server.origin);
  return `POST /api/users HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

function connectTo(server: TestServer): Socket {
  const { hostname, port } = new URL(server.origin);
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true });
}

test("a refused client that drips its body gets the reason and is soon disconnected", async () => {
  const server = await start({ drainMs: 100 });
  const head = refusedHead(server, 1_000_000);

  const { answer } = await sendWithoutEnd(connectTo(server), { head, piece: "x", everyMs: 10 });

  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toContain('"code":"not_signed_in"');
});

test("a refused client that sends a lot gets the reason and is disconnected after a limited number of bytes", async () => {
  const server = await start({ drainMs: 60_000, drainBytes: 1_000_000 });
  const head = refusedHead(server, 1_000_000_000);
  const piece = "x".repeat(256 * 1024);

  const { answer, bytes } = await sendWithoutEnd(connectTo(server), { head, piece, everyMs: 1 });

  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(bytes).toBeLessThan(300_000_000);
});

test("when a network uses up its connections, the oldest silent ones are dropped and everyone is answered", async () => {
  const connections = { most: 40, perNetwork: 5, fromLoopback: 5, silentMs: 90_000 };
  const server = await start({ connections });
  const target = { host: "127.0.0.1", port: Number(new URL(server.origin).port) };
  const silent = Array.from({ length: 8 }, () => {
    const socket = connect({ ...target, localAddress: "127.0.0.3" });
    socket.on("error", () => {}); // dropped to make room
    return socket;
  });
  await expect.poll(() => silent.filter(({ closed }) => closed)).toHaveLength(3);

  const same = connect({ ...target, localAddress: "127.0.0.3" });
  same.write("GET /api/session HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");

  expect(await text(same)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.call("GET", "/api/session")).toMatchObject({ status: 200 });
  for (const socket of silent) socket.destroy();
});

test("the limit of simultaneous calls holds per network, whichever proxy they use", async () => {
  const connections = { most: 40, perNetwork: 3, fromLoopback: 40, silentMs: 90_000 };
  const server = await start({ connections }, { trustProxy: ["127.0.0.1"] });
  const begin = async (address: string) => await beginPost(server, { address });
  const ask = async (address: string) =>
    await server.call("GET", "/api/session", { headers: { "x-forwarded-for": address } });
  const held = [await begin("192.0.2.1"), await begin("192.0.2.1"), await begin("192.0.2.1")];

  const refused = await ask("192.0.2.1");
  expect([refused.status, (await ask("192.0.2.2")).status]).toEqual([429, 200]);
  expect(refused.headers.get("cache-control")).toBe("no-store");
  for (const socket of held) socket.destroy();

  await expect.poll(async () => (await ask("192.0.2.1")).status).toBe(200);
});

test("a client that sends requests without reading answers is cut off, and a few pipelined ones are answered", async () => {
  const server = await start({});
  const { host } = new URL(server.origin);
  const question = `GET /api/comments HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const last = question.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
  const answersTo = async (questions: number) => {
    const socket = await send(server, question.repeat(questions - 1) + last);
    const answers = await text(socket).catch(() => "");
    return answers.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  };

  expect(await answersTo(10)).toBe(10);
  expect(await answersTo(100)).toBeLessThan(17);
});

test("a call running when the server stops is answered, and its connection ends", async () => {
  const server = await start({ graceMs: 60_000 });
  const socket = await beginPost(server);

  const stopped = server[Symbol.asyncDispose]();
  open.splice(0);
  socket.write('{"code":"123456"');
  const [answer] = await Promise.all([text(socket), stopped]);

  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/connection: close/i);
});

test("a call that never ends does not prevent the server from stopping", async () => {
  const server = await start({ graceMs: 50 });
  const socket = await beginPost(server);

  open.splice(0);
  await Promise.all([once(socket, "close"), server[Symbol.asyncDispose]()]);

  await expect(server.call("GET", "/api/session")).rejects.toThrow("fetch failed");
});
