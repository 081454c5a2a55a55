// @module-tag openssl
import { once } from "node:events";
import { request as requestSecurely, type RequestOptions } from "node:https";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import type { HandedRequest } from "@neonrelay/process/handed-connection";
import { startTestServer, type TestServer } from "./test-server.ts";

const CID = "5bb6f8a0-1111-4222-8333-444455556666";
/** Requests handed to on-air; the test answers in its place. */
let handed: HandedRequest[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      handOver: ({ request, socket }) => {
        handed.push(request);
        socket.end("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nOggS");
      },
    },
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  handed = [];
});

/** Sends exactly this path; fetch would resolve its dots. */
async function ask(target: string): Promise<string> {
  const { hostname, port, host } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  await once(socket, "close");
  return answer.split("\r\n")[0] ?? "";
}

test("[S60] a listener of the web port is handed to on-air with its address, without cookies and keys", async () => {
  const response = await fetch(`${server.origin}/stream.opus?cid=${CID}&other=1`, {
    headers: {
      Cookie: "neonrelay_session=secret",
      Authorization: "Basic secret",
      "Icy-MetaData": "1",
      Range: "bytes=0-",
      "User-Agent": "player/1.0",
      Accept: "audio/ogg",
      "X-Forwarded-For": "192.0.2.1",
    },
  });
  const text = await response.text();

  expect(text).toBe("OggS");
  const { host } = new URL(server.origin);
  const lines = [
    `GET /stream.opus?cid=${CID} HTTP/1.1`,
    `host: ${host}`,
    "user-agent: player/1.0",
    "accept: audio/ogg",
    "range: bytes=0-",
    "icy-metadata: 1",
    "connection: close",
  ];
  // A client can't forge its address.
  expect(handed).toEqual([
    { head: `${lines.join("\r\n")}\r\n\r\n`, address: "127.0.0.1", origin: server.origin },
  ]);
});

test("[S60] HEAD, playlists and HLS are handed over too; other methods are not", async () => {
  await fetch(`${server.origin}/stream.mp3`, { method: "HEAD" });
  await fetch(`${server.origin}/stream.m3u`);
  await fetch(`${server.origin}/stream.aac.pls`);
  await fetch(`${server.origin}/hls/audio.m3u8?cid=${CID}`);
  await fetch(`${server.origin}/hls/264600.aac`);
  const posted = await fetch(`${server.origin}/stream.mp3`, {
    method: "POST",
    headers: { Origin: server.origin },
  });

  expect(posted.status).toBe(404);
  expect(handed.map(({ head }) => head.split("\r\n")[0])).toEqual([
    "HEAD /stream.mp3 HTTP/1.1",
    "GET /stream.m3u HTTP/1.1",
    "GET /stream.aac.pls HTTP/1.1",
    `GET /hls/audio.m3u8?cid=${CID} HTTP/1.1`,
    "GET /hls/264600.aac HTTP/1.1",
  ]);
});

test("an old address is handed over: on-air knows whether it belongs to the station", async () => {
  await fetch(`${server.origin}/listen/kaese/radio.mp3?cid=${CID}`);
  await fetch(`${server.origin}/radio/8000/radio.mp3`);
  for (const path of ["/stream", "/stream/1", "/stream.ogg"])
    await fetch(`${server.origin}${path}`);

  expect(handed.map(({ head }) => head.split("\r\n")[0])).toEqual([
    `GET /listen/kaese/radio.mp3?cid=${CID} HTTP/1.1`,
    "GET /radio/8000/radio.mp3 HTTP/1.1",
    "GET /stream HTTP/1.1",
    "GET /stream/1 HTTP/1.1",
    "GET /stream.ogg HTTP/1.1",
  ]);
});

test.each([
  "/stream.x/../admin.cgi?pass=x&mode=updinfo&song=x",
  "/stream.mp3/../admin/metadata",
  "/stream.%2e%2e/admin.cgi",
  "/stream.mp3%2f..%2fadmin.cgi",
  "/hls/../admin.cgi",
  "/hls/..%2fadmin.cgi",
  "/hls//admin.cgi",
  "/stream.mp3;/../admin.cgi",
  "/listen/../admin.cgi",
  "/radio/8000/%2e%2e/%2e%2e/admin.cgi",
  "/listen//admin.cgi",
  "/radio/.",
])("[S60] %s does not get to the stream server", async (target) => {
  const answer = await ask(target);

  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(handed).toEqual([]);
});

test("[S60] while on-air is out of reach the answer says so", async () => {
  await using away = await startTestServer();

  const response = await fetch(`${away.origin}/stream.mp3`);

  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("with a certificate the web port speaks https, and sends players to the stream port and http to https", async () => {
  const pair = await createTestCertificate();
  const files = { certificate: "/no/cert.pem", key: "/no/key.pem" };
  await using secure = await startTestServer({ tls: { files, pair }, streamPort: 8123 });
  const { port } = new URL(secure.origin);
  const get = async (path: string, options: RequestOptions = {}): Promise<IncomingMessage> => {
    const address = { host: "localhost", port, path, ca: pair.cert, agent: false };
    const request = requestSecurely({ ...address, family: 4, ...options }).end();
    const [response] = await once(request, "response");
    response.resume();
    return response;
  };

  const session = await get("/api/session");
  const stream = await get(`/stream.mp3?cid=${CID}&other=1`, { method: "HEAD" });
  const playlist = await get("/stream.m3u");
  const plain = await fetch(`${secure.origin}/page?one=1`, { redirect: "manual" });
  const posted = await fetch(`${secure.origin}/api/session`, { method: "POST" });

  expect(session.statusCode).toBe(200);
  expect(String(session.headers["set-cookie"])).toContain("; Secure");
  expect(session.headers["strict-transport-security"]).toBe("max-age=31536000");
  expect([stream.statusCode, stream.headers.location]).toEqual([
    307,
    `https://localhost:8123/stream.mp3?cid=${CID}`,
  ]);
  expect(playlist.headers.location).toBe("https://localhost:8123/stream.m3u");
  expect([plain.status, plain.headers.get("location")]).toEqual([
    308,
    `https://127.0.0.1:${port}/page?one=1`,
  ]);
  expect([posted.status, await posted.text()]).toEqual([
    400,
    "This port speaks https: begin the address with https://\n",
  ]);
});

test("a node without on-air sends a player to the stream port", async () => {
  const node = { name: "b", standbyUrl: null, natsUrl: null, hasOnAir: false };
  await using withoutOnAir = await startTestServer({ node });

  const response = await fetch(`${withoutOnAir.origin}/stream.mp3?cid=${CID}`, {
    redirect: "manual",
  });

  expect(response.status).toBe(307);
  expect(response.headers.get("location")).toMatch(/:\d+\/stream\.mp3\?cid=/);
});
