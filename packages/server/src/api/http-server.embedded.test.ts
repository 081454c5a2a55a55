import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { hashPassword } from "../accounts/secrets.ts";
import { accountSubject } from "../accounts/sign-in-actions.ts";
import { findAccount, insertAccount } from "../accounts/account-store.ts";
import { saveAccessCodeHash } from "../settings/settings-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { streamBaseUrl } from "../radio/radio-actions.ts";
import { cookieOf, startTestServer, type SignedInBrowser, type TestServer } from "./test-server.ts";

const unknownId = "11111111-1111-4111-8111-111111111111";
const session = "neonrelay_session";

let server: TestServer;
let trackIds: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  trackIds = await addTestTracks(server.database, ["first", "second", "third"]);
  const passwordHash = await hashPassword("right password");
  for (const role of ["super_admin", "moderator"] as const)
    await insertAccount(server.database.connection, {
      id: randomUUID(),
      username: role,
      role,
      passwordHash,
    });
  await saveAccessCodeHash(server.database.connection, await hashPassword("open-sesame"));
});
afterAll(() => server[Symbol.asyncDispose]());

async function signIn(username: string): Promise<string> {
  const { headers } = await server.call("POST", "/api/users/login", {
    body: { username, password: "right password" },
  });
  return cookieOf(headers, session);
}

test.each([
  ["POST", "/api/queue", "{", 400, "invalid_request", "body"],
  ["POST", "/api/queue", {}, 400, "invalid_request", "trackId"],
  ["POST", "/api/queue", { trackId: 7 }, 400, "invalid_request", "trackId"],
  ["POST", "/api/queue", { trackId: unknownId }, 404, "not_found", "trackId"],
  ["DELETE", `/api/queue/${unknownId}`, undefined, 404, "not_found", "id"],
  ["DELETE", "/api/queue/nonsense", undefined, 404, "not_found", "id"],
  ["POST", `/api/queue/${unknownId}/play-next`, undefined, 404, "not_found", "id"],
  [
    "PATCH",
    `/api/queue/${unknownId}/position`,
    { position: -1 },
    400,
    "invalid_request",
    "position",
  ],
  ["GET", "/api/tracks?limit=many", undefined, 400, "invalid_request", "limit"],
  ["GET", "/api/tracks?sort=mood", undefined, 400, "invalid_request", "sort"],
  [
    "POST",
    "/api/users/login",
    { username: "\u0000", password: "x" },
    400,
    "invalid_request",
    undefined,
  ],
  ["GET", "/%E0%A4%A", undefined, 400, "invalid_request", undefined],
  ["GET", "/..%2f..%2fetc/passwd", undefined, 404, "not_found", undefined],
  ["GET", "/api/no/such/call", undefined, 404, "not_found", undefined],
  ["GET", `/api/tracks/${unknownId}/art`, undefined, 404, "not_found", undefined],
  ["GET", `/api/stream/session/${unknownId}`, undefined, 503, "unavailable", undefined],
])("%s %s with %j is answered %i %s", async (...row) => {
  const [method, target, body, status, code, field] = row;
  const answer = await server.call(method, target, { body });

  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error: expect.stringMatching(/\w+ \w+/),
    code,
    ...(field !== undefined && { field }),
  });
});

test("errors about bad input say what to change", async () => {
  const left = await server.call("POST", "/api/queue", { body: {} });
  const wrong = await server.call("GET", "/api/tracks?sort=mood");

  expect(left.body).toMatchObject({ error: "trackId: is required" });
  expect(wrong.body).toMatchObject({
    error: expect.stringMatching(/^sort: must be \w+.* or \w+$/),
  });
});

test("a body without a JSON type is refused, and so is one that is too large", async () => {
  const text = await server.call("POST", "/api/queue", {
    body: "x",
    headers: { "content-type": "text/plain" },
  });
  const large = await server.call("POST", "/api/queue", { body: { x: "x".repeat(2_000_000) } });

  expect([text.status, large.status]).toEqual([415, 413]);
});

test("guests use the queue over HTTP", async () => {
  const [first, second] = trackIds;
  const added = await server.call("POST", "/api/queue", {
    body: { trackId: first, position: Date.now(), requestedBy: "someone else" },
  });
  await server.call("POST", "/api/queue", { body: { trackId: second } });
  await server.call("POST", `/api/queue/${second}/play-next`);
  const listed = await server.call("GET", "/api/queue");
  const cleared = await server.call("DELETE", "/api/queue/clear");

  expect(added.body).toMatchObject({
    position: 1,
    requestedBy: "Web User",
    track: { title: "first" },
  });
  expect(listed.body).toMatchObject([
    { position: 1, track: { title: "second" } },
    { position: 2, track: { title: "first", duration: "1:01", durationMs: 61_499 } },
  ]);
  expect(cleared).toMatchObject({ status: 200, body: { removed: 2 } });
});

test("a long library is paged by Link and X-Total-Count", async () => {
  const first = await server.call("GET", "/api/tracks?limit=2");
  const next = /<(.+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await server.call("GET", next);

  expect(first.headers.get("x-total-count")).toBe("3");
  expect(first.body).toMatchObject([{ title: "first" }, { title: "second" }]);
  expect(second.body).toMatchObject([{ title: "third" }]);
  expect(second.headers.get("link")).toBeNull();
});

test("a session starts with the password, lists its rights and ends at logout", async () => {
  const cookie = await signIn("SUPER_ADMIN");
  const known = await server.call("GET", "/api/session", { headers: { cookie } });
  const changed = await server.call("PUT", "/api/radio-state", {
    body: { volume: 41.6 },
    headers: { cookie },
  });
  const out = await server.call("POST", "/api/users/logout", { headers: { cookie } });
  const after = await server.call("GET", "/api/session", { headers: { cookie } });

  expect(known.body).toMatchObject({ kind: "user", username: "super_admin", role: "super_admin" });
  expect(changed).toMatchObject({ status: 200, body: { volume: 42, isPlaying: true } });
  expect(out.body).toEqual({ signedOut: true });
  expect(after.body).toMatchObject({ kind: "guest" });
});

test("the session's cookie is hidden from scripts, and the database holds only its hash", async () => {
  const answer = await server.call("POST", "/api/users/login", {
    body: { username: "super_admin", password: "right password" },
  });
  const cookie = answer.headers.getSetCookie().find((value) => value.startsWith(session)) ?? "";
  const token = cookieOf(answer.headers, session).slice(session.length + 1);
  const { rows } = await server.database.connection.execute<{ token_hash: string }>(
    sql`select token_hash from sessions`,
  );

  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  expect(rows.map((row) => row.token_hash)).not.toContain(token);
});

test("the access code gives the rights of an admin", async () => {
  const answer = await server.call("POST", "/api/auth/access-code", {
    body: { code: "open-sesame" },
  });
  const cookie = cookieOf(answer.headers, session);
  const allowed = await server.call("POST", "/api/playback/skip", { headers: { cookie } });

  expect(answer.body).toMatchObject({ kind: "access-code", role: "admin" });
  // Allowed, but on-air is away here.
  expect(allowed).toMatchObject({ status: 503, body: { code: "unavailable" } });
});

test("the station's controls need a session with a sufficient role", async () => {
  const moderating = await server.signIn("moderator");
  const body = { isPlaying: false };
  const guest = await server.guest().call("PUT", "/api/radio-state", { body });
  const moderator = await moderating.call("PUT", "/api/radio-state", { body });

  expect(guest).toMatchObject({ status: 401, body: { error: "Sign in to do this" } });
  expect(moderator).toMatchObject({ status: 403, body: { error: "Your role may not do this" } });
});

test("a wrong password gets the same answer for known and unknown names, and soon a wait", async () => {
  const attempt = (username: string) =>
    server.call("POST", "/api/users/login", { body: { username, password: "wrong" } });
  const known = await attempt("moderator");
  const unknown = await attempt("no-one");
  await attempt("moderator");
  await attempt("moderator");
  // A wait long enough for any busy machine.
  const account = await findAccount(server.database.connection, "moderator");
  const tried = { subject: accountSubject(account?.id ?? ""), address: "127.0.0.1" };
  for (let n = 0; n < 6; n += 1) await server.throttle.recordFailure(tried);
  const refused = await attempt("moderator");

  expect(known).toMatchObject({ status: 401, body: { error: "Invalid username or password" } });
  expect(unknown.body).toEqual(known.body);
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  // Nine failures make 64 s; without the ones recorded above it would be 8 s.
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(10);
});

test.each([
  ["another site", "http://evil.example"],
  ["another port of this machine", "http://127.0.0.1:1"],
  ["a page without an origin", "null"],
  ["a name that begins like ours", "http://127.0.0.1.evil.example"],
])("a change from %s is refused, and recorded if it carries a session", async (_name, origin) => {
  const admin = await server.signIn("admin");
  server.security.endWindow();
  const before = await notedForeignPages(admin);

  const answer = await admin.call("DELETE", "/api/queue/clear", { headers: { origin } });
  await server.security.settled();

  expect(answer).toMatchObject({
    status: 403,
    body: {
      error: expect.stringMatching(/^This call did not come from one of the station's own pages/),
      code: "not_allowed",
    },
  });
  expect(await notedForeignPages(admin)).toEqual([
    ...before,
    { severity: "medium", description: "DELETE /api/queue/clear from a page of another site" },
  ]);
});

async function notedForeignPages(admin: SignedInBrowser): Promise<readonly unknown[]> {
  const { body } = await admin.call("GET", "/api/security-events?limit=100");
  return z
    .array(z.object({ eventType: z.string(), severity: z.string(), description: z.string() }))
    .parse(body)
    .flatMap(({ eventType, ...noted }) => (eventType === "foreign_page" ? [noted] : []));
}

test("a program without a cookie needs no Origin, and one with a cookie does", async () => {
  const clear = (headers: Readonly<Record<string, string>>) =>
    fetch(`${server.origin}/api/queue/clear`, { method: "DELETE", headers });

  const program = await clear({});
  const session = await clear({ cookie: "neonrelay_session=x" });
  const visitor = await clear({ cookie: "neonrelay_visitor=x" });

  expect([program.status, session.status, visitor.status]).toEqual([200, 403, 403]);
});

test("the Origin of PUBLIC_URL is ours, and that of its http twin is not", async () => {
  await using published = await startTestServer({ publicUrl: "https://radio.example/" });
  const admin = await published.signIn("admin");
  const clear = (origin: string) =>
    admin.call("DELETE", "/api/queue/clear", { headers: { origin } });

  const answers = [await clear("https://radio.example"), await clear("http://radio.example")];

  expect(answers.map(({ status }) => status)).toEqual([200, 403]);
});

test("a refused call from our page behind a proxy names the header that is missing", async () => {
  const clear = async (host: string, origin: string): Promise<string> => {
    const request = get(`${server.origin}/api/queue/clear`, {
      method: "DELETE",
      headers: { host, origin },
    });
    const [response] = await once(request, "response");
    return z.object({ error: z.string() }).parse(JSON.parse(await text(response))).error;
  };

  const withoutHost = await clear("127.0.0.1:5000", "https://radio.example");
  const withoutScheme = await clear("localhost:8443", "https://localhost:8443");

  expect(withoutHost).toBe(
    "This call did not come from one of the station's own pages: the page is at https://radio.example, the request came to http://127.0.0.1:5000. If a proxy stands between them, set PUBLIC_URL to the address of the page, or let the proxy pass on the Host header (nginx: proxy_set_header Host $http_host)",
  );
  expect(withoutScheme).toMatch(/send X-Forwarded-Proto, from an address listed in TRUST_PROXY$/);
});

test("PUBLIC_URL counts behind a proxy that drops the port from the Host", async () => {
  await using published = await startTestServer({ publicUrl: "https://radio.example:8443" });
  const ask = async (
    path: string,
    options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<IncomingMessage> => {
    const headers = { host: "radio.example", ...options.headers };
    const [response] = await once(
      get(`${published.origin}${path}`, { ...options, headers }),
      "response",
    );
    return response;
  };

  const page = await ask("/", asPage);
  const info = await ask("/api/stream/info", {});
  const changed = await ask("/api/queue/clear", {
    method: "DELETE",
    headers: { origin: "https://radio.example:8443" },
  });

  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("wss://radio.example:8443");
  expect(policy).toContain("media-src 'self' https://radio.example:8443;");
  expect(JSON.parse(await text(info))).toMatchObject({
    streamUrl: "https://radio.example:8443/stream.mp3",
  });
  expect(changed.statusCode).not.toBe(403);
});

test("clients on https get the stream on the web port, unless PUBLIC_STREAM_URL says otherwise", () => {
  const base = (publicStreamUrl: string | null, hostname: string): string =>
    streamBaseUrl(
      { publicUrl: "https://radio.example", publicStreamUrl, streamPort: 8000, tls: null },
      hostname,
    ).href;

  expect(base(null, "radio.example")).toBe("https://radio.example/");
  // On the local network the page comes over http, and may play audio over http.
  expect(base(null, "192.168.1.5")).toBe("http://192.168.1.5:8000/");
  expect(base("https://cdn.example/", "radio.example")).toBe("https://cdn.example/");
});

test("a foreign host name that points here is refused before anything else", async () => {
  const request = get(`${server.origin}/api/session`, { headers: { host: "evil.example" } });
  const [response] = await once(request, "response");

  expect(response.statusCode).toBe(400);
  expect(response.headers["set-cookie"]).toBeUndefined();
  expect(JSON.parse(await text(response))).toMatchObject({ field: "host" });
});

const asPage = { headers: { accept: "text/html" } };

test("a page's policy allows only our own scripts", async () => {
  const { headers } = await server.call("GET", "/", asPage);
  const policy = headers.get("content-security-policy") ?? "";

  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("http://127.0.0.1:8000");
  expect(policy).not.toContain("script-src 'unsafe-inline'");
  expect(policy).not.toContain("blob:");
});

test("other sites can't frame a page", async () => {
  const { headers } = await server.call("GET", "/", asPage);

  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test("a page has no access to devices, sends no referrer and can't be opened by other sites", async () => {
  const { headers } = await server.call("GET", "/", asPage);
  const allowed = new Map(
    (headers.get("permissions-policy") ?? "").split(", ").map((part) => {
      const [name = "", who = ""] = part.split("=");
      return [name, who];
    }),
  );

  for (const device of ["camera", "microphone", "geolocation", "payment", "usb", "serial"])
    expect(allowed.get(device)).toBe("()");
  for (const used of ["autoplay", "fullscreen", "clipboard-write"])
    expect(allowed.get(used)).toBe("(self)");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  [
    "localhost",
    "connect-src 'self' ws://localhost:5000 ws://localhost wss://localhost:5000 wss://localhost http",
  ],
  ["127.0.0.1:5001", "connect-src 'self' ws://127.0.0.1:5001 wss://127.0.0.1:5001 http"],
])("a page from %s may open its socket wherever it tries to", async (host, sources) => {
  const request = get(`${server.origin}/`, { headers: { host, accept: "text/html" } });
  const [response] = await once(request, "response");
  response.resume();

  expect(response.headers["content-security-policy"]).toContain(sources);
});

test.each([
  "/api/session",
  "/api/no/such/call",
  "/api/tracks/8f14e45f-ceea-467f-9575-7f2f9d2c3c1e/art",
  "/api/users",
])(
  "the answer of %s, opened as a page, can load nothing and can't be framed; headers only for pages are left out",
  async (path) => {
    const { headers } = await server.call("GET", path);

    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    // Covers may be shown by other sites, see other-sites.embedded.test.
    expect(headers.get("cross-origin-resource-policy")).toBe(
      path.endsWith("/art") ? "cross-origin" : "same-site",
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("permissions-policy")).toBe(false);
  },
);

test("without a built web app a page says how to build it", async () => {
  const page = await server.call("GET", "/library", { headers: { accept: "text/html" } });

  expect(page.status).toBe(503);
  expect(page.body).toContain("npm start");
});

test("a cover is served by size, cached for ever when its address has its hash, and not sent twice", async () => {
  const id = trackIds[0];
  await mkdir(path.join(server.dataDir, "artwork"));
  await writeFile(path.join(server.dataDir, "artwork", "cover1-96.webp"), "image");
  await server.database.connection.execute(
    sql`update tracks set artwork_name = 'cover1' where id = ${id}`,
  );

  const named = await server.call("GET", `/api/tracks/${id}/art?v=cover1&size=96`);
  const again = await server.call("GET", `/api/tracks/${id}/art?size=96`, {
    headers: { "if-none-match": named.headers.get("etag") ?? "" },
  });
  const badSize = await server.call("GET", `/api/tracks/${id}/art?size=97`);

  expect(named).toMatchObject({ status: 200, body: "image" });
  expect(named.headers.get("cache-control")).toContain("immutable");
  expect([again.status, badSize.status]).toEqual([304, 400]);
});

test.each(["127.0.0.1;x", "a,b", "127.0.0.1/", "[::1", "'self'"])(
  "the invalid Host %j is refused",
  async (host) => {
    const request = get(`${server.origin}/api/session`, { headers: { host } });
    const [response] = await once(request, "response");
    response.resume();

    expect(response.statusCode).toBe(400);
  },
);

test("a long answer is compressed for clients that accept it, a short one is not", async () => {
  const ask = async (target: string, headers: Readonly<Record<string, string>>) => {
    const [response] = await once(get(`${server.origin}${target}`, { headers }), "response");
    const bytes = await buffer(response);
    const { "content-encoding": encoding, "content-length": length, vary } = response.headers;
    expect(Number(length)).toBe(bytes.length);
    return { encoding, vary, bytes };
  };
  const gzip = { "accept-encoding": "gzip, deflate, br" };

  const plain = await ask("/api/chat/commands", {});
  const packed = await ask("/api/chat/commands", gzip);
  const short = await ask("/api/queue", gzip);

  expect(plain.encoding).toBeUndefined();
  expect([packed.encoding, packed.vary, plain.vary]).toEqual([
    "gzip",
    "accept-encoding",
    "accept-encoding",
  ]);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  expect([short.encoding, short.vary, String(short.bytes)]).toEqual([undefined, undefined, "[]"]);
});

test("a cover and the health of the station set no cookie", async () => {
  const cover = await server.call("GET", `/api/tracks/${trackIds[0]}/art`);
  const health = await server.call("GET", "/api/health");
  const session = await server.call("GET", "/api/session");

  expect(cover.headers.getSetCookie()).toEqual([]);
  expect(health.headers.getSetCookie()).toEqual([]);
  expect(session.headers.getSetCookie().length).toBe(1);
});

test("while on-air is away health answers 503 with a line for each part", async () => {
  const health = await server.call("GET", "/api/health");

  expect(health).toMatchObject({
    status: 503,
    body: { ok: false, database: { ok: true }, onAir: { ok: false }, engine: { ok: false } },
  });
});

test("control characters in a search are ignored", async () => {
  const answer = await server.call("GET", "/api/tracks/search?q=%00first");

  expect(answer).toMatchObject({ status: 200, body: [{ title: "first" }] });
});

test("a search that asks for too much is refused with an explanation", async () => {
  const answer = await server.call("GET", `/api/tracks/search?q=${"x".repeat(300)}`);

  expect(answer).toMatchObject({ status: 400, body: { field: "q" } });
});
