// @module-tag ffmpeg
import { hostDeskSchema, playSchema, showSchema } from "@neonrelay/contract";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { statusOf, TestDjs, withoutServer, type DjAccess, type TestDj } from "../src/test-djs.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const MINUTE_MS = 60_000;
const HOURS = 12;

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

/** Replaces a text in the stream's Ogg comments by another of the same length. */
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

/** A real DJ program that uses SOURCE through libshout, and takes titles from its files. */
async function startEzstream(user: DjAccess, to = station.streamUrl): Promise<ChildProcess> {
  const { hostname, port } = new URL(to);
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
  "[S10][P50] a DJ with a key from the panel is on air and in the history, and gone once the key is revoked",
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

test.each([
  ["ffmpeg by PUT", []],
  ["ffmpeg by SOURCE", ["-legacy_icecast", "1"]],
])(
  "[S61] %s goes on air through the web port, and is gone with its key",
  async (_client, options) => {
    const { username, key } = await djs.makeKey(operator);
    const { host } = new URL(station.webUrl);
    const input = ["-re", "-i", path.join(folder, "dj.mp3"), "-c", "copy"];
    const output = ["-f", "mp3", "-content_type", "audio/mpeg", ...options];
    const address = `icecast://${username}:${key}@${host}/live`;
    dj = spawn("ffmpeg", ["-v", "error", ...input, ...output, address], { stdio: "ignore" });
    await until("the DJ is on air", async () => (await djs.sessions())[0]?.state === "on-air");

    await operator.call("DELETE", "/api/live/key");

    await djs.reached([]);
  },
);

test(
  "[S61] a libshout program, which asks before it sends, goes on air through the web port",
  { tags: ["ezstream"] },
  async () => {
    dj = await startEzstream(await djs.makeKey(operator), station.webUrl);

    await until("the DJ is on air", async () => (await djs.sessions())[0]?.state === "on-air");
  },
);

test("[S61] wrong keys at the web port delay their address at both ports", async () => {
  const wrong = { username: "nobody", key: "wrong" };
  const address = "127.9.4.1";
  const answers: string[] = [];
  for (const url of [station.webUrl, station.webUrl, station.webUrl, station.streamUrl]) {
    const tried = await djs.broadcast(wrong, { address, sound: mp3(), url });
    answers.push(await tried.answer);
  }

  expect(answers).toEqual([
    ...Array<string>(3).fill("HTTP/1.1 401 Unauthorized"),
    "HTTP/1.1 429 Too Many Requests",
  ]);
});

test("[P88] a NUL in an Ogg title is dropped, and the history continues", async () => {
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

describe("in a live show", () => {
  let host: TestDj;
  let other: TestDj;
  /** Reason of the other DJ's refusal. */
  let refusal: string;

  beforeAll(async () => {
    [host, other] = [await djs.make("hana"), await djs.make("oskar")];
    refusal = `Only the hosts of "Night Flight" can connect until ${await scheduleShow(host)}.`;
    await until("on-air has the show and the keys on its disk", async () => {
      const [slots, keys] = [await onDisk("live-slots.json"), await onDisk("dj-keys.json")];
      return slots.includes(host.id) && keys.includes(host.id) && keys.includes(other.id);
    });
  });

  test("[P101][S12] in a live show its host goes on air, and another DJ is refused with the show's name", async () => {
    const refused = await djs.broadcast(other, { address: "127.9.2.1", sound: mp3() });
    const words = await refused.lastWords;
    const admitted = await djs.broadcast(host, { address: "127.9.2.2", sound: mp3() });
    const answer = await admitted.answer;
    await djs.reached(["hana on-air"]);
    const [own, others] = [await deskOf(host), await deskOf(other)];

    expect(await refused.answer).toBe("HTTP/1.1 403 Forbidden");
    expect(words).toContain(refusal);
    expect(answer).toBe("HTTP/1.1 200 OK");
    expect(own).toMatchObject({
      slot: { show: { name: "Night Flight" }, phase: "on" },
      hasKey: true,
      refusal: null,
      connection: "on-air",
      onAir: "hana",
    });
    expect(others).toMatchObject({
      slot: null,
      hasKey: true,
      refusal,
      connection: null,
      onAir: "hana",
    });
  });

  test("[S3][S12] while the server hangs, a restarted on-air enforces the live shows on its disk", async () => {
    await withoutServer(station, async () => {
      const refused = await djs.broadcast(other, { address: "127.9.2.3", sound: mp3() });
      expect(await refused.lastWords).toContain(refusal);
      expect(await refused.answer).toBe("HTTP/1.1 403 Forbidden");
      const admitted = await djs.broadcast(host, { address: "127.9.2.4", sound: mp3() });
      expect(await admitted.answer).toBe("HTTP/1.1 200 OK");
      await until("the host is heard", async () =>
        (await statusOf(station)).includes("hana - Live"),
      );
    });
    const [session] = await djs.reached(["hana on-air"]);
    await until("the broadcast is in the history", async () => {
      const { body } = await operator.call("GET", "/api/history");
      const plays = z.array(playSchema).parse(body);
      return plays.some(({ sessionId }) => sessionId === session?.id);
    });
  });
});

/**
 * Schedules a live show of the host, "Night Flight", that began half an hour ago. @returns its end, on the station's
 * clock
 */
async function scheduleShow(host: TestDj): Promise<string> {
  await operator.call("PUT", "/api/station-settings", { timeZone: "UTC" });
  const content = { kind: "live", fallbackPlaylistId: null };
  const made = await operator.call("POST", "/api/programme/shows", {
    name: "Night Flight",
    hostIds: [host.id],
    content,
  });
  const { id: showId } = showSchema.parse(made.body);
  const beganAtMs = Date.now() - 30 * MINUTE_MS;
  const scheduled = await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "show", showId },
    startsAt: new Date(beganAtMs).toISOString().slice(0, "2027-03-01T18:00".length),
    durationMinutes: HOURS * 60,
  });
  expect(scheduled).toMatchObject({ status: 200 });
  const endsAt = new Date(beganAtMs + HOURS * 60 * MINUTE_MS);
  return endsAt.toISOString().slice("2027-03-01T".length, "2027-03-01T18:00".length);
}

/** Contents of one of on-air's files; empty while it does not exist. */
async function onDisk(name: string): Promise<string> {
  return readFile(path.join(station.dataDir, "on-air", name), "utf8").catch(() => "");
}

async function deskOf({ visitor }: TestDj) {
  const { body } = await visitor.call("GET", "/api/live/slot");
  return hostDeskSchema.parse(body);
}
