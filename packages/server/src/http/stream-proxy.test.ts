import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./test-server.ts";

/** What stands behind: it notes what it is asked, and streams for as long as somebody listens. */
let streamServer: Server;
let asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
let gone = Promise.withResolvers<void>();
let server: TestServer;

beforeAll(async () => {
  streamServer = createServer((request, response) => {
    asked.push({ url: request.url ?? "", headers: request.headers });
    if (request.url?.startsWith("/hls/") === true)
      return void response.writeHead(404, { "Access-Control-Allow-Origin": "*" }).end("gone\n");
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, { "Content-Type": "audio/ogg", "icy-br": "96" });
    response.on("close", () => gone.resolve());
    if (request.method === "HEAD") response.end();
    else response.write("OggS");
    return undefined;
  });
  streamServer.listen({ host: "127.0.0.1", port: 0 });
  await once(streamServer, "listening");
  const address = streamServer.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  server = await startTestServer({ streamPort: address.port });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  streamServer.closeAllConnections();
  streamServer.close();
});
beforeEach(() => {
  asked = [];
  gone = Promise.withResolvers();
});

test("S60 on the web port a mount is passed on unchunked, without cookies and keys, and ends with its listener", async () => {
  const leaving = new AbortController();
  const response = await fetch(`${server.origin}/stream.opus?cid=1`, {
    headers: {
      Cookie: "neonrelay_session=secret",
      Authorization: "Basic secret",
      "Icy-MetaData": "1",
      "User-Agent": "player/1.0",
      "X-Forwarded-For": "192.0.2.1",
    },
    signal: leaving.signal,
  });
  const first = await response.body?.getReader().read();
  leaving.abort();
  await gone.promise;

  expect(Buffer.from(first?.value ?? []).toString()).toBe("OggS");
  expect(response.headers.get("content-type")).toBe("audio/ogg");
  expect(response.headers.get("icy-br")).toBe("96");
  expect(response.headers.get("transfer-encoding")).toBeNull();
  expect(asked[0]?.url).toBe("/stream.opus?cid=1");
  expect(asked[0]?.headers).toMatchObject({
    "icy-metadata": "1",
    "user-agent": "player/1.0",
    // Nobody may say where others come from.
    "x-forwarded-for": "127.0.0.1",
    host: new URL(server.origin).host,
  });
  expect(asked[0]?.headers).not.toHaveProperty("cookie");
  expect(asked[0]?.headers).not.toHaveProperty("authorization");
});

test("S60 HEAD and HLS are passed on too, answers and all; other methods are not", async () => {
  const head = await fetch(`${server.origin}/stream.mp3`, { method: "HEAD" });
  const segment = await fetch(`${server.origin}/hls/1.aac`);
  const text = await segment.text();
  const posted = await fetch(`${server.origin}/stream.mp3`, {
    method: "POST",
    headers: { Origin: server.origin },
  });

  expect([head.status, segment.status, posted.status]).toEqual([200, 404, 404]);
  expect(text).toBe("gone\n");
  expect(segment.headers.get("access-control-allow-origin")).toBe("*");
  expect(asked.map(({ url }) => url)).toEqual(["/stream.mp3", "/hls/1.aac"]);
});

test("S60 while the stream server is away the answer says so", async () => {
  await using away = await startTestServer({ streamPort: 1 });

  const response = await fetch(`${away.origin}/stream.mp3`);

  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
});
