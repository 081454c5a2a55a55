import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exchange } from "../test-exchange.ts";
import { startTestServer, type TestServer } from "../test-server.ts";

let server: TestServer;
let host = "";
beforeAll(async () => {
  server = await startTestServer();
  ({ host } = new URL(server.origin));
});
afterAll(() => server[Symbol.asyncDispose]());

/** Hidden in the first request's body, for a server that counts bytes differently from the proxy in front of it. */
const smuggled = "GET /api/branding HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
const asChunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const ambiguous: readonly (readonly [string, string, string])[] = [
  ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked", asChunk(smuggled)],
  ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 4", asChunk(smuggled)],
  ["two lengths", "Content-Length: 0\r\nContent-Length: 50", smuggled],
  ["two lengths in one", "Content-Length: 0, 50", smuggled],
  ["a length with a sign", "Content-Length: +4", smuggled],
  ["a length below nothing", "Content-Length: -1", smuggled],
  ["a length in hexadecimal", "Content-Length: 0x10", smuggled],
  ["a length with a space in it", "Content-Length: 1 0", smuggled],
  ["no number of a length", "Content-Length: four", smuggled],
  ["a length beyond numbers", "Content-Length: 99999999999999999999", smuggled],
  ["a space before the colon", "Content-Length : 4", smuggled],
  ["chunks with a space before the colon", "Transfer-Encoding : chunked", asChunk(smuggled)],
  ["something like chunks", "Transfer-Encoding: xchunked", asChunk(smuggled)],
  ["chunks that are not last", "Transfer-Encoding: chunked, identity", asChunk(smuggled)],
  [
    "chunks and then not",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    asChunk(smuggled),
  ],
  ["chunks in quotes", 'Transfer-Encoding: "chunked"', asChunk(smuggled)],
  ["chunks after a vertical tab", "Transfer-Encoding: \x0bchunked", asChunk(smuggled)],
  ["chunks with a NUL", "Transfer-Encoding: chunked\0", asChunk(smuggled)],
  ["a header line that ends with CR alone", "X: y\rTransfer-Encoding: chunked", asChunk(smuggled)],
  ["a header without a colon", "Transfer-Encoding chunked", asChunk(smuggled)],
  ["a header without a name", ": chunked", asChunk(smuggled)],
  ["a chunk of a size in another form", "Transfer-Encoding: chunked", `0x4\r\nabcd\r\n0\r\n\r\n`],
  ["a chunk of a size below nothing", "Transfer-Encoding: chunked", `-1\r\nabcd\r\n0\r\n\r\n`],
  ["a chunk longer than its size", "Transfer-Encoding: chunked", `2\r\nabcd\r\n0\r\n\r\n`],
  [
    "a chunk of a size beyond numbers",
    "Transfer-Encoding: chunked",
    `ffffffffffffffffff\r\nabcd\r\n0\r\n\r\n`,
  ],
];

test.each(ambiguous)(
  "a request with %s is refused, and nothing in its body is read as another request",
  async (_what, headers, body) => {
    const { status, all } = await exchange(
      server.origin,
      `POST /api/queue HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`,
    );

    expect(status).toBe(400);
    expect(all.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(all).not.toContain("siteName");
  },
);

test.each([
  ["of an unknown version", `GET /api/session HTTP/9.9\r\nHost: x\r\n\r\n`],
  ["with an unknown method", `GeT /api/session HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["with a space in its address", `GET /api/se ssion HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["with a control character in its address", `GET /api/\x01session HTTP/1.1\r\nHost: x\r\n\r\n`],
  ["that tunnels", `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n`],
  ["with NUL in a header", `GET /api/session HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`],
])("a request %s never reaches a call", async (_what, bytes) => {
  const { all } = await exchange(server.origin, bytes);

  expect(all).not.toMatch(/HTTP\/1\.1 2/);
  expect(all).not.toContain("set-cookie");
});

test.each([
  ["none", "GET /api/session HTTP/1.1\r\n"],
  ["none, in the version that knows none", "GET /api/session HTTP/1.0\r\n"],
  ["an empty one", "GET /api/session HTTP/1.1\r\nHost:\r\n"],
  ["ours and another", "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n"],
  ["ours twice", "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n"],
  ["another and ours", "GET /api/session HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1\r\n"],
  ["ours with user info", "GET /api/session HTTP/1.1\r\nHost: evil.example@127.0.0.1\r\n"],
  ["ours before a name", "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n"],
  ["ours with a port that is a name", "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:evil\r\n"],
  [
    "another in the address",
    "GET http://evil.example/api/session HTTP/1.1\r\nHost: evil.example\r\n",
  ],
])("a request with %s as its Host is refused", async (_what, head) => {
  const { status, all } = await exchange(server.origin, `${head}Connection: close\r\n\r\n`);

  expect(status).toBe(400);
  expect(all).not.toContain("set-cookie");
});

test.each(["/api/session", "/%61pi/session", "/api/sessio%6E", "http://127.0.0.1/api/session"])(
  "no cache keeps the answer of a call, even at the address %s",
  async (target) => {
    const { status, all } = await exchange(
      server.origin,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );

    expect(status).toBe(200);
    expect(all).toMatch(/^cache-control: no-store\r$/m);
  },
);

async function ask(path: string, headers: Readonly<Record<string, string>>, of = server) {
  const [response]: readonly IncomingMessage[] = await once(
    get(`${of.origin}${path}`, { headers }),
    "response",
  );
  if (response === undefined) throw new Error("no response");
  return {
    status: response.statusCode,
    cookies: (response.headers["set-cookie"] ?? []).map((cookie) => cookie.replace(/=[^;]*/, "")),
    policy: response.headers["content-security-policy"],
    transport: response.headers["strict-transport-security"],
    link: response.headers["link"],
    body: (await text(response)).replaceAll(/"serverNowMs":\d+/g, ""),
  };
}

const tricks = {
  "x-forwarded-for": "127.0.0.1",
  "x-real-ip": "127.0.0.1",
  forwarded: "for=127.0.0.1;host=evil.example;proto=https",
  "x-forwarded-host": "evil.example",
  "x-forwarded-server": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
  "x-forwarded-prefix": "//evil.example",
  "x-host": "evil.example",
  "x-original-host": "evil.example",
  "x-original-url": "/api/users",
  "x-rewrite-url": "/api/users",
  "true-client-ip": "127.0.0.1",
  "cf-connecting-ip": "127.0.0.1",
};

test.each(["/", "/api/session", "/api/stream/info", "/api/tracks?limit=1", "/api/schedule.ics"])(
  "a stranger's proxy headers make no difference to the answer of %s",
  async (path) => {
    const plain = await ask(path, { accept: "text/html" });

    const tricked = await ask(path, { accept: "text/html", ...tricks });

    expect(tricked).toEqual(plain);
  },
);

test.each(Object.keys(tricks))("%s makes nobody local: /metrics stays closed", async (name) => {
  const { status } = await ask("/metrics", {
    [name]: Object.fromEntries(Object.entries(tricks))[name] ?? "",
    // As a proxy on this machine would pass it on.
    via: "1.1 proxy",
  });

  expect(status).toBe(404);
});

test("not even a trusted proxy can pass on the name of another site", async () => {
  await using proxied = await startTestServer({ trustProxy: ["127.0.0.1"] });

  const own = await ask("/api/session", { "x-forwarded-host": "127.0.0.1:5000" }, proxied);
  const foreign = await ask("/api/session", { "x-forwarded-host": "evil.example" }, proxied);
  // The client's value comes before the one the proxy adds.
  const chosen = await ask(
    "/api/session",
    { "x-forwarded-host": "evil.example, 127.0.0.1:5000" },
    proxied,
  );

  expect([own.status, foreign.status, chosen.status]).toEqual([200, 400, 200]);
});
