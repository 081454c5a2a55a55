import { apiErrorSchema, incomingCalls, type IncomingFile } from "@neonrelay/contract";
import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

let server: TestServer;
let admin: SignedInBrowser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server[Symbol.asyncDispose]());

interface Sent {
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly by?: Pick<SignedInBrowser, "cookie">;
}

async function send(method: string, address: string, { body, headers, by = admin }: Sent = {}) {
  return await fetch(new URL(address, server.origin), {
    method,
    headers: {
      origin: server.origin,
      cookie: by.cookie,
      "tus-resumable": "1.0.0",
      ...headers,
    },
    ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
  });
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

function begin(
  { name, sizeBytes, batchId }: { name: string; sizeBytes: number; batchId?: string },
  by?: Sent["by"],
) {
  const metadata = `filename ${base64(name)}${batchId === undefined ? "" : `,batchId ${base64(batchId)}`}`;
  return send("POST", "/api/uploads", {
    headers: { "upload-length": String(sizeBytes), "upload-metadata": metadata },
    ...(by === undefined ? {} : { by }),
  });
}

async function begun(file: Parameters<typeof begin>[0]): Promise<string> {
  const response = await begin(file);
  expect(response.status).toBe(201);
  return response.headers.get("location") ?? "";
}

const part = (body: Uint8Array, offset: number): Sent => ({
  body,
  headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
});

async function list(query = ""): Promise<readonly IncomingFile[]> {
  const { status, body } = await admin.call("GET", `/api/incoming${query}`);
  expect(status).toBe(200);
  return incomingCalls.listIncoming.response.parse(body).files;
}

async function dealtWith(address: string): Promise<IncomingFile> {
  const id = path.basename(address);
  for (;;) {
    const file = (await list()).find((each) => each.id === id);
    if (file?.state === "added" || file?.state === "refused") return file;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function sendWhole(name: string, content: Uint8Array): Promise<IncomingFile> {
  const address = await begun({ name, sizeBytes: content.length });
  expect((await send("PATCH", address, part(content, 0))).status).toBe(204);
  return await dealtWith(address);
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return await readdir(path.join(server.dataDir, folder)).catch(() => []);
}

test("a file sent in parts resumes where it stopped, and can be followed until it is in the library", async () => {
  const content = randomBytes(5000);
  const batchId = randomUUID();
  const address = await begun({ name: "parts.mp3", sizeBytes: content.length, batchId });
  expect(address).toMatch(/^\/api\/uploads\/[\da-f-]{36}$/);

  const first = await send("PATCH", address, part(content.subarray(0, 1000), 0));
  const head = await send("HEAD", address);
  const [waiting] = await list(`?batchId=${batchId}`);
  const second = await send("PATCH", address, part(content.subarray(1000), 1000));
  const file = await dealtWith(address);

  expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "1000"]);
  expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "1000"]);
  expect(waiting).toMatchObject({ state: "receiving", receivedBytes: 1000, batchId });
  expect(second.status).toBe(204);
  expect(file).toMatchObject({ name: "parts.mp3", state: "added", reason: null, canRetry: false });
  const stored = path.join(server.dataDir, "music", "uploads", "Tester - parts.mp3");
  expect(await readFile(stored)).toEqual(content);
  // The remains are deleted once the list says that it was added.
  const left = async () => [await filesIn("incoming/parts"), await filesIn("incoming/received")];
  await expect.poll(left).toEqual([[], []]);
  const again = await send("HEAD", address);
  expect([again.status, again.headers.get("upload-offset")]).toEqual([200, String(content.length)]);
});

test("a connection that breaks within a part loses no received bytes", async () => {
  const content = randomBytes(400_000);
  const address = await begun({ name: "bad.mp3", sizeBytes: content.length });
  const sent = request(new URL(address, server.origin), {
    method: "PATCH",
    headers: {
      origin: server.origin,
      cookie: admin.cookie,
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": "0",
      "content-length": String(content.length),
    },
  });
  sent.on("error", () => {});

  sent.write(content.subarray(0, 100_000));
  const place = path.join(server.dataDir, "incoming", "parts", path.basename(address));
  while ((await stat(place)).size < 100_000) await new Promise((r) => setTimeout(r, 10));
  sent.destroy();

  let head = await send("HEAD", address);
  expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "100000"]);
  await send("PATCH", address, part(content.subarray(100_000), 100_000));
  const file = await dealtWith(address);
  expect(file).toMatchObject({ state: "refused", canRetry: true });
  head = await send("HEAD", address);
  expect(head.headers.get("upload-offset")).toBe("400000");
});

test("an inadmissible upload is refused in words, by the same rules as the form", async () => {
  const large = await begin({ name: "large.mp3", sizeBytes: 50 * 1024 * 1024 + 1 });
  const empty = await begin({ name: "empty.mp3", sizeBytes: 0 });
  const guest = await begin({ name: "a.mp3", sizeBytes: 1 }, server.guest());
  const listener = await begin({ name: "a.mp3", sizeBytes: 1 }, await server.signIn("listener"));
  const unsized = await send("POST", "/api/uploads", { headers: { "upload-defer-length": "1" } });
  const foreign = await send("POST", "/api/uploads", {
    headers: { origin: "https://elsewhere.example", "upload-length": "1" },
  });

  expect([large.status, await large.json()]).toEqual([
    413,
    { error: "Please select a file smaller than 50MB", code: "too_large", field: "music" },
  ]);
  expect([empty.status, await empty.json()]).toMatchObject([422, { error: "The file is empty" }]);
  expect([guest.status, await guest.json()]).toMatchObject([
    401,
    { error: "Admin access required for uploads" },
  ]);
  expect([listener.status, unsized.status, foreign.status]).toEqual([403, 400, 403]);
});

test("the maximum size is a setting that applies to both methods", async () => {
  await server.settings.change(() => ({ maxUploadMegabytes: 1 }));
  const content = randomBytes(1024 * 1024 + 70_000);

  const resumable = await begin({ name: "large.mp3", sizeBytes: content.length });
  const form = new FormData();
  form.set("music", new Blob([content]), "large.mp3");
  const plain = await fetch(new URL("/api/upload", server.origin), {
    method: "POST",
    headers: { origin: server.origin, cookie: admin.cookie },
    body: form,
  });

  const refusal = { error: "Please select a file smaller than 1MB", code: "too_large" };
  expect([resumable.status, await resumable.json()]).toMatchObject([413, refusal]);
  expect([plain.status, await plain.json()]).toMatchObject([413, refusal]);
  await server.settings.change(() => ({ maxUploadMegabytes: 50 }));
});

test("a client learns which parts of tus the station supports", async () => {
  const options = await send("OPTIONS", "/api/uploads");

  expect(options.status).toBe(204);
  expect(Object.fromEntries(options.headers)).toMatchObject({
    "tus-version": "1.0.0",
    "tus-extension": "creation,termination",
    "tus-max-size": String(50 * 1024 * 1024),
  });
});

test("only its sender can access an upload, and it accepts no byte beyond its declared size", async () => {
  const address = await begun({ name: "own.mp3", sizeBytes: 10 });
  const other = await server.signIn("admin");

  const foreign = await send("PATCH", address, { ...part(randomBytes(5), 0), by: other });
  const longer = await send("PATCH", address, part(randomBytes(11), 0));
  const skipping = await send("PATCH", address, part(randomBytes(1), 5));

  expect([foreign.status, longer.status, skipping.status]).toEqual([404, 413, 409]);
  for (const refusal of [foreign, longer, skipping])
    expect(apiErrorSchema.parse(await refusal.json()).error).toMatch(/^[A-Z].{20}/);
  expect((await send("DELETE", address)).status).toBe(204);
  expect([404, 410]).toContain((await send("HEAD", address)).status);
  expect(await filesIn("incoming/parts")).toEqual([]);
});

/** Sends an address verbatim; `fetch` would normalise it. */
async function sendTarget(
  method: string,
  target: string,
  { body, headers }: Sent,
): Promise<number> {
  const sent = request(server.origin, {
    method,
    path: target,
    headers: {
      origin: server.origin,
      cookie: admin.cookie,
      "tus-resumable": "1.0.0",
      ...headers,
    },
  });
  sent.end(body);
  return await new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
}

test.each([
  (own: string, other: string) => `/api/uploads/${own}?/${other}`,
  (own: string, other: string) => `/api/uploads/${own}?id=a/${other}/`,
  (own: string, other: string) => `/api/uploads/${own}?a#/${other}`,
  (own: string, other: string) => `/api/uploads/${own}#/${other}`,
  (own: string, other: string) => `/api/uploads/${own};/${other}`,
  (own: string, other: string) => `/api/uploads/${own}/${other}`,
  (own: string, other: string) => `/api/uploads/${own}//${other}`,
  (own: string, other: string) => `//api/uploads/${own}?/${other}`,
  (own: string, other: string) => `/api/uploads/${own}%2F${other}`,
  (own: string, other: string) => `/api/uploads/${own}%3F/${other}`,
  (own: string, other: string) => `/api/uploads/${own}/../${other}`,
  (own: string, other: string) => `/api/uploads/${own}\\${other}`,
  (own: string, other: string) => `http://localhost/api/uploads/${own}?/${other}`,
  (own: string, other: string) => `http://localhost/api/uploads/${other}?/${own}`,
])("no form of address leads to another person's upload: %s", async (target) => {
  const other = await server.signIn("admin");
  const response = await begin({ name: "theirs.mp3", sizeBytes: 10 }, other);
  const theirs = response.headers.get("location") ?? "";
  const mine = await begun({ name: "mine.mp3", sizeBytes: 9 });
  const address = target(path.basename(mine), path.basename(theirs));

  await sendTarget("HEAD", address, {});
  await sendTarget("PATCH", address, part(randomBytes(5), 0));
  await sendTarget("DELETE", address, {});

  const head = await send("HEAD", theirs, { by: other });
  expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "0"]);
  expect((await send("PATCH", theirs, { ...part(randomBytes(1), 0), by: other })).status).toBe(204);
  await send("DELETE", theirs, { by: other });
  await send("DELETE", mine);
});

test("a query after an upload's address has no effect", async () => {
  const address = await begun({ name: "query.mp3", sizeBytes: 10 });

  const sent = await sendTarget("PATCH", `${address}?a=/b`, part(randomBytes(5), 0));

  expect(sent).toBe(204);
  expect((await send("HEAD", address)).headers.get("upload-offset")).toBe("5");
  await send("DELETE", address);
});

test.each([
  [{ "upload-offset": "minus one" }, /: upload-offset$/],
  [{ "content-type": "audio/mpeg" }, /: content-type$/],
])("a part with %j is refused in words, as JSON", async (headers, words) => {
  const address = await begun({ name: "headers.mp3", sizeBytes: 10 });

  const refused = await send("PATCH", address, {
    body: randomBytes(1),
    headers: { ...part(randomBytes(1), 0).headers, ...headers },
  });

  expect([refused.status, refused.headers.get("content-type")]).toEqual([
    400,
    "application/json; charset=utf-8",
  ]);
  expect(apiErrorSchema.parse(await refused.json()).error).toMatch(words);
  await send("DELETE", address);
});

test("a session that ends midway gets 401 in words, and the upload resumes after signing in", async () => {
  const content = randomBytes(1000);
  const address = await begun({ name: "session.mp3", sizeBytes: content.length });
  await send("PATCH", address, part(content.subarray(0, 500), 0));

  const signedOut = await send("PATCH", address, {
    ...part(content.subarray(500), 500),
    by: { cookie: "" },
  });

  expect([signedOut.status, await signedOut.json()]).toMatchObject([
    401,
    { error: "Admin access required for uploads" },
  ]);
  expect((await send("PATCH", address, part(content.subarray(500), 500))).status).toBe(204);
  expect(await dealtWith(address)).toMatchObject({ state: "added" });
});

test("names can't escape the folder, and are shown as far as possible", async () => {
  const names = [
    ["../../bad evil.mp3", "bad evil.mp3"],
    ["bad nul\u0000\u202Egnp.mp3", "bad nul gnp.mp3"],
    [`bad${"ü".repeat(300)}.mp3`, `bad${"ü".repeat(252)}`],
    ["bad Cafe\u0301.mp3", "bad Café.mp3"],
  ] as const;

  const files = await Promise.all(
    names.map(([name]) => sendWhole(name, Buffer.from(`no music in ${name}`))),
  );

  expect(files.map(({ name }) => name)).toEqual(names.map(([, shown]) => shown));
  for (const { state, reason } of files)
    expect([state, reason]).toEqual(["refused", "This is not audio"]);
});

test("the same file again is refused with the existing track, and can't be retried", async () => {
  const content = randomBytes(1000);
  await sendWhole("twice.mp3", content);

  expect(await sendWhole("other-name.mp3", content)).toMatchObject({
    state: "refused",
    reason: "This file is already in the library as 'twice' by Tester",
    canRetry: false,
  });
});

test("a file refused as too short is retried once the setting has changed, and others are dismissed", async () => {
  await server.settings.change(() => ({ shortestTrackSeconds: 5 }));
  const refused = await sendWhole("second.mp3", randomBytes(1000));
  expect(refused).toMatchObject({ state: "refused", canRetry: true });
  await server.settings.change(() => ({ shortestTrackSeconds: 1 }));

  const retried = await admin.call("POST", "/api/incoming/retry", { body: { ids: [refused.id] } });

  expect(retried.body).toEqual({ retried: 1 });
  expect(await dealtWith(refused.id)).toMatchObject({ state: "added" });
  const noise = await sendWhole("bad.mp3", randomBytes(1000));
  expect(await filesIn("incoming/received")).toContain(noise.id);
  const dismissed = await admin.call("POST", "/api/incoming/dismiss", {
    body: { ids: [noise.id] },
  });
  expect(dismissed.body).toEqual({ dismissed: 1 });
  expect((await list()).map(({ id }) => id)).not.toContain(noise.id);
  expect(await filesIn("incoming/received")).not.toContain(noise.id);
});
