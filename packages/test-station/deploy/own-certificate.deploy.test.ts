// @module-tag ffmpeg
// @module-tag openssl
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@neonrelay/process/test-peer-process";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { untilOnAirHas } from "../src/test-djs.ts";
import { testAdmin, TestStation, until } from "../src/test-station.ts";
import {
  askSecurely,
  openLiveSocket,
  SecureListener,
  shownCertificate,
  type SecurePlace,
} from "./secure-client.ts";

const BYTES_PER_SECOND = 24_000;
let folder: string;
let pair: Awaited<ReturnType<typeof createTestCertificate>>;
let web: SecurePlace;
let stream: SecurePlace;
let station: TestStation;

async function writePair(): Promise<void> {
  await writeFile(path.join(folder, "cert.pem"), pair.cert);
  await writeFile(path.join(folder, "key.pem"), pair.key, { mode: 0o600 });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-tls-"));
  pair = await createTestCertificate();
  await writePair();
  const place = { host: "localhost", authority: () => pair.cert, client: "127.0.0.1" };
  web = { ...place, port: await freePort() };
  stream = { ...place, port: await freePort() };
  station = await TestStation.start({
    demoMusic: true,
    environment: {
      PORT: String(web.port),
      STREAM_PORT: String(stream.port),
      TLS_CERT: path.join(folder, "cert.pem"),
      TLS_KEY: path.join(folder, "key.pem"),
    },
  });
});

afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("with its own certificate the station uses https everywhere", async () => {
  const health = await askSecurely(web, "/api/health");
  const playlists = await askSecurely(web, "/stream.m3u");
  const playlist = await askSecurely(stream, "/stream.m3u");
  const status = await askSecurely(stream, "/");
  const info = await askSecurely(web, "/api/stream/info");

  expect(health.resume().statusCode).toBe(200);
  expect(playlists.resume().headers.location).toBe(`https://localhost:${stream.port}/stream.m3u`);
  expect(await text(playlist)).toBe(`https://localhost:${stream.port}/stream.mp3\r\n`);
  expect(await text(status)).toContain(`https://localhost:${web.port}/`);
  expect(await text(info)).toContain(`"https://localhost:${stream.port}/stream.mp3"`);
  expect([station.webUrl, station.streamUrl]).toEqual([
    `https://127.0.0.1:${web.port}`,
    `https://127.0.0.1:${stream.port}/stream.mp3`,
  ]);
});

test("the certificate is renewed and the server killed while a listener and an open page stay connected", async () => {
  const listener = new SecureListener(await askSecurely(stream, "/stream.mp3"));
  const socket = await openLiveSocket(web);
  let isClosed = false;
  socket.on("error", () => {}).on("close", () => (isClosed = true));
  socket.resume();
  await until("sound comes", () => listener.bytes > 2 * BYTES_PER_SECOND);
  const before = [await shownCertificate(web), await shownCertificate(stream)];
  const next = await createTestCertificate();

  // The new certificate alone, which does not match the old key.
  await writeFile(path.join(folder, "cert.pem"), next.cert);
  await until("the log says why", () =>
    station.lines.some((line) => line.includes("can't be used; the old one stays")),
  );
  expect([await shownCertificate(web), await shownCertificate(stream)]).toEqual(before);
  pair = next;
  await writePair();

  await until("both ports show the new one", async () => {
    const now = [await shownCertificate(web), await shownCertificate(stream)];
    return now.every((serial, index) => serial !== before[index]);
  });
  expect([listener.isEnded, isClosed]).toEqual([false, false]);
  socket.destroy();
  const killed = station.parts().server ?? 0;
  process.kill(killed, "SIGKILL");
  await until("a new server answers with the new certificate", async () => {
    const { server } = station.parts();
    const answer = await askSecurely(web, "/api/health").catch(() => null);
    return server !== killed && answer?.resume().statusCode === 200;
  });
  const wanted = listener.bytes + 2 * BYTES_PER_SECOND;
  await until("sound goes on", () => listener.bytes > wanted);
  expect(listener.isEnded).toBe(false);
  listener.response.destroy();
});

test.each([
  ["stream", () => stream],
  ["web", () => web],
])("[S61] a DJ connects with TLS at the %s port", async (_name, place) => {
  const origin = `https://localhost:${web.port}`;
  const json = { origin, "content-type": "application/json" };
  const { username, password } = testAdmin;
  const login = await askSecurely(web, "/api/users/login", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ username, password }),
  });
  const cookie = (login.resume().headers["set-cookie"] ?? [])
    .map((each) => each.split(";")[0])
    .join("; ");
  const headers = { ...json, cookie };
  const made = await askSecurely(web, "/api/live/key", { method: "POST", headers });
  const key = /"key":"([^"]+)"/.exec(await text(made))?.[1] ?? "";
  await untilOnAirHas(key, station.dataDir);
  const dj = spawn(
    "ffmpeg",
    [
      "-v",
      "error",
      "-re",
      "-f",
      "lavfi",
      "-i",
      "sine=440",
      "-f",
      "mp3",
      "-content_type",
      "audio/mpeg",
      "-tls",
      "1",
      `icecast://${username}:${key}@localhost:${place().port}/live`,
    ],
    { stdio: "ignore" },
  );
  try {
    await until("the DJ is on air", async () => {
      const sessions = await askSecurely(web, "/api/live/sessions", { headers: { cookie } });
      return (await text(sessions)).includes('"state":"on-air"');
    });
    expect(dj.exitCode).toBeNull();
  } finally {
    dj.kill("SIGKILL");
  }
});

test("a station with an unusable certificate does not start, and says what to do", async () => {
  const other = await createTestCertificate();
  await writeFile(path.join(folder, "other.pem"), other.key);

  await expect(
    TestStation.start({
      environment: {
        TLS_CERT: path.join(folder, "cert.pem"),
        TLS_KEY: path.join(folder, "other.pem"),
      },
    }),
  ).rejects.toThrow(/TLS_KEY is not the key of TLS_CERT: name the two files/);
});
