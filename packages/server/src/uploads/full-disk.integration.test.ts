import { mediaChildUrl } from "@neonrelay/on-air/media-jobs";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

const run = promisify(execFile);
const MEBIBYTE = 1024 ** 2;
const SMALL_BYTES = 4 * MEBIBYTE;
let server: TestServer;
let admin: SignedInBrowser;
let incoming: string;

beforeAll(async () => {
  server = await startTestServer({}, { childUrl: mediaChildUrl });
  admin = await server.signIn("admin");
  incoming = path.join(server.dataDir, "incoming");
});
afterAll(() => server?.[Symbol.asyncDispose]());

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

async function send(method: string, address: string, { headers, body }: Sent = {}) {
  return await fetch(new URL(address, server.origin), {
    ...(body === undefined ? {} : { body }),
    method,
    headers: {
      origin: server.origin,
      cookie: admin.cookie,
      "tus-resumable": "1.0.0",
      ...headers,
    },
  });
}

function begin(sizeBytes: number) {
  return send("POST", "/api/uploads", {
    headers: {
      "upload-length": `${sizeBytes}`,
      "upload-metadata": `filename ${Buffer.from("noise.mp3").toString("base64")}`,
    },
  });
}

function sendPart(address: string, content: Buffer, offset: number) {
  return send("PATCH", address, {
    headers: { "content-type": "application/offset+octet-stream", "upload-offset": `${offset}` },
    body: Uint8Array.from(content.subarray(offset)),
  });
}

// Only root can create a small disk.
test(
  "a disk that fills up during a part keeps the received bytes, says so, and the upload resumes once there is room",
  { tags: ["root"] },
  async () => {
    await using _disk = await mountSmallDisk();
    for (const folder of ["parts", "received"]) await mkdir(path.join(incoming, folder));
    const content = randomBytes(2 * SMALL_BYTES);
    const begun = await begin(content.length);
    const address = begun.headers.get("location") ?? "";

    const full = await sendPart(address, content, 0);
    const refusal: unknown = await full.json();
    const head = await send("HEAD", address);
    const offset = Number(head.headers.get("upload-offset"));
    await run("mount", ["-o", `remount,size=${8 * SMALL_BYTES}`, incoming]);
    const rest = await sendPart(address, content, offset);

    expect([full.status, refusal]).toEqual([
      503,
      {
        error:
          "The station's disk is full; its operator must free some space before you can upload",
        code: "unavailable",
      },
    ]);
    expect(full.headers.get("content-type")).toMatch(/^application\/json/);
    expect(offset).toBeGreaterThan(SMALL_BYTES / 2);
    expect(offset).toBeLessThanOrEqual(SMALL_BYTES);
    expect(rest.status).toBe(204);
    // Noise is not music: the station keeps the file as received, for a retry.
    const kept = path.join(incoming, "received", path.basename(address), "noise.mp3");
    const list = async () => JSON.stringify((await admin.call("GET", "/api/incoming")).body);
    await expect.poll(list).toContain('"state":"refused"');
    expect((await readFile(kept)).equals(content)).toBe(true);
  },
);

test(
  "a part that can't be written where uploads have too little room is refused as a full disk, whatever the reported reason",
  { tags: ["root"] },
  async () => {
    await using _disk = await mountSmallDisk();
    for (const folder of ["parts", "received"]) await mkdir(path.join(incoming, folder));
    const begun = await begin(100);
    const address = begun.headers.get("location") ?? "";
    // Writing there fails, with an error that does not mention a full disk.
    await run("mount", ["-o", "remount,ro", incoming]);

    const answer = await sendPart(address, randomBytes(100), 0);

    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: expect.stringContaining("The station's disk is full"), code: "unavailable" },
    ]);
  },
);

async function mountSmallDisk(): Promise<AsyncDisposable> {
  await run("mount", ["-t", "tmpfs", "-o", `size=${SMALL_BYTES}`, "tmpfs", incoming]);
  return { [Symbol.asyncDispose]: async () => void (await run("umount", ["--lazy", incoming])) };
}
