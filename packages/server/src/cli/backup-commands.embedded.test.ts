import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("a backup into a folder gets a dated name, and an existing file is never replaced", async () => {
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
