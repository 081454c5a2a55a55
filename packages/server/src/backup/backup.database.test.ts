import { playlistSchema, type Role } from "@neonrelay/contract";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { insertAccount, listAccounts } from "../accounts/account-store.ts";
import { listEntries } from "../playlists/playlist-entry-store.ts";
import { lockQueue } from "../queue/queue-store.ts";
import { ownSchemaVersion } from "../database/own-schema.ts";
import { findSettings } from "../settings/settings-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestServer } from "../api/test-server.ts";
import { writeArchive, writeBackup } from "./backup.ts";
import { readBackup } from "./read-backup.ts";
import { WORK_FOLDER } from "./work-folder.ts";
import { DiskFullError } from "./disk-room.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test("a backup restores accounts, comments with their replies, settings and covers", async () => {
  await addAccount("mira", "super_admin");
  const guest = server.guest();
  const comment = await guest.call("POST", "/api/comments", { body: { content: "First" } });
  const { id } = Object(comment.body);
  await guest.call("POST", `/api/comments/${id}/replies`, { body: { content: "Second" } });
  // Moves the row after its reply, which refers to it.
  await guest.call("POST", `/api/comments/${id}/like`);
  const covers = path.join(server.dataDir, "artwork");
  await mkdir(covers, { recursive: true });
  await addCoveredTrack("cover");
  await writeFile(path.join(covers, "cover-96.webp"), "a picture");
  const comments = await guest.call("GET", "/api/comments");
  const file = path.join(server.dataDir, "one.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });

  await addAccount("intruder");
  await guest.call("POST", "/api/comments", { body: { content: "Third" } });
  await writeFile(path.join(covers, "cover-96.webp"), "another picture");
  await readBackup(server, file);

  expect((await server.guest().call("GET", "/api/comments")).body).toEqual(comments.body);
  expect(await usernames()).toEqual(["mira"]);
  expect(await readFile(path.join(covers, "cover-96.webp"), "utf8")).toBe("a picture");
  const next = await guest.call("POST", "/api/comments", { body: { content: "After" } });
  expect(next.status).toBe(200);
});

test("rows of an older backup get defaults for newer columns, and its queue has no entry that has played", async () => {
  const [track = ""] = await addTestTracks(server.database, ["Still there"]);
  const owner = await server.signIn("super_admin");
  await owner.call("POST", "/api/queue", { body: { trackId: track } });
  const made = await owner.call("POST", "/api/playlists", { body: { name: "From before" } });
  const { id: playlistId } = playlistSchema.parse(made.body);
  await owner.call("POST", `/api/playlists/${playlistId}/tracks`, { body: { trackIds: [track] } });
  const before = await listQueue();
  const file = path.join(server.dataDir, "older.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split("\n")
    .map((line) => (line.includes('"playlist_tracks"') ? line.replace(/,"id":"[^"]+"/, "") : line))
    .join("\n");
  await writeFile(file, gzipSync(lines.replaceAll(/"stream_limit_minutes":\d+,/g, "")));

  await readBackup(server, file);

  const after = await listQueue();
  expect(after.map(({ trackId }) => trackId)).toEqual([track]);
  expect(after[0]?.id).not.toBe(before[0]?.id);
  expect((await findSettings(server.database.connection))?.streamLimitMinutes).toBe(60);
  expect(lines).toMatch(/"playlist_tracks","row":{[^{}]*"position":0}/);
  expect(await listEntries(server.database.connection, playlistId)).toEqual([
    { id: expect.any(String), trackId: track, isListed: true },
  ]);
});

test("tracks of a backup older than the search by genre and year are found by both, even misspelled", async () => {
  await server.signIn("super_admin");
  const [id = ""] = await addTestTracks(server.database, ["Long Way"]);
  await server.database.connection.execute(
    sql`update tracks set genre = 'Vaporwave', year = 1987 where id = ${id}`,
  );
  const file = path.join(server.dataDir, "before-genres.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
  await readBackup(server, file);
  const found: unknown[] = [];

  for (const q of ["vaporwave", "1987", "vaprowave", "long way"]) {
    const { body } = await server
      .guest()
      .call("GET", `/api/tracks/search?q=${encodeURIComponent(q)}`);
    found.push(z.array(z.object({ title: z.string() })).parse(body));
  }

  const itself = [{ title: "Long Way" }];
  expect(found).toEqual([itself, itself, itself, itself]);
});

test.each([
  [
    "an unusable setting",
    /"max_listeners":\d+/,
    '"max_listeners":-5',
    "check settings.maxListeners",
  ],
  ["an unusable volume", /"volume":\d+/, '"volume":900', "check settings.volume"],
  ["an unusable colour", /"hsl\(180[^"]*"/, '"red; x"', "check branding.colors.primary"],
])(
  "a backup with %s, with which no station could start, changes nothing",
  async (_name, from, to, reason) => {
    const file = path.join(server.dataDir, "unusable.gz");
    await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
    const lines = gunzipSync(await readFile(file)).toString();
    await writeFile(file, gzipSync(lines.replace(from, to)));
    const before = await findSettings(server.database.connection);

    const restoring = readBackup(server, file);

    await expect(restoring).rejects.toThrow(reason);
    expect(lines).toMatch(from);
    expect(await findSettings(server.database.connection)).toEqual(before);
    await rm(file);
  },
);

test("a truncated or foreign file changes nothing and leaves nothing", async () => {
  const whole = path.join(server.dataDir, "two.gz");
  await writeBackup(server, { file: whole, createdAt: new Date(), keepFreeBytes: 0 });
  const before = await usernames();
  const lines = gunzipSync(await readFile(whole))
    .toString()
    .split("\n");
  const files = {
    "half.gz": (await readFile(whole)).subarray(0, 400),
    "none.gz": gzipSync('{"hello":"world"}\n'),
    "strange.gz": gzipSync(`${lines[0]}\n{"table":"no_such_table","row":{}}\n`),
  };

  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(server.dataDir, name), content);
    await expect(readBackup(server, path.join(server.dataDir, name))).rejects.toThrow();
  }

  expect(await usernames()).toEqual(before);
  expect(await readdir(path.join(server.dataDir, WORK_FOLDER))).toEqual([]);
});

test("a backup of a newer version is refused, naming both versions", async () => {
  const file = path.join(server.dataDir, "newer.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const [head = "", ...rows] = gunzipSync(await readFile(file))
    .toString()
    .split("\n");
  const own = describeProgram(readProgramVersion());
  const reasons: string[] = [];
  for (const change of [{ schema: 9_999_999_999_999 }, { neonRelayBackup: 2, unheardOf: true }]) {
    const newer = { ...JSON.parse(head), program: "9.9.9 (abcdef0)", ...change };
    await writeFile(file, gzipSync([JSON.stringify(newer), ...rows].join("\n")));
    reasons.push(await readBackup(server, file).then(String, (error: Error) => error.message));
  }

  const expected = `it was made by a newer version 9.9.9 (abcdef0); this is ${own}. Update this station first, then restore`;
  expect(JSON.parse(head)).toMatchObject({ neonRelayBackup: 1, program: own });
  expect(JSON.parse(head).schema).toBe(ownSchemaVersion());
  expect(reasons).toEqual([expected, expected]);
});

test("covers without a track are left out, and oversized ones are refused", async () => {
  await addAccount("vera", "super_admin");
  await addCoveredTrack("known");
  const file = path.join(server.dataDir, "covers.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const lines = gunzipSync(await readFile(file)).toString();
  const cover = (name: string, sizeBytes = 10) =>
    `${JSON.stringify({ cover: name, base64: Buffer.alloc(sizeBytes, 1).toString("base64") })}\n`;
  const withCovers = async (...covers: string[]) =>
    await writeFile(file, gzipSync(lines + covers.join("")));

  await withCovers(cover("known-256.webp"), cover("stranger-256.webp"), cover("known-7.webp"));
  await readBackup(server, file);
  await withCovers(cover("known-96.webp", 3 * 1024 ** 2));
  const refused = readBackup(server, file);

  await expect(refused).rejects.toThrow("its cover known-96.webp has more than 2 MiB");
  const covers = await readdir(path.join(server.dataDir, "artwork"));
  expect(covers).toContain("known-256.webp");
  expect(covers).not.toContain("stranger-256.webp");
  expect(covers).not.toContain("known-7.webp");
});

test("a decompression bomb is refused", async () => {
  await addAccount("bomber", "super_admin");
  const file = path.join(server.dataDir, "bomb.gz");
  await writeBackup(server, { file, createdAt: new Date(), keepFreeBytes: 0 });
  const lines = gunzipSync(await readFile(file));
  const line = `${JSON.stringify({ cover: "none-96.webp", base64: "A".repeat(4 * 1024 ** 2) })}\n`;
  await writeFile(file, gzipSync(Buffer.concat([lines, Buffer.from(line.repeat(17))])));

  const restoring = readBackup(server, file);

  await expect(restoring).rejects.toThrow("it is larger than any station's backup");
});

test("a backup stops before it fills the disk, and leaves nothing", async () => {
  const file = path.join(server.dataDir, "too-much.gz");
  const wanted = { file, createdAt: new Date(), keepFreeBytes: Number.MAX_SAFE_INTEGER };

  await expect(writeBackup(server, wanted)).rejects.toThrow(DiskFullError);
  await expect(writeArchive(server, wanted)).rejects.toThrow(DiskFullError);

  expect((await readdir(server.dataDir)).filter((name) => name.startsWith("too-much"))).toEqual([]);
  expect(await readdir(path.join(server.dataDir, WORK_FOLDER))).toEqual([]);
});

test("only a super_admin can download a backup, and it is a security event", async () => {
  const admin = await server.signIn("admin");
  const owner = await server.signIn("super_admin");

  const refused = await admin.call("GET", "/api/system/backup");
  const answer = await fetch(new URL("/api/system/backup", server.origin), {
    headers: { cookie: owner.cookie },
  });
  const first = gunzipSync(await answer.arrayBuffer())
    .toString()
    .split("\n")[0];
  await server.security.settled();
  const events = await owner.call("GET", "/api/security-events?q=downloaded");

  expect(refused.status).toBe(403);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="neon-relay-/);
  expect(JSON.parse(first ?? "")).toMatchObject({ neonRelayBackup: 1 });
  expect(events.body).toMatchObject([{ eventType: "backup_taken", severity: "high" }]);
});

async function addAccount(username: string, role: Role = "dj"): Promise<void> {
  await insertAccount(server.database.connection, {
    id: randomUUID(),
    username,
    email: `${username}@radio.example`,
    role,
    passwordHash: null,
  });
}

async function addCoveredTrack(artworkName: string): Promise<void> {
  const [id = ""] = await addTestTracks(server.database, [artworkName]);
  await server.database.connection.execute(
    sql`update tracks set artwork_name = ${artworkName} where id = ${id}`,
  );
}

async function listQueue() {
  return await server.database.transaction(lockQueue);
}

async function usernames(): Promise<readonly string[]> {
  return (await listAccounts(server.database.connection)).map(({ username }) => username);
}
