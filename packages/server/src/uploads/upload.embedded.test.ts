// @module-tag ffmpeg
import { apiErrorSchema, trackSchema } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken } from "../accounts/secrets.ts";
import { saveAccount } from "../accounts/account-store.ts";
import { deleteSession } from "../accounts/session-store.ts";
import { FileIntake } from "../library/file-intake.ts";
import { listKnownFiles } from "../library/known-file-store.ts";
import { findTrack } from "../library/track-store.ts";
import { createOwnLibrary } from "../api/test-own-library.ts";
import { mediaChildUrl } from "@neonrelay/on-air/media-jobs";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";
import type { ReadReport } from "../library/library.ts";
import { Uploads } from "./uploads.ts";
import { testMedia } from "../media/test-media.ts";

const answerSchema = z.object({ track: trackSchema });
const log = createLog({ part: "test", level: "silent" });

/** Its media child accepts everything as music except files called bad. */
let server: TestServer;
let admin: SignedInBrowser;
/** Uses the real media child. */
let hearing: TestServer;
let uploader: SignedInBrowser;
let tones: string;
beforeAll(async () => {
  server = await startTestServer();
  hearing = await startTestServer({}, { childUrl: mediaChildUrl });
  admin = await server.signIn("admin");
  uploader = await hearing.signIn("admin");
  tones = await mkdtemp(path.join(tmpdir(), "neonrelay-tones-"));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await hearing[Symbol.asyncDispose]();
  await rm(tones, { recursive: true });
});

let frequencyHz = 300;
/** A second of a unique tone, in the format of the name's extension. */
async function tone(name: string, { title = name, artist = "Tones" } = {}): Promise<Buffer> {
  const file = path.join(tones, name);
  frequencyHz += 1;
  const source = ["-f", "lavfi", "-i", `sine=frequency=${frequencyHz}:duration=1`];
  const tags = ["-metadata", `title=${title}`, "-metadata", `artist=${artist}`];
  const codec = name.endsWith(".opus") ? ["-c:a", "libopus"] : [];
  await promisify(execFile)("ffmpeg", ["-v", "error", "-y", ...source, ...codec, ...tags, file]);
  return await readFile(file);
}

function formOf(content: Uint8Array, name: string, field = "music"): FormData {
  const form = new FormData();
  form.set("adminAuth", "true");
  form.set(field, new Blob([Uint8Array.from(content)]), name);
  return form;
}

async function send(body: BodyInit, { origin }: TestServer = server) {
  const { cookie } = origin === hearing.origin ? uploader : admin;
  const response = await fetch(new URL("/api/upload", origin), {
    method: "POST",
    headers: { origin, cookie },
    body,
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

/** Files below a folder of the data folder. */
async function filesIn(
  folder: string,
  { dataDir }: TestServer = server,
): Promise<readonly string[]> {
  const all = await readdir(path.join(dataDir, folder), { recursive: true }).catch(() => []);
  return all.toSorted((one, other) => one.localeCompare(other));
}

/** An upload with a hand-written body. */
function sendByHand(headers: Readonly<Record<string, string>>): ClientRequest {
  return request(new URL("/api/upload", server.origin), {
    method: "POST",
    agent,
    headers: {
      origin: server.origin,
      cookie: admin.cookie,
      "content-type": "multipart/form-data; boundary=b",
      ...headers,
    },
  });
}
/** Like browsers, it closes a connection marked for closing once the response has arrived. */
const agent = new Agent({ keepAlive: true });
const formStart = '--b\r\ncontent-disposition: form-data; name="music"; filename="a.mp3"\r\n\r\n';

async function answerOf(sent: ClientRequest) {
  const [response]: [IncomingMessage] = await once(sent, "response").then(([first]) => [first]);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    body: apiErrorSchema.parse(JSON.parse(Buffer.concat(chunks).toString())),
  };
}

/** Scans the uploaded files. */
async function readAgain(station: TestServer): Promise<ReadReport> {
  const library = createOwnLibrary(station);
  try {
    return await library.importFolder(path.join(station.dataDir, "music"), () => {});
  } finally {
    await library.close();
  }
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test.each(["mp3", "opus"])(
  "a %s file is decoded, stored under its tags and found",
  async (extension) => {
    const content = await tone(`${extension} song.${extension}`, { title: `Song ${extension}` });

    const { status, body } = await send(formOf(content, `whatever.${extension}`), hearing);

    expect(status).toBe(200);
    const { track } = answerSchema.parse(body);
    expect(track).toMatchObject({ kind: "file", title: `Song ${extension}`, artist: "Tones" });
    const stored = await findTrack(hearing.database.connection, track.id);
    expect(stored?.path).toBe(
      path.join(hearing.dataDir, "music", "uploads", `Tones - Song ${extension}.${extension}`),
    );
    expect(await readFile(stored?.path ?? "")).toEqual(content);
    expect(await filesIn("uploads", hearing)).toEqual([]);
    const found = await hearing.call("GET", `/api/tracks/search?q=song%20${extension}`);
    expect(found.body).toEqual([track]);
  },
);

test("tags can't escape the folder, and an untagged file keeps its file name", async () => {
  const content = await tone("evil.mp3", { title: "../../../evil", artist: ".." });
  const plain = await tone("plain.wav", { title: "", artist: "" });

  const evil = await send(formOf(content, "../../evil.mp3"), hearing);
  const untitled = await send(formOf(plain, "../../My Night Drive.wav"), hearing);

  expect([evil.status, untitled.status]).toEqual([200, 200]);
  expect(answerSchema.parse(untitled.body).track.title).toBe("My Night Drive");
  expect(await filesIn("music/uploads", hearing)).toEqual(
    expect.arrayContaining(["evil.mp3", "My Night Drive.wav"]),
  );
  expect(existsSync(path.join(hearing.dataDir, "evil.mp3"))).toBe(false);
});

test("untagged files keep their titles when read again, whatever they are called by then", async () => {
  const untitled = { title: "", artist: "" };
  const upload = async (): Promise<string> => {
    const form = formOf(await tone("plain.wav", untitled), "Last Train.wav");
    const { body } = await send(form, hearing);
    return answerSchema.parse(body).track.id;
  };
  const ids = [await upload(), await upload()];
  const look = async () =>
    await Promise.all(ids.map((id) => findTrack(hearing.database.connection, id)));
  const before = await look();
  for (const track of before) await utimes(track?.path ?? "", 1, 1);

  await readAgain(hearing);

  expect(before.map((track) => path.basename(track?.path ?? ""))).toEqual([
    "Last Train.wav",
    "Last Train (2).wav",
  ]);
  expect((await look()).map((track) => track?.title)).toEqual(["Last Train", "Last Train"]);
});

test("another file with the same tags gets a different name and replaces nothing", async () => {
  const [first, second] = [Buffer.from("one"), Buffer.from("another")];

  await send(formOf(first, "Same.mp3"));
  await send(formOf(second, "Same.mp3"));

  const folder = path.join(server.dataDir, "music", "uploads");
  expect(await readFile(path.join(folder, "Tester - Same.mp3"))).toEqual(first);
  expect(await readFile(path.join(folder, "Tester - Same (2).mp3"))).toEqual(second);
});

test("a file that already exists is a conflict that names the track, even when sent twice at once", async () => {
  const content = Buffer.from("twin");

  const both = await Promise.all([
    send(formOf(content, "Twin.flac")),
    send(formOf(content, "Twin.flac")),
  ]);
  const again = await send(formOf(content, "Another.flac"));

  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({
    error: "This file is already in the library as 'Twin' by Tester",
    code: "conflict",
  });
  expect((await filesIn("music/uploads")).filter((name) => name.includes("Twin"))).toHaveLength(1);
});

test.each([
  ["text", Buffer.from("no music at all, only words ".repeat(50)), "Please select an audio file"],
  ["nothing", Buffer.alloc(0), "The file is empty"],
])(
  "a file of %s is refused with the reason and leaves nothing behind",
  async (_what, content, words) => {
    const before = await filesIn("music", hearing);

    const { status, body } = await send(formOf(content, "song.mp3"), hearing);

    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "refused_file", field: "music" });
    expect(body).toHaveProperty("error", expect.stringContaining(words));
    expect(body).toHaveProperty("error", expect.stringMatching(/[^.]$/));
    expect(await filesIn("uploads", hearing)).toEqual([]);
    expect(await filesIn("music", hearing)).toEqual(before);
  },
);

test("a form without the file, with an unknown field, with two files or too many fields is refused", async () => {
  const content = Buffer.from("x");
  const two = formOf(content, "a.mp3");
  two.append("music", new Blob(["y"]), "b.mp3");
  const many = new FormData();
  for (let index = 0; index < 12; index += 1) many.set(`field${index}`, "x");
  const empty = new FormData();
  empty.set("adminAuth", "true");

  for (const body of [empty, formOf(content, "a.mp3", "file"), two, many, "no form"])
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { code: "invalid_request", field: "music" },
    });
  expect(await filesIn("uploads")).toEqual([]);
});

test("a truncated form is refused", async () => {
  const sent = sendByHand({});
  sent.end(`${formStart}some bytes`);

  expect(await answerOf(sent)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect(await filesIn("uploads")).toEqual([]);
});

const LARGEST_MEGABYTES = 8;
const tooLarge = {
  status: 413,
  body: { error: "Please select a file smaller than 8MB", code: "too_large", field: "music" },
};

test("a file declared as too large is refused before it is read", async () => {
  await server.settings.change(() => ({ maxUploadMegabytes: LARGEST_MEGABYTES }));
  const sent = sendByHand({ "content-length": String(LARGEST_MEGABYTES * 2 * 1024 ** 2) });
  sent.flushHeaders();

  expect(await answerOf(sent)).toEqual(tooLarge);
  sent.destroy();
});

test("a file of unknown length is read up to the maximum size and no further", async () => {
  await server.settings.change(() => ({ maxUploadMegabytes: LARGEST_MEGABYTES }));
  const sent = sendByHand({});
  const answer = answerOf(sent);
  const closed = once(sent, "close").catch(() => {});
  sent.on("error", () => {}); // the server closes it during the send
  sent.write(formStart);
  const megabyte = Buffer.alloc(1024 * 1024);
  let megabytes = 0;
  for (let hasRoom = true; hasRoom && megabytes < 200; megabytes += 1) {
    const drained = once(sent, "drain").then(() => true);
    hasRoom = sent.write(megabyte) || (await Promise.race([drained, answer.then(() => false)]));
  }

  expect(await answer).toEqual(tooLarge);
  expect(megabytes).toBeGreaterThan(LARGEST_MEGABYTES);
  expect(megabytes).toBeLessThan(100);
  await closed;
  expect(await filesIn("uploads")).toEqual([]);
});

test("a caller without the right to upload is refused before the file is read", async () => {
  const dj = await server.signIn("dj");
  const guest = server.guest();
  const answers = [];
  for (const { cookie } of [guest, dj]) {
    const sent = sendByHand({ "content-length": "1000000", cookie });
    sent.flushHeaders();
    answers.push(await answerOf(sent));
    sent.destroy();
  }

  const error = "Admin access required for uploads";
  expect(answers).toEqual([
    { status: 401, body: { error, code: "not_signed_in" } },
    { status: 403, body: { error, code: "not_allowed" } },
  ]);
});

test("a file whose sender loses the session or role during the upload is refused and removed", async () => {
  const error = "Admin access required for uploads";
  const { connection } = server.database;
  const before = await filesIn("music");
  const content = Buffer.from("late");
  const answers = [];
  for (const lose of [
    async (token: string) => void (await deleteSession(connection, hashToken(token))),
    async (_token: string, accountId: string) =>
      void (await saveAccount(connection, { accountId, change: { role: "dj" } })),
  ]) {
    const { cookie, account } = await server.signIn("admin");
    const sent = sendByHand({ cookie });
    sent.write(formStart);
    sent.write(content);
    await until(async () => (await filesIn("uploads")).some((name) => name.endsWith(".mp3")));
    await lose(/neonrelay_session=([^;]+)/.exec(cookie)?.[1] ?? "", account?.id ?? "");
    sent.end("\r\n--b--\r\n");
    answers.push(await answerOf(sent));
    expect(await filesIn("uploads")).toEqual([]);
  }

  expect(answers).toEqual([
    { status: 401, body: { error, code: "not_signed_in" } },
    { status: 403, body: { error, code: "not_allowed" } },
  ]);
  expect(await filesIn("music")).toEqual(before);
});

test("three uploads run at once, a fourth is told to retry, and aborted ones leave nothing behind", async () => {
  const hanging = [1, 2, 3].map(() => {
    const sent = sendByHand({ "content-length": "1000000" });
    sent.on("error", () => {}); // aborted below
    sent.write(`${formStart}some bytes`);
    return sent;
  });
  await until(
    async () => (await filesIn("uploads")).filter((f) => f.endsWith(".mp3")).length === 3,
  );

  const fourth = await send(formOf(Buffer.from("fourth"), "fourth.mp3"));
  for (const sent of hanging) sent.destroy();
  await until(async () => (await filesIn("uploads")).length === 0);
  const later = await send(formOf(Buffer.from("later"), "later.mp3"));

  expect(fourth).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(later.status).toBe(200);
});

test("a scan finds an uploaded file once, as the same track", async () => {
  const { body } = await send(formOf(Buffer.from("scanned"), "scanned.mp3"));
  const { track } = answerSchema.parse(body);
  const { database } = server;

  const report = await readAgain(server);

  expect(report).toEqual({ added: 0, refused: [] });
  const known = await listKnownFiles(database.connection);
  expect(known.filter((file) => file.path.includes("scanned"))).toHaveLength(1);
  expect((await findTrack(database.connection, track.id))?.missingSince).toBeNull();
});

const form = (limitMs: number) => ({
  caller: { kind: "access-code" } as const,
  sizeBytes: 1,
  signal: AbortSignal.timeout(limitMs),
});

test("leftovers of an earlier run are removed, and without disk space nothing begins", async () => {
  const dataDir = path.join(tones, "data");
  await mkdir(path.join(dataDir, "uploads", "old"), { recursive: true });
  await writeFile(path.join(dataDir, "uploads", "old", "half.mp3"), "half");
  const { database, events, settings } = server;

  const parts = { database, events, dataDir, media: testMedia, log };
  const uploads = await Uploads.open({
    ...parts,
    settings,
    intake: new FileIntake(parts),
    minimumFreeBytes: Number.MAX_SAFE_INTEGER,
  });

  expect(existsSync(path.join(dataDir, "uploads"))).toBe(false);
  expect(await uploads.begin(form(10_000))).toBe("disk-full");
  expect(await uploads.begin(form(10_000))).toBe("disk-full");
  uploads.close();
});

test("uploads work with music on another disk than the data, and leftovers of a crash there are removed", async () => {
  const dataDir = await mkdtemp(path.join(tones, "data-"));
  const otherDisk = await mkdtemp("/dev/shm/neonrelay-music-");
  const unfinished = path.join(otherDisk, "uploads", ".unfinished");
  try {
    await symlink(otherDisk, path.join(dataDir, "music"));
    await mkdir(unfinished, { recursive: true });
    await writeFile(path.join(unfinished, "half"), "half");
    const { database, events, settings } = server;
    const parts = { database, events, dataDir, media: testMedia, log };
    const uploads = await Uploads.open({
      ...parts,
      settings,
      intake: new FileIntake(parts),
      minimumFreeBytes: 0,
    });
    expect(existsSync(unfinished)).toBe(false);
    const content = Buffer.from("elsewhere");

    const upload = await uploads.begin(form(60_000));
    if (typeof upload === "string") throw new Error(upload);
    await upload.receive(Readable.from([content]), "elsewhere.mp3");
    const outcome = await upload.add();
    await upload[Symbol.asyncDispose]();

    expect(outcome).toMatchObject({ kind: "added", track: { title: "elsewhere" } });
    const name = "Tester - elsewhere.mp3";
    expect(await readdir(path.join(otherDisk, "uploads"))).toEqual([".unfinished", name]);
    expect(await readdir(unfinished)).toEqual([]);
    expect(await readFile(path.join(otherDisk, "uploads", name))).toEqual(content);
    expect(await readdir(path.join(dataDir, "uploads"))).toEqual([]);
    uploads.close();
  } finally {
    await rm(otherDisk, { recursive: true });
  }
});
