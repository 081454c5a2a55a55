import { sql } from "drizzle-orm";
import { rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../api/test-server.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestCommands, type TestCommands } from "./test-commands.ts";

let commands: TestCommands;
let server: TestServer;
beforeAll(async () => {
  commands = await startTestCommands();
  server = commands.server;
});
afterAll(() => commands[Symbol.asyncDispose]());

test("the doctor says what is wrong and what to do, and gives figures for what is well", async () => {
  const [one = ""] = await addTestTracks(server.database, ["Here", "Gone"]);
  const { connection } = server.database;
  const file = path.join(server.dataDir, "here.mp3");
  await writeFile(file, "sound");
  await connection.execute(
    sql`update tracks set missing_since = now() - interval '1 year' where id <> ${one}`,
  );
  await connection.execute(sql`update tracks set path = ${file} where id = ${one}`);

  const well = await commands.run("doctor");
  await rm(file);
  const gone = await commands.run("doctor");
  await symlink("/dev/full", path.join(server.dataDir, ".storage-probe"));
  const full = await commands.run("doctor");

  const lines = well.text.split("\n");
  for (const line of [
    expect.stringMatching(/^ok {3}Version: \d+\.\d+\.\d+/),
    "ok   Station: running",
    expect.stringMatching(
      /^(?:ok {3}|WARN |BAD {2})Database: (?:embedded|server), PostgreSQL \d.*answers in [\d.]+ ms/,
    ),
    `ok   Writing to the database: ${server.database.engine}`,
    expect.stringMatching(/ Disk of .+: [\d,]+ MiB free$/),
    expect.stringMatching(/ Disk speed: writes [\d.]+ MiB\/s, a small write takes [\d.]+ ms$/),
    "ok   Codecs: MP3",
    "ok   Music folders: 1 of 2 tracks have no file",
    "ok   Library: 1 tracks, 1 of them looked at, 1 without a file",
    "WARN Backups: none yet",
  ])
    expect(lines).toContainEqual(line);
  expect(gone.text).toContain("BAD  Library: 1 of 1 files looked at can't be read: ");
  expect(gone.text).toContain("     Check that the disk with the music is mounted");
  expect(gone.exitCode).toBe(1);
  expect(full.text).toMatch(/^BAD {2}Disk of .+: full$/m);
});

test("with --json the doctor prints one report for scripts", async () => {
  const { text } = await commands.run("doctor", "--json");

  const report: unknown = JSON.parse(text);
  expect(report).toMatchObject({
    state: expect.stringMatching(/^(?:ok|warning|bad)$/),
    checks: expect.arrayContaining([
      expect.objectContaining({ id: "backups", state: "warning", found: expect.any(String) }),
    ]),
  });
});
