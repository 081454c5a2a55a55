// @module-tag ffmpeg
import { playSchema } from "@neonrelay/contract";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { statusOf, TestDjs, withoutServer, type DjAccess } from "../src/test-djs.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

let folder: string;
let station: TestStation;
let operator: Visitor;
let dj: ChildProcess | undefined;
let djs: TestDjs;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-dj-"));
  const music = path.join(folder, "music");
  await mkdir(music);
  await makeTone({
    file: path.join(folder, "dj.mp3"),
    frequencyHz: 800,
    seconds: 120,
    title: "Night Owl",
  });
  const oggFile = path.join(folder, "dj.ogg");
  await makeTone({ file: oggFile, frequencyHz: 800, seconds: 120, title: "Night---Owl" });
  await writeFile(oggFile, withTitle(await readFile(oggFile), "Night---Owl", "Night\0\0\0Owl"));
  await makeTone({
    file: path.join(music, "tone.mp3"),
    frequencyHz: 400,
    seconds: 200,
    title: "tone",
  });
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
  djs = new TestDjs({ station, operator });
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  dj?.kill("SIGKILL");
  await djs.hangUp();
});

const mp3 = () => ({ file: path.join(folder, "dj.mp3"), type: "audio/mpeg" });
const ogg = () => ({ file: path.join(folder, "dj.ogg"), type: "application/ogg" });

/** The Ogg stream with another text of the same length in its comments. */
function withTitle(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.indexOf(from);
  const page = bytes.lastIndexOf("OggS", at);
  const end = bytes.indexOf("OggS", at);
  bytes.write(to, at, "latin1");
  bytes.writeUInt32LE(0, page + 22);
  bytes.writeUInt32LE(oggChecksum(bytes.subarray(page, end)), page + 22);
  return bytes;
}

/** RFC 3533 §6: CRC-32 of polynomial 04c11db7, unreflected, from 0. */
function oggChecksum(page: Buffer): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04_c1_1d_b7 : 0);
  }
  return crc >>> 0;
}

async function liveHistory() {
  const { body } = await operator.call("GET", "/api/history");
  return z
    .array(playSchema)
    .parse(body)
    .filter(({ kind }) => kind === "live");
}

/** A real DJ's program that speaks SOURCE by libshout, and takes titles from its files. */
async function startEzstream(user: DjAccess): Promise<ChildProcess> {
  const { hostname, port } = new URL(station.streamUrl);
  const config = path.join(folder, "ezstream.xml");
  const server = `<hostname>${hostname}</hostname><port>${port}</port><user>${user.username}</user><password>${user.key}</password>`;
  await writeFile(
    config,
    `<ezstream><servers><server>${server}</server></servers>
     <streams><stream><mountpoint>/live</mountpoint><format>MP3</format></stream></streams>
     <intakes><intake><filename>${path.join(folder, "dj.mp3")}</filename></intake></intakes></ezstream>`,
    { mode: 0o600 },
  );
  return spawn("ezstream", ["-c", config], { stdio: "inherit" });
}

test(
  "[S10][P50] a DJ with a key from the panel is on air, in the history, and gone when their key is revoked",
  { tags: ["ezstream"] },
  async () => {
    dj = await startEzstream(await djs.makeKey(operator));
    const [session] = await until("the DJ is on air", async () => {
      const all = await djs.sessions();
      return all[0]?.state === "on-air" ? all : undefined;
    });
    const info = await operator.call("GET", "/api/stream/info");
    const skipped = await operator.call("POST", "/api/playback/skip");
    const history = await until("the title is in the history", async () => {
      const { body } = await operator.call("GET", "/api/history");
      const plays = z.array(playSchema).parse(body);
      return plays.find(({ title }) => title.includes("Night Owl"));
    });
    await operator.call("DELETE", "/api/live/key");
    await until("the DJ is cut off", async () => (await djs.sessions()).length === 0);

    expect(info.body).toMatchObject({ live: { djName: session?.djName, waiting: 0 } });
    expect(skipped).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(history).toMatchObject({ kind: "live", djName: session?.djName, track: null });
  },
);

test("[P88] a NUL in the title of an Ogg stream is left out, and the history goes on", async () => {
  await djs.broadcast(await djs.make("dana"), { address: "127.9.1.5", sound: ogg() });
  const [session] = await djs.reached(["dana on-air"]);
  const title = await until("the title is in the history", async () =>
    (await liveHistory()).find(({ djName }) => djName === "dana"),
  );
  await operator.call("DELETE", `/api/live/sessions/${session?.id}`);
  await djs.reached([]);

  expect(title).toMatchObject({ title: "Night Owl", artist: "Test Tones" });
});

test("[P51][P54] a second DJ is shown as waiting and goes on air when the first leaves; a kicked DJ is refused by account and address", async () => {
  const [ada, bob] = [await djs.make("ada"), await djs.make("bob")];
  const first = await djs.broadcast(ada, { address: "127.9.1.1", sound: mp3() });
  await djs.reached(["ada on-air"]);
  const second = await djs.broadcast(bob, { address: "127.9.1.2", sound: mp3() });
  expect(await second.answer).toBe("HTTP/1.1 200 OK");
  const both = await djs.reached(["ada on-air", "bob waiting"]);
  const info = await operator.call("GET", "/api/stream/info");
  first.socket.destroy();
  await djs.reached(["bob on-air"]);

  const kicked = await operator.call("DELETE", `/api/live/sessions/${both[1]?.id}`);
  await djs.reached([]);
  const sameAccount = await djs.broadcast(bob, { address: "127.9.1.3", sound: mp3() });
  const sameAddress = await djs.broadcast(ada, { address: "127.9.1.2", sound: mp3() });
  const neither = await djs.broadcast(ada, { address: "127.9.1.3", sound: mp3() });

  expect(info.body).toMatchObject({ live: { djName: "ada", waiting: 1 } });
  expect(kicked).toMatchObject({ status: 200, body: { kicked: true } });
  expect(await sameAccount.answer).toBe("HTTP/1.1 403 Forbidden");
  expect(await sameAddress.answer).toBe("HTTP/1.1 403 Forbidden");
  expect(await neither.answer).toBe("HTTP/1.1 200 OK");
  const named = async () =>
    (await liveHistory()).map(({ sessionId, djName }) => `${sessionId} ${djName}`);
  await expect
    .poll(named)
    .toEqual(expect.arrayContaining(both.map(({ id, djName }) => `${id} ${djName}`)));
});

test("[S3] while the server hangs, an on-air that was killed lets DJs in by the keys on its disk", async () => {
  const cleo = await djs.make("cleo");
  await withoutServer(station, async () => {
    const source = await djs.broadcast(cleo, { address: "127.9.1.4", sound: mp3() });
    expect(await source.answer).toBe("HTTP/1.1 200 OK");
    await until("the DJ is heard", async () => (await statusOf(station)).includes("cleo - Live"));
  });
  const [session] = await djs.reached(["cleo on-air"]);
  await until("the broadcast is in the history", async () =>
    (await liveHistory()).some(({ sessionId }) => sessionId === session?.id),
  );
});
