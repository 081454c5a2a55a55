import { callGroups } from "@neonrelay/contract";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exchange } from "./test-exchange.ts";
import { cookieOf, startTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function post(target: string, body: Buffer, headers: readonly string[] = []): Buffer {
  const { host } = new URL(server.origin);
  const head = [
    `POST ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}

const getSession = "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";
const unreadable = {
  error: "The body of the request can't be read as JSON",
  code: "invalid_request",
  field: "body",
};

test.each([
  ["half an object", "{"],
  ["a name that reaches into every object", '{"__proto__":{"isAdmin":true}}'],
  ["a name that reaches into every class", '{"constructor":{"prototype":{"x":1}}}'],
])("a body with %s is refused as JSON", async (_name, body) => {
  const answer = await server.call("POST", "/api/queue", { body });

  expect(answer).toMatchObject({ status: 400, body: unreadable });
});

test("a body that is not UTF-8 is refused as JSON", async () => {
  const body = Buffer.concat([Buffer.from('{"trackId":"'), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]);

  const answer = await exchange(server.origin, post("/api/queue", body));

  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual(unreadable);
});

test.each([
  ["lists", "[".repeat(500_000) + "]".repeat(500_000)],
  ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ["a field", `{"trackId":${"[".repeat(400_000)}${"]".repeat(400_000)}}`],
])("a body of %s nested as deep as fits is refused without side effects", async (...row) => {
  const answer = await server.call("POST", "/api/queue", { body: row[1] });

  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "invalid_request" });
});

test("a missing body is reported as missing, whatever type it declares", async () => {
  const none = await server.call("POST", "/api/queue");
  const empty = await server.call("POST", "/api/queue", {
    headers: { "content-type": "application/json" },
  });

  expect([none.status, empty.status]).toEqual([400, 400]);
  expect(none.body).toEqual(empty.body);
});

test("a call without a body accepts an empty one declared as JSON", async () => {
  const answer = await server.call("DELETE", "/api/queue/clear", {
    headers: { "content-type": "application/json" },
  });

  expect(answer).toMatchObject({ status: 200, body: { removed: 0 } });
});

test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml"])(
  "a body of type %s is refused",
  async (type) => {
    const answer = await server.call("POST", "/api/queue", {
      body: "trackId=1",
      headers: { "content-type": type },
    });

    expect(answer).toMatchObject({
      status: 415,
      body: { error: "Send the body as application/json", code: "invalid_request" },
    });
  },
);

test("a body above a megabyte is refused, with or without a declared length", async () => {
  const body = JSON.stringify({ x: "x".repeat(1_100_000) });
  const told = await server.call("POST", "/api/queue", { body });
  const untold = await exchange(
    server.origin,
    `POST /api/queue HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  );

  expect(told).toMatchObject({ status: 413, body: { code: "too_large" } });
  expect(untold.status).toBe(413);
});

test.each([
  ["header lines without end", `${getSession}X-Filler: ${"x".repeat(20_000)}\r\n\r\n`],
  ["thousands of headers", `${getSession}${"X-One: 1\r\n".repeat(5000)}\r\n`],
  ["an address without end", `GET /api/session?${"x".repeat(20_000)} HTTP/1.1\r\n\r\n`],
])("%s are refused", async (_name, bytes) => {
  const answer = await exchange(server.origin, bytes);

  expect(answer.status).toBe(431);
  expect(JSON.parse(answer.body)).toEqual({
    error: "The address and headers are too large",
    code: "too_large",
  });
});

test.each([
  ["a hundred thousand brackets", `{"trackId":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  [
    "a hundred thousand names",
    `{${"x".repeat(100_000).replaceAll(/x/g, (_x, at: number) => `"${at}":1,`)}"a":1}`,
  ],
])("a body of %s is refused, and the next call answered", async (_name, body) => {
  const answer = await server.call("POST", "/api/queue", { body });

  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect(await server.call("GET", "/api/session")).toMatchObject({ status: 200 });
});

test("a compressed body is not decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, " "));

  const answer = await exchange(
    server.origin,
    post("/api/queue", bomb, ["Content-Encoding: gzip"]),
  );

  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual(unreadable);
});

test("a thousand parameters make one call", async () => {
  const query = Array.from({ length: 1000 }, (_x, at) => `p${at}=1`).join("&");

  expect(await server.call("GET", `/api/tracks?${query}`)).toMatchObject({ status: 200 });
});

test("a request that is not HTTP gets a readable answer and is cut off", async () => {
  const answer = await exchange(server.origin, "HELO radio\r\n\r\n");

  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({
    error: "The request is not valid HTTP",
    code: "invalid_request",
  });
});

test.each(["Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5, 6"])(
  "a request with an ambiguous length (%j) is refused",
  async (headers) => {
    const answer = await exchange(
      server.origin,
      `POST /api/queue HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n\r\n0\r\n\r\n`,
    );

    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain("HTTP/1.1");
  },
);

test.each([
  ["/api/queue/%00", 404],
  [`/api/queue/${"x".repeat(200)}`, 404],
  ["/api/queue/..%2f..%2fetc%2fpasswd", 404],
  ["/api/queue/%ff", 400],
])("DELETE %s names nothing", async (target, status) => {
  const answer = await server.call("DELETE", target);

  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
});

test("the path segment clear is not taken for an entry id", async () => {
  const cleared = await server.call("DELETE", "/api/queue/clear");
  const next = await server.call("POST", "/api/queue/clear/play-next");

  expect(cleared).toMatchObject({ status: 200, body: { removed: 0 } });
  expect(next).toMatchObject({ status: 404, body: { code: "not_found", field: "id" } });
});

test("an unknown address below /api answers in JSON, even to a browser", async () => {
  const answer = await server.call("GET", "/api/no/such/call", {
    headers: { accept: "text/html" },
  });
  const posted = await server.call("POST", "/library", { body: {} });

  for (const { status, body } of [answer, posted]) {
    expect(status).toBe(404);
    expect(body).toEqual({ error: "There is nothing at this address", code: "not_found" });
  }
});

test.each([
  ["GET", "/api/playback/skip", "POST"],
  ["HEAD", "/api/playback/skip", "POST"],
  ["POST", "/api/queue/clear", "DELETE"],
  ["PUT", "/api/queue", "GET, HEAD, POST"],
  ["OPTIONS", "/api/queue", "GET, HEAD, POST"],
  ["TRACE", "/api/queue", "GET, HEAD, POST"],
])("%s %s is told the methods that the address accepts", async (method, target, allowed) => {
  const { host } = new URL(server.origin);
  const answer = await exchange(
    server.origin,
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );

  expect(answer.status).toBe(405);
  expect(answer.head).toContain(`allow: ${allowed}\r\n`);
  expect(answer.head).not.toMatch(/access-control/i);
});

test("no header turns one method into another", async () => {
  const answer = await server.call("POST", "/api/queue/clear", {
    headers: { "x-http-method-override": "DELETE", "x-method-override": "DELETE" },
  });

  expect(answer.status).toBe(405);
});

test("HEAD answers like GET, without the body", async () => {
  const head = await server.call("HEAD", "/api/queue");
  const get = await server.call("GET", "/api/queue");

  expect([head.status, head.body]).toEqual([200, ""]);
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
});

test("HEAD of a restricted call is refused like GET", async () => {
  const answer = await server.call("HEAD", "/api/system-logs");

  expect(answer.status).toBe(401);
});

test("no answer of a call may be cached, not even a refusal", async () => {
  const answers = await Promise.all([
    server.call("GET", "/api/queue"),
    server.call("GET", "/api/health"),
    server.call("GET", "/api/no/such/call"),
    server.call("PUT", "/api/radio-state", { body: { volume: 1 } }),
    server.call("POST", "/api/queue", { body: "{" }),
    server.call("PUT", "/api/queue"),
  ]);

  expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(
    answers.map(() => "no-store"),
  );
});

/** Ages and times differ between two calls. */
function hideTimes(name: string, value: unknown): unknown {
  return name === "ageMs" || name === "serverNowMs" ? "some ms" : value;
}

test("public answers are the same for every caller", async () => {
  const admin = await server.signIn("super_admin");
  const calls = callGroups
    .flatMap(({ apis }) => apis.flatMap((api) => Object.values(api)))
    .filter(({ isForAnyone, params }) => isForAnyone === true && params === undefined);

  for (const { method, path } of calls) {
    const known = await admin.call(method, path);
    const unknown = await server.call(method, path);

    expect(JSON.stringify(known.body, hideTimes)).toBe(JSON.stringify(unknown.body, hideTimes));
    expect([...known.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
  }
  expect(calls.length).toBeGreaterThan(0);
});

test("cookies are out of reach of scripts and other sites, and Secure where the browser uses https", async () => {
  await using secure = await startTestServer({ publicUrl: "https://radio.example/" });
  await using proxied = await startTestServer({ trustProxy: ["127.0.0.1"] });
  const byProxy = (scheme: string) =>
    proxied.call("GET", "/api/session", { headers: { "x-forwarded-proto": scheme } });

  const answers = [
    await server.call("GET", "/api/session"),
    await secure.call("GET", "/api/session"),
    await byProxy("http"),
    await byProxy("https"),
  ];

  const cookies = answers.map(({ headers }) => headers.getSetCookie()[0] ?? "");
  for (const { headers } of answers) expect(cookieOf(headers, "neonrelay_visitor")).not.toBe("");
  for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; HttpOnly;.* ?SameSite=Lax/);
  expect(cookies.map((cookie) => cookie.includes("Secure"))).toEqual([false, true, false, true]);
  // Says nothing about other names below this one.
  expect(answers.map(({ headers }) => headers.get("strict-transport-security"))).toEqual([
    null,
    "max-age=31536000",
    null,
    "max-age=31536000",
  ]);
});

test("a bug is logged with its cause, and the answer reveals nothing of it", async () => {
  const lines: string[] = [];
  await using broken = await startTestServer({}, { onTrouble: (line) => lines.push(line) });
  await broken.database.connection.execute("drop table comments cascade");

  const answer = await broken.call("GET", "/api/comments");

  expect(answer).toMatchObject({
    status: 500,
    body: { error: "Something went wrong on our side", code: "internal" },
  });
  // The clean-up of old comments may fail in the same way.
  const ofCalls = lines.filter((line) => line.includes("call failed"));
  expect(ofCalls.length).toBe(1);
  expect(JSON.parse(ofCalls[0] ?? "")).toMatchObject({
    level: "error",
    msg: "call failed",
    method: "GET",
    route: "/api/comments",
    error: { message: expect.stringContaining('relation "comments" does not exist') },
  });
});

test.each([
  ["h2c", "/api/session", 200],
  ["websocket", "/api/session", 200],
  ["websocket", "/api/nothing", 404],
  ["h2c", "/ws", 404],
])("an offer to upgrade to %s at %s is ignored, and the request is answered", async (...row) => {
  const [protocol, target, status] = row;
  const offer = [`Upgrade: ${protocol}`, "Connection: Upgrade, HTTP2-Settings, close"];
  const get = [`GET ${target} HTTP/1.1`, `Host: ${new URL(server.origin).host}`, ...offer];

  const got = await exchange(server.origin, `${get.join("\r\n")}\r\n\r\n`);
  const posted = await exchange(server.origin, post("/api/queue", Buffer.from("{}"), offer));

  expect(got.status).toBe(status);
  expect(posted.status).toBe(400);
  expect(JSON.parse(posted.body)).toMatchObject({ field: "trackId" });
});
