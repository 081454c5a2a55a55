// @module-tag caddy
// @module-tag haproxy
// @module-tag nginx
// @module-tag openssl
// @module-tag pebble
// @module-tag ffmpeg
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "@neonrelay/process/test-peer-process";
import { TestDjs } from "../src/test-djs.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { testLogin, TestStation, until, Visitor } from "../src/test-station.ts";
import { makeNoise, makeTone } from "../src/tones.ts";
import {
  askSecurely,
  openLiveSocket,
  openSecurely,
  SecureListener,
  shownCertificate,
} from "./secure-client.ts";
import { startCaddy, startHaproxy, startNginx, type TestProxy } from "./test-proxies.ts";

const BYTES_PER_SECOND = 24_000;
const UPLOAD_BYTES = 49 * 1024 * 1024;
const PART_BYTES = 256 * 1024;
/** No name server knows it. */
const caddyHost = "radio.example";
let music: string;
let dj: string;
let webUrl: string;
let caddyPort: number;
let station: TestStation;

beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  // No two parts sound alike, so any piece of the stream has a unique position.
  await makeNoise({ file: path.join(music, "noise.flac"), seconds: 240, title: "Noise" });
  dj = await mkdtemp(path.join(os.tmpdir(), "neonrelay-dj-"));
  await makeTone({ file: path.join(dj, "dj.mp3"), frequencyHz: 800, seconds: 60, title: "DJ" });
  const port = await freePort();
  caddyPort = await freePort();
  webUrl = `http://127.0.0.1:${port}`;
  station = await TestStation.start({
    musicDirs: [music],
    environment: {
      PORT: String(port),
      PUBLIC_URL: `https://${caddyHost}:${caddyPort}`,
      TRUST_PROXY: "127.0.0.1",
    },
  });
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(music, { recursive: true, force: true });
  await rm(dj, { recursive: true, force: true });
});

describe.each([
  ["nginx", startNginx],
  ["HAProxy", startHaproxy],
  ["Caddy", (port: number) => startCaddy(port, { host: caddyHost, port: caddyPort })],
] as const)("behind %s by its file in deploy/", (_name, start) => {
  let proxy: TestProxy;

  beforeAll(async () => {
    proxy = await start(Number(new URL(webUrl).port));
    // Caddy gets its certificate after its port is open.
    await until("the proxy shows its certificate", () =>
      askSecurely(proxy, "/api/health").then(
        (answer) => answer.resume().statusCode === 200,
        () => false,
      ),
    );
  });
  afterAll(() => proxy?.[Symbol.asyncDispose]());

  test("the page has its https headers, and the live socket opens", async () => {
    const page = await askSecurely(proxy, "/", { headers: { accept: "text/html" } });
    const socket = await openLiveSocket(proxy);
    socket.destroy();

    expect(page.resume().statusCode).toBe(200);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(String(page.headers["set-cookie"])).toContain("; Secure");
  });

  test("visitors are known by their own address, whatever headers they send", async () => {
    const attempt = JSON.stringify({
      username: `stranger${proxy.port}`,
      password: "a wrong password",
    });
    const login = await askSecurely(proxy, "/api/users/login", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: `https://${proxy.host}:${proxy.port}`,
        "x-forwarded-for": "192.0.2.1",
      },
      body: attempt,
    });
    const operator = new Visitor(webUrl);
    await operator.call("POST", "/api/users/login", testLogin);

    expect(login.resume().statusCode).toBe(401);
    const events = async () =>
      JSON.stringify((await operator.call("GET", "/api/security-events")).body);
    await expect.poll(events).toContain(proxy.client);
    expect(await events()).not.toContain("192.0.2.1");
  });

  test("an upload of nearly 50 MB reaches the station", async () => {
    const { cookie, origin } = await signIn(proxy);
    const body = Buffer.concat([
      Buffer.from(
        '--edge\r\nContent-Disposition: form-data; name="music"; filename="noise.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
      ),
      Buffer.alloc(UPLOAD_BYTES),
      Buffer.from("\r\n--edge--\r\n"),
    ]);
    const upload = await askSecurely(proxy, "/api/upload", {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=edge",
        "content-length": String(body.length),
        cookie,
        origin,
      },
      body,
    });

    // The proxy let it through: the station itself finds no sound in it.
    expect([upload.statusCode, await text(upload)]).toEqual([422, expect.any(String)]);
  });

  test("an interrupted resumable upload continues through the proxy", async () => {
    const { cookie, origin } = await signIn(proxy);
    const headers = { cookie, origin, "tus-resumable": "1.0.0" };
    const content = Buffer.alloc(3 * PART_BYTES, proxy.client);
    const ask = async (
      method: string,
      target: string,
      more: Record<string, string> = {},
      body?: Buffer,
    ) => {
      const length = { "content-length": String(body?.length ?? 0) };
      const answer = await askSecurely(proxy, target, {
        method,
        headers: { ...headers, ...length, ...more },
        ...(body === undefined ? {} : { body }),
      });
      answer.resume();
      return answer;
    };
    const part = (offset: number) => ({
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
    });

    const options = await ask("OPTIONS", "/api/uploads");
    const begun = await ask("POST", "/api/uploads", {
      "upload-length": String(content.length),
      "upload-metadata": `filename ${Buffer.from("parts.mp3").toString("base64")}`,
    });
    const address = begun.headers.location ?? "";
    const broken = openSecurely(proxy, address, {
      method: "PATCH",
      headers: { ...headers, ...part(0), "content-length": String(content.length) },
    });
    broken.write(content.subarray(0, PART_BYTES));
    const cameSoFar = async () => {
      const head = await ask("HEAD", address);
      return Number(head.headers["upload-offset"]);
    };
    // A proxy that buffers the whole part leaves nothing to continue from.
    const place = path.join(station.dataDir, "incoming", "parts", path.basename(address));
    await expect.poll(async () => (await stat(place)).size).toBe(PART_BYTES);
    broken.destroy();
    const offset = await cameSoFar();
    const rest = await ask("PATCH", address, part(offset), content.subarray(offset));

    expect([options.statusCode, options.headers["tus-version"]]).toEqual([204, "1.0.0"]);
    expect(address).toMatch(/^\/api\/uploads\/[\da-f-]{36}$/);
    expect([begun.statusCode, offset, rest.statusCode]).toEqual([201, PART_BYTES, 204]);
    expect(await cameSoFar()).toBe(content.length);
  });

  test("[S61] a DJ goes on air through it, known by their own address", async () => {
    const operator = new Visitor(webUrl);
    await operator.call("POST", "/api/users/login", testLogin);
    const djs = new TestDjs({ station, operator });
    const { username, key } = await djs.makeKey(operator);
    const sound = await readFile(path.join(dj, "dj.mp3"));
    const broadcast = openSecurely(proxy, "/live", {
      method: "PUT",
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}`,
        "content-type": "audio/mpeg",
        "transfer-encoding": "chunked",
        connection: "close",
      },
    });
    let at = 0;
    const send = (bytes: number) => broadcast.write(sound.subarray(at, (at += bytes)));
    send(BYTES_PER_SECOND * 3);
    const timer = setInterval(() => send(BYTES_PER_SECOND / 10), 100);

    try {
      const [session] = await djs.reached(["admin on-air"]);
      expect(session?.address).toBe(proxy.client);
      const { bytesWritten = 0 } = broadcast.socket ?? {};
      await until(
        "more was sent",
        () => Number(broadcast.socket?.bytesWritten) > bytesWritten + 5 * BYTES_PER_SECOND,
      );
      expect(await djs.sessions()).toMatchObject([{ id: session?.id, state: "on-air" }]);
    } finally {
      clearInterval(timer);
      broadcast.destroy();
    }
    await djs.reached([]);
  });

  test("renewing the certificate loses no byte for a listener", async () => {
    await using reference = new StreamListener(station.streamUrl, {});
    await reference.receive({ bytes: BYTES_PER_SECOND });
    const listener = new SecureListener(await askSecurely(proxy, "/stream.mp3"));
    await until("sound comes", () => listener.bytes > 2 * BYTES_PER_SECOND);
    const before = await shownCertificate(proxy);

    await proxy.renew();

    await until(
      "another certificate is shown",
      async () => (await shownCertificate(proxy)) !== before,
    );
    const wanted = listener.bytes + 3 * BYTES_PER_SECOND;
    await until("sound goes on", () => listener.bytes > wanted);
    await reference.receive({ bytes: reference.receivedBytes + 2 * BYTES_PER_SECOND });
    const { audio } = await reference.heard();
    expect(listener.isEnded).toBe(false);
    listener.response.destroy();
    expect(isHeardWhole(listener.heard, audio)).toBe(true);
  });
});

/** Signs in through the proxy. */
async function signIn(
  proxy: TestProxy,
): Promise<{ readonly cookie: string; readonly origin: string }> {
  const origin = `https://${proxy.host}:${proxy.port}`;
  const login = await askSecurely(proxy, "/api/users/login", {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(testLogin),
  });
  login.resume();
  const cookie = (login.headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
  return { cookie, origin };
}

/** Whether both are gapless recordings of the same stream, where they overlap. */
function isHeardWhole(one: Buffer, other: Buffer): boolean {
  return beginsIn(one, other) || beginsIn(other, one);
}

function beginsIn(late: Buffer, early: Buffer): boolean {
  const at = early.indexOf(late.subarray(0, 2000));
  if (at === -1) return false;
  const length = Math.min(late.length, early.length - at);
  return (
    length > 3 * BYTES_PER_SECOND &&
    late.subarray(0, length).equals(early.subarray(at, at + length))
  );
}
