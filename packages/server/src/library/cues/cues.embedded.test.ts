import { trackCuesCalls, type CueSheet, type TrackCues } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import fastify from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type SignedInBrowser, type TestServer } from "../../api/test-server.ts";
import { addTestTracks } from "../../database/test-database.ts";
import { mediaDefaults } from "../../media/media-runner.ts";
import { toPlayable } from "../track-rules.ts";
import { findTrack, findTrackByPath } from "../track-store.ts";
import { addTrackSound } from "./sound-route.ts";
import { tidyWaveforms } from "./tidy-waveforms.ts";
import { importOwnFolder } from "../../api/test-own-library.ts";

const childUrl = new URL("../../media/test-media-child.ts", import.meta.url);
const RATE_HZ = 44_100;
const none: TrackCues = {
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  fadeInMs: null,
  fadeOutMs: null,
  gainDb: null,
};

let server: TestServer;
let admin: SignedInBrowser;
let folder: string;
let id: string;
let nextTrackId: string;
beforeAll(async () => {
  server = await startTestServer({}, { childUrl: mediaDefaults.childUrl });
  admin = await server.signIn("admin");
  folder = path.join(server.dataDir, "music", "Neon Coast");
  await mkdir(folder, { recursive: true });
  [id = "", nextTrackId = ""] = await addTones(["a.wav", "b.wav"]);
});
afterAll(async () => server?.[Symbol.asyncDispose]());

/** A tone of six seconds, as a 16-bit WAV file. @param hz varies the content */
function tone(hz: number): Buffer {
  const samples = RATE_HZ * 6;
  const wave = Buffer.alloc(44 + samples * 2);
  wave.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(RATE_HZ, 24);
  wave.writeUInt32LE(RATE_HZ * 2, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write("data", 36, "latin1");
  wave.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1)
    wave.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * hz * at) / RATE_HZ)), 44 + at * 2);
  return wave;
}

const scan = () => importOwnFolder(server, { folder, media: mediaDefaults });

let hz = 440;
/** Adds a different tone under each name. @returns the ids of their tracks */
async function addTones(names: readonly string[]): Promise<readonly string[]> {
  const files = names.map((name) => path.join(folder, name));
  for (const file of files) await writeFile(file, tone((hz += 220)));
  await scan();
  const tracks = await Promise.all(
    files.map((file) => findTrackByPath(server.database.connection, file)),
  );
  return tracks.map((track) => track?.id ?? "");
}

async function sheetOf(id: string): Promise<CueSheet> {
  const { body } = await admin.call("GET", `/api/tracks/${id}/cues`);
  return trackCuesCalls.getTrackCues.response.parse(body);
}

async function playable(id: string) {
  const track = await findTrack(server.database.connection, id);
  if (track === null) throw new Error("the track is gone");
  return toPlayable(track);
}

const fetchOf = async (id: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(new URL(`/api/tracks/${id}/waveform`, server.origin), {
    headers: { cookie: admin.cookie, ...headers },
  });

const waveforms = async () =>
  (await readdir(path.join(server.dataDir, "waveforms"), { recursive: true }))
    .filter((name) => name.endsWith(".gz"))
    .toSorted();

test("an operator's cue points reach on-air, survive a re-read of the file, and can be removed", async () => {
  const before = await playable(id);
  const set = { ...none, cueInMs: 1000, cueOutMs: 5000, fadeOutMs: 1500, gainDb: -3 };

  const answer = await admin.call("PUT", `/api/tracks/${id}/cues`, { body: set });
  const after = await playable(id);
  await utimes(path.join(folder, "a.wav"), new Date(), new Date(Date.now() - 60_000));
  await scan();
  const kept = await sheetOf(id);
  await admin.call("PUT", `/api/tracks/${id}/cues`, { body: none });

  expect(answer.status).toBe(200);
  expect(after.cues).toMatchObject({ cueInMs: 1000, cueOutMs: 5000, fadeOutMs: 1500 });
  expect(after.gainDb).toBeCloseTo(before.gainDb - 3);
  expect(kept).toMatchObject({ trackId: id, durationMs: 6000, set });
  expect(kept.measured?.cueInMs).toBe(0);
  expect(await playable(id)).toEqual(before);
});

test("invalid cue points are refused with a reason and change nothing", async () => {
  const put = async (cues: Partial<TrackCues>) =>
    await admin.call("PUT", `/api/tracks/${id}/cues`, { body: { ...none, ...cues } });

  expect(await put({ cueInMs: 4000, cueOutMs: 4100 })).toMatchObject({
    status: 400,
    body: {
      error: "The cue-in leaves less than half a second between cue-in and cue-out",
      field: "cueInMs",
    },
  });
  expect(await put({ cueOutMs: 6001 })).toMatchObject({ status: 400 });
  expect(await put({ gainDb: 40 })).toMatchObject({ status: 400 });
  expect((await sheetOf(id)).set).toEqual(none);
});

test("a scan makes the waveform, browsers cache it, a missing one is drawn on request, and it is removed with its track", async () => {
  const others = await waveforms();
  const [drawnId = ""] = await addTones(["c.wav"]);
  const stored = await waveforms();
  const first = await fetchOf(drawnId);
  const bytes = Buffer.from(await first.arrayBuffer());
  const again = await fetchOf(drawnId, { "if-none-match": first.headers.get("etag") ?? "" });
  const name = stored.find((each) => !others.includes(each)) ?? "";
  await rm(path.join(server.dataDir, "waveforms", name));
  const drawn = Buffer.from(await (await fetchOf(drawnId)).arrayBuffer());
  await tidyWaveforms(server.database.connection, server.dataDir);
  const used = await waveforms();
  await server.database.connection.execute(sql`delete from tracks where id = ${drawnId}`);
  await tidyWaveforms(server.database.connection, server.dataDir);

  expect(stored).toHaveLength(others.length + 1);
  expect(bytes.toString("latin1", 0, 4)).toBe("NRW1");
  expect(bytes.length).toBe(12 + 3 * Math.ceil((RATE_HZ * 6) / 64));
  expect(Math.max(...bytes.subarray(1012, 1032))).toBe(31);
  expect(again.status).toBe(304);
  expect(drawn.equals(bytes)).toBe(true);
  expect(used).toEqual(stored);
  expect(await waveforms()).toEqual(others);
});

test("a preview uses the cue points on the screen, a join includes the next track, and each person gets one at a time", async () => {
  const cues = { ...none, cueInMs: 1000, cueOutMs: 5000, startNextMs: 4000 };
  const ask = async (body: object) =>
    await fetch(new URL(`/api/tracks/${id}/sound`, server.origin), {
      method: "POST",
      headers: { cookie: admin.cookie, "content-type": "application/json", origin: server.origin },
      body: JSON.stringify({ cues, ...body }),
    });

  const statuses = await Promise.all(
    [nextTrackId, null].map(
      async (next) => (await ask({ fromMs: 2000, nextTrackId: next })).status,
    ),
  );
  const join = await ask({ fromMs: 2000, nextTrackId });
  const piece = await ask({ fromMs: 1000, nextTrackId: null });
  const behind = await ask({ fromMs: 5000, nextTrackId: null });

  expect(statuses.toSorted((first, second) => first - second)).toEqual([200, 429]);
  expect(join.status).toBe(200);
  expect(join.headers.get("content-type")).toBe("audio/mpeg");
  expect(join.headers.get("x-join-ms")).toBe("2000");
  // 128 kbit/s, four seconds.
  expect((await piece.arrayBuffer()).byteLength / 16_000).toBeCloseTo(4, 0);
  expect(behind.status).toBe(400);
});

test("a preview whose listener has gone ends at once, and the next one is made", async () => {
  const { database, dataDir } = server;
  const [stuckId, freeId] = await addTestTracks(database, ["hang", "a"]);
  await using app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest("caller", { getter: () => ({ kind: "access-code" }) as const });
  addTrackSound(app, { database, dataDir, media: { childUrl, fileLimitMs: 60_000 } });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const ask = async (trackId: string | undefined, signal: AbortSignal) =>
    await fetch(new URL(`/api/tracks/${trackId}/sound`, origin), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ cues: none, fromMs: 0, nextTrackId: null }),
      signal,
    });
  const answer = async () => await (await ask(freeId, AbortSignal.timeout(30_000))).text();

  const wanted = new AbortController();
  /** Either request may come first, so it retries until the other waits. */
  const askUntilTaken = async (): Promise<string> => {
    for (;;) {
      const { status, body } = await ask(stuckId, wanted.signal);
      await body?.cancel();
      if (status !== 429) return `answered ${status}`;
    }
  };
  const waiting = askUntilTaken().catch(() => "given up");
  await expect.poll(answer).toContain("still making the last preview");
  wanted.abort();

  expect(await waiting).toBe("given up");
  await expect.poll(answer).toContain('"fromMs":0');
});
