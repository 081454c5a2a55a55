import { sql } from "drizzle-orm";
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addTestTracks } from "../database/test-database.ts";
import type { TestServer } from "../api/test-server.ts";
import { startTestCommands, type TestCommands } from "./test-commands.ts";

let commands: TestCommands;
let server: TestServer;
beforeAll(async () => {
  commands = await startTestCommands();
  server = commands.server;
});
afterAll(async () => {
  await commands[Symbol.asyncDispose]();
});

test("a backup into a folder gets a dated name, and a file that is there is never replaced", async () => {
  const folder = path.join(server.dataDir, "safe");
  await mkdir(folder);
  const taken = path.join(folder, "taken.backup.gz");
  await writeFile(taken, "something else");

  const plain = await commands.run("backup", `${folder}/`);
  const whole = await commands.run("backup", folder, "--music");
  const refused = await commands.run("backup", taken);
  const nowhere = await commands.run("backup", `${folder}/not-mounted/`);

  expect([plain, whole, refused, nowhere].map(({ exitCode }) => exitCode)).toEqual([0, 0, 1, 1]);
  expect((await readdir(folder)).toSorted()).toEqual([
    expect.stringMatching(/^neonrelay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.gz$/),
    expect.stringMatching(/^neonrelay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.tar$/),
    "taken.backup.gz",
  ]);
  expect(nowhere.text).toContain("could not be written");
});

test("the doctor names what is wrong and fails, and says of what is well how well it is", async () => {
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

  expect(well.text.split("\n")).toEqual([
    expect.stringMatching(/^ok {3}program: \d+\.\d+\.\d+/),
    "ok   station: running",
    expect.stringMatching(
      /^ok {3}database: (?:embedded|server), PostgreSQL \d.*answers in [\d.]+ ms/,
    ),
    `ok   database is writable: ${server.database.engine}`,
    expect.stringMatching(/^ok {3}disk of .+: [\d,]+ MiB free$/),
    "ok   music folders: 1 of 2 tracks have no file",
    "ok   library: 1 playable tracks, 1 with a missing or unreadable file",
    "ok   backups before updates: none yet",
  ]);
  expect(full.text).toMatch(/^BAD {2}disk of .+: full$/m);
  expect(gone.text).toContain("BAD  library: 0 playable tracks, 2 with a missing");
  expect([well.exitCode, gone.exitCode, full.exitCode]).toEqual([0, 1, 1]);
});
