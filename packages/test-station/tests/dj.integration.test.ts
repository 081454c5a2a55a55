// @module-tag ffmpeg
import { djSessionSchema, playSchema } from "@neonrelay/contract";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { isAlive } from "../src/station-processes.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

let folder: string;
let station: TestStation;
let operator: Visitor;
let dj: ChildProcess | undefined;
let sources: Source[] = [];

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
  const ogg = path.join(folder, "dj.ogg");
  await makeTone({ file: ogg, frequencyHz: 800, seconds: 120, title: "Night---Owl" });
  await writeFile(ogg, withTitle(await readFile(ogg), "Night---Owl", "Night\0\0\0Owl"));
  await makeTone({
    file: path.join(music, "tone.mp3"),
    frequencyHz: 400,
    seconds: 200,
    title: "tone",
  });
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  dj?.kill("SIGKILL");
  for (const { socket, timer } of sources) {
    clearInterval(timer);
    socket.destroy();
  }
  sources = [];
  await until("no DJ broadcasts", async () => (await sessions()).length === 0);
});

interface Access {
  readonly username: string;
  readonly key: string;
}

async function makeKey(visitor: Visitor): Promise<Access> {
  const { body } = await visitor.call("POST", "/api/live/key");
  return z.object({ key: z.string(), username: z.string() }).parse(body);
}

/** An account that may broadcast, with a key. */
async function makeDj(username: string): Promise<Access> {
  const account = { username, password: `the password of ${username}` };
  const email = `${username}@radio.example`;
  await operator.call("POST", "/api/users", { ...account, email, role: "dj" });
  const visitor = station.visitor();
  await visitor.call("POST", "/api/users/login", account);
  return makeKey(visitor);
}

interface Source {
  readonly socket: Socket;
  readonly timer: NodeJS.Timeout;
  /** The first line of what it is answered; empty when it is hung up on. */
  readonly answer: Promise<string>;
}

/** Of MP3 of 128 kbit/s, in a tenth of a second. */
const PIECE_BYTES = 1600;
/** As much as on-air buffers from a sender that is faster than real time. */
const FIRST_BYTES = 256 * 1024;

const mp3 = { file: "dj.mp3", type: "audio/mpeg" };
const ogg = { file: "dj.ogg", type: "application/ogg" };

/** A DJ who sends some seconds at once and the rest in real time. @param address where they come from, of 127.0.0.0/8 */
async function broadcast(
  { username, key }: Access,
  address: string,
  { file, type } = mp3,
): Promise<Source> {
  const { port } = new URL(station.streamUrl);
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: address });
  const authorization = `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}`;
  socket.write(
    `PUT /live HTTP/1.1\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (bytes: Buffer) =>
      resolve(bytes.toString("latin1").split("\r\n")[0] ?? ""),
    );
    socket.once("close", () => resolve(""));
  });
  socket.on("error", () => {}); // the station hung up
  const sound = await readFile(path.join(folder, file));
  socket.write(sound.subarray(0, FIRST_BYTES));
  let at = FIRST_BYTES;
  const timer = setInterval(() => {
    socket.write(sound.subarray(at, at + PIECE_BYTES));
    at += PIECE_BYTES;
  }, 100);
  const source = { socket, timer, answer };
  sources.push(source);
  return source;
}

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

/** Waits for exactly these DJs, each by name and state. */
async function reached(wanted: readonly string[]): Promise<Awaited<ReturnType<typeof sessions>>> {
  return until(`the DJs are: ${wanted.join(", ")}`, async () => {
    const all = await sessions();
    const states = all.map(({ djName, state }) => `${djName} ${state}`);
    return states.join() === wanted.join() ? all : undefined;
  });
}

/** A real DJ's program that speaks SOURCE by libshout, and takes titles from its files. */
async function startEzstream(user: Access): Promise<ChildProcess> {
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

async function sessions() {
  const { body } = await operator.call("GET", "/api/live/sessions");
  return z.array(djSessionSchema).parse(body);
}

test(
  "[S10][P50] a DJ with a key from the panel is on air, in the history, and gone when their key is revoked",
  { tags: ["ezstream"] },
  async () => {
    dj = await startEzstream(await makeKey(operator));
    const [session] = await until("the DJ is on air", async () => {
      const all = await sessions();
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
    await until("the DJ is cut off", async () => (await sessions()).length === 0);

    expect(info.body).toMatchObject({ live: { djName: session?.djName, waiting: 0 } });
    expect(skipped).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(history).toMatchObject({ kind: "live", djName: session?.djName, track: null });
  },
);

test("[P88] a NUL in the title of an Ogg stream is left out, and the history goes on", async () => {
  await broadcast(await makeDj("dana"), "127.9.1.5", ogg);
  const [session] = await reached(["dana on-air"]);
  const title = await until("the title is in the history", async () =>
    (await liveHistory()).find(({ djName }) => djName === "dana"),
  );
  await operator.call("DELETE", `/api/live/sessions/${session?.id}`);
  await reached([]);

  expect(title).toMatchObject({ title: "Night Owl", artist: "Test Tones" });
});

test("[P51][P54] a second DJ is shown as waiting and goes on air when the first leaves; a kicked DJ is refused by account and address", async () => {
  const [ada, bob] = [await makeDj("ada"), await makeDj("bob")];
  const first = await broadcast(ada, "127.9.1.1");
  await reached(["ada on-air"]);
  const second = await broadcast(bob, "127.9.1.2");
  expect(await second.answer).toBe("HTTP/1.1 200 OK");
  const both = await reached(["ada on-air", "bob waiting"]);
  const info = await operator.call("GET", "/api/stream/info");
  first.socket.destroy();
  await reached(["bob on-air"]);

  const kicked = await operator.call("DELETE", `/api/live/sessions/${both[1]?.id}`);
  await reached([]);
  const sameAccount = await broadcast(bob, "127.9.1.3");
  const sameAddress = await broadcast(ada, "127.9.1.2");
  const neither = await broadcast(ada, "127.9.1.3");

  expect(info.body).toMatchObject({ live: { djName: "ada", waiting: 1 } });
  expect(kicked).toMatchObject({ status: 200, body: { kicked: true } });
  expect(await sameAccount.answer).toBe("HTTP/1.1 403 Forbidden");
  expect(await sameAddress.answer).toBe("HTTP/1.1 403 Forbidden");
  expect(await neither.answer).toBe("HTTP/1.1 200 OK");
  const rows = await liveHistory();
  const named = rows.map(({ sessionId, djName }) => `${sessionId} ${djName}`);
  expect(named).toEqual(expect.arrayContaining(both.map(({ id, djName }) => `${id} ${djName}`)));
});

test("[S3] while the server hangs, an on-air that was killed lets DJs in by the keys on its disk", async () => {
  const cleo = await makeDj("cleo");
  const statusUrl = new URL("/status-json.xsl", station.streamUrl);
  const keys = path.join(station.dataDir, "on-air", "dj-keys.json");
  await until("the key is on the disk", async () =>
    (await readFile(keys, "utf8")).includes("cleo"),
  );
  const { server = 0, "on-air": onAir = 0 } = station.parts();
  process.kill(server, "SIGSTOP");
  try {
    process.kill(onAir, "SIGKILL");
    await until("another on-air runs", () => {
      const now = station.parts()["on-air"];
      return now !== undefined && now !== onAir;
    });
    // It would put another server in the place of the one that hangs.
    process.kill(station.launcherPid, "SIGSTOP");
    await until("it answers", () =>
      fetch(statusUrl).then(
        ({ ok }) => ok,
        () => false,
      ),
    );

    const source = await broadcast(cleo, "127.9.1.4");
    expect(await source.answer).toBe("HTTP/1.1 200 OK");
    const said = async () => (await fetch(statusUrl)).text();
    await until("the DJ is heard", async () => (await said()).includes("cleo - Live"));
  } finally {
    // On a slow machine the launcher has replaced it by now.
    if (isAlive(server)) process.kill(server, "SIGCONT");
    process.kill(station.launcherPid, "SIGCONT");
  }
  const [session] = await reached(["cleo on-air"]);
  await until("the broadcast is in the history", async () =>
    (await liveHistory()).some(({ sessionId }) => sessionId === session?.id),
  );
});
