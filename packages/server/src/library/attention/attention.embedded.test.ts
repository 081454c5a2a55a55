import { attentionCalls, trackEditsCalls } from "@neonrelay/contract";
import { PROTOCOL_VERSION, type OnAirStatus } from "@neonrelay/on-air/protocol";
import { encodeAs } from "@neonrelay/on-air/test-encode";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type SignedInBrowser, type TestServer } from "../../api/test-server.ts";
import { TestOnAir } from "../../radio/test-on-air.ts";
import { testStatus } from "../../radio/test-status.ts";
import { findTrackByPath } from "../track-store.ts";
import { importOwnFolder } from "../../api/test-own-library.ts";

let server: TestServer;
let admin: SignedInBrowser;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  folder = path.join(server.dataDir, "music", "Kino");
});
afterAll(async () => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.connection.execute(sql`delete from tracks`);
  await server.database.connection.execute(sql`delete from refused_files`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

const at = (name: string): string => path.join(folder, name);

async function addFiles(...names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await writeFile(at(name), `sound of ${name}|${name}`);
  await scan();
  return await Promise.all(
    names.map(
      async (name) => (await findTrackByPath(server.database.connection, at(name)))?.id ?? "",
    ),
  );
}

const scan = () => importOwnFolder(server, { folder });

async function attention(query = "") {
  const { body } = await admin.call("GET", `/api/attention${query}`);
  return attentionCalls.listAttention.response.parse(body);
}

async function misread() {
  const { body } = await admin.call("GET", "/api/attention/misread");
  return attentionCalls.listMisread.response.parse(body);
}

/** A name in windows-1251, decoded as Western text. */
const cp1251 = (text: string): string =>
  new TextDecoder("windows-1252").decode(encodeAs(text, "windows-1251"));

test("a track with a problem stays listed until someone accepts it, and stays accepted when its file is read again", async () => {
  const [id = ""] = await addFiles("clipped.mp3", "fine.mp3");

  const before = await attention();
  expect(before).toMatchObject({ total: 1, counts: { clipped: 1, mono: 0 }, unmeasured: 0 });
  expect(before.tracks).toMatchObject([
    {
      trackId: id,
      title: "clipped",
      file: "music/Kino/clipped.mp3",
      trouble: "clipped",
      amount: 90,
      atMs: 500,
    },
  ]);
  expect((await attention("?trouble=mono")).tracks).toEqual([]);

  const troubles = [{ trackId: id, trouble: "clipped" }];
  const accepted = await admin.call("POST", "/api/attention/accept", { body: { troubles } });
  await writeFile(at("clipped.mp3"), "other tags|clipped.mp3");
  await scan();
  expect(accepted.body).toEqual({ changed: 1 });
  expect(await attention()).toMatchObject({ total: 0, counts: { clipped: 0 } });

  await admin.call("POST", "/api/attention/accept", { body: { troubles, isFine: false } });
  expect((await attention()).total).toBe(1);
});

test("a track of an older analysis counts as unmeasured until it is measured again; jingles may end abruptly", async () => {
  const [id = ""] = await addFiles("song.mp3");
  const { connection } = server.database;
  await connection.execute(sql`update tracks set analysis_version = 0`);
  await connection.execute(
    sql`insert into found_troubles (track_id, kind, amount) values (${id}, 'cut_off', 0)`,
  );
  expect(await attention()).toMatchObject({ unmeasured: 1, total: 1 });

  await connection.execute(sql`update tracks set content_kind = 'jingle'`);

  expect(await attention()).toMatchObject({ total: 0, counts: { cut_off: 0 } });
});

test("refused files are listed with their reason, and read again on request", async () => {
  await addFiles("bad.mp3");
  const list = async () => {
    const { body } = await admin.call("GET", "/api/attention/refused");
    return attentionCalls.listRefusedFiles.response.parse(body);
  };
  const before = await list();
  expect(before).toMatchObject({
    total: 1,
    files: [{ file: "music/Kino/bad.mp3", reason: "This is not audio" }],
  });
  expect((await attention()).refused).toBe(1);

  const ids = before.files.map(({ id }) => id);
  const retried = await admin.call("POST", "/api/attention/refused/retry", { body: { ids } });

  expect(retried.body).toEqual({ retried: 1 });
  expect((await list()).total).toBe(0);
  await scan();
  expect((await list()).total).toBe(1);
});

test("misread texts are grouped by folder, fixed together and restored by Undo", async () => {
  const titles = ["Группа крови", "Закрой за мной дверь", "Война"];
  const trackIds = await addFiles(...titles.map((title) => `${cp1251(title)}.mp3`), "Björk.mp3");
  const titlesNow = async () => {
    const body = { trackIds };
    const answer = await admin.call("POST", "/api/tracks/fields", { body });
    return trackEditsCalls.getTracksFields.response.parse(answer.body).map(({ title }) => title);
  };

  const { groups, total } = await misread();
  expect(total).toBe(3);
  expect(groups).toMatchObject([
    {
      folder: "music/Kino",
      candidates: [{ readAs: "windows-1252", writtenIn: "windows-1251", tracks: 3 }],
    },
  ]);
  const [group] = groups;
  const [misreading] = group?.candidates ?? [];
  const body = {
    trackIds,
    misreading: { readAs: misreading?.readAs, writtenIn: misreading?.writtenIn },
  };
  const preview = await admin.call("POST", "/api/tracks/edits/preview", { body });
  expect(preview.body).toMatchObject({ changed: 3, unchanged: 1 });

  const edited = await admin.call("POST", "/api/tracks/edits", { body });
  expect(await titlesNow()).toEqual([...titles, "Björk"]);
  expect(await misread()).toEqual({ groups: [], total: 0 });

  const { edit } = trackEditsCalls.editTracks.response.parse(edited.body);
  await admin.call("POST", `/api/tracks/edits/${edit?.id}/undo`);
  expect(await titlesNow()).toEqual([...titles.map(cp1251), "Björk"]);
  expect((await misread()).total).toBe(3);

  const troubles = trackIds.map((trackId) => ({ trackId, trouble: "misread" }));
  await admin.call("POST", "/api/attention/accept", { body: { troubles } });
  expect((await misread()).total).toBe(0);
  const found = await admin.call("GET", `/api/tracks/search?q=${encodeURIComponent("björk")}`);
  expect(z.array(z.object({ title: z.string() })).parse(found.body)).toEqual([
    expect.objectContaining({ title: "Björk" }),
  ]);
});

test("a quarantined track is listed with its reason until another try releases it", async () => {
  const [id = "", other = ""] = await addFiles("breaker.mp3", "fine.mp3");
  const list = async () => (await admin.call("GET", "/api/attention/quarantined")).body;
  const retry = async (...trackIds: readonly string[]) =>
    await admin.call("POST", "/api/attention/quarantined/retry", { body: { trackIds } });
  expect(await list()).toEqual({ tracks: [], isKnown: false });
  expect((await retry(id)).status).toBe(503);

  const onAir = new TestOnAir(path.join(server.dataDir, "on-air.sock"));
  await onAir.listen();
  server.link.start();
  await onAir.next("hello");
  const reason = "It hung or crashed the audio engine twice, and is kept off the air";
  const keptOff = (trackId: string, name: string) => ({ trackId, path: at(name), atMs: 0, reason });
  const status = (...quarantined: OnAirStatus["quarantined"]) => ({
    kind: "status" as const,
    status: { ...testStatus(null), quarantined },
  });
  const journalId = "8c0c3a5e-2f5c-4a4e-9a55-2f6a1f0f1c11";
  onAir.send(
    { kind: "hello", protocolVersion: PROTOCOL_VERSION, journalId, newestNumber: 0 },
    { kind: "replayed" },
    status(keptOff(other, "replaced.mp3"), keptOff(id, "breaker.mp3")),
  );
  await expect.poll(list).toEqual({
    tracks: [
      {
        trackId: id,
        title: "breaker",
        artist: expect.any(String),
        file: "music/Kino/breaker.mp3",
        durationMs: expect.any(Number),
        reason,
        since: "1970-01-01T00:00:00.000Z",
      },
    ],
    isKnown: true,
  });
  expect(await attention()).toMatchObject({ total: 0, quarantined: 1 });

  const [retried, input] = await Promise.all([
    retry(id, id, randomUUID()),
    onAir.answer("giveAnotherTry"),
  ]);
  onAir.send(status());

  expect(input).toEqual({ trackId: id });
  expect(retried.body).toEqual({ retried: 1 });
  await expect.poll(list).toEqual({ tracks: [], isKnown: true });
  await server.link.close();
  await onAir.close();
});
