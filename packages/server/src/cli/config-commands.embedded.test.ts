import { stationConfigSchema } from "@neonrelay/contract";
import { readFile, writeFile } from "node:fs/promises";
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

test("an exported configuration has no secrets, overwrites no file, and can be imported", async () => {
  const file = path.join(server.dataDir, "station.json");
  await server.settings.change(() => ({ accessCodeHash: "a-hash", tagline: "By night" }));

  const exported = await commands.run("config", "export", file);
  const again = await commands.run("config", "export", file);
  const printed = await commands.run("config", "export");
  await server.settings.change(() => ({ tagline: "Changed", genre: "Noise", maxListeners: 12 }));
  const imported = await commands.run("config", "import", file);

  const text = await readFile(file, "utf8");
  expect([exported.exitCode, again.exitCode, imported.exitCode]).toEqual([0, 1, 0]);
  expect(again.text).toContain("could not be written: EEXIST");
  expect(text).not.toMatch(/hash|cloak|password/i);
  expect(JSON.parse(printed.text)).toEqual(JSON.parse(text));
  expect(server.settings.current).toMatchObject({
    tagline: "By night",
    genre: "Synthwave",
    maxListeners: 1000,
    accessCodeHash: "a-hash",
  });
});

test("a file that is not a configuration is refused with reasons, and changes nothing", async () => {
  const file = path.join(server.dataDir, "wrong.json");
  const { text } = await commands.run("config", "export");
  const config = stationConfigSchema.parse(JSON.parse(text));
  const write = (value: unknown) => writeFile(file, JSON.stringify(value));
  const before = server.settings.current;
  const nothing = `${file} was not imported and nothing changed:`;

  const absent = await commands.run("config", "import", `${file}.gone`);
  await writeFile(file, "no JSON");
  const noJson = await commands.run("config", "import", file);
  await write({
    ...config,
    settings: { ...config.settings, maxListeners: 5, autoPlay: "yes" },
    branding: { ...config.branding, siteName: "Taken" },
  });
  const wrong = await commands.run("config", "import", file);
  await write({
    ...config,
    settings: { ...config.settings, bitrate: 111 },
    branding: { ...config.branding, siteName: "Taken" },
  });
  const bitrate = await commands.run("config", "import", file);

  expect(absent.text).toContain("nothing changed: ENOENT");
  expect(noJson.text).toBe(`${nothing} it is not JSON`);
  expect(wrong).toEqual({
    exitCode: 1,
    text: [
      `${nothing} it is not a valid configuration`,
      "  settings.autoPlay: must be true or false",
      "  settings.maxListeners: must be at least 10",
    ].join("\n"),
  });
  expect(bitrate.text).toBe(
    `${nothing} settings.bitrate: MP3 has no 111 kbit/s at 44100 Hz; the closest supported rate is 96 or 112`,
  );
  expect(server.settings.current).toEqual(before);
});

test("the backup command writes only to new files, with or without music, and refuses unknown options", async () => {
  const file = path.join(server.dataDir, "station.tar");

  const gzip = path.join(server.dataDir, "station.gz");
  const without = await commands.run("backup", gzip);
  const first = await readFile(gzip);
  const overIt = await commands.run("backup", gzip);
  const written = await commands.run("backup", file, "--music");
  const again = await commands.run("backup", file, "--music");
  const unknown = await commands.run("backup", path.join(server.dataDir, "other.tar"), "--loud");

  expect(without).toEqual({
    exitCode: 0,
    text: expect.stringContaining("station.gz; without music"),
  });
  expect(written).toEqual({ exitCode: 0, text: `backup written to ${file}; music files: 0` });
  expect([overIt.exitCode, again.exitCode, unknown.exitCode]).toEqual([1, 1, 1]);
  expect(await readFile(gzip)).toEqual(first);
  expect(again.text).toContain("EEXIST");
  expect(unknown.text).toBe("Name the file or folder to write to: backup FILE|FOLDER [--music]");
  expect((await readFile(file)).toString("utf8", 0, 17)).toBe("station.backup.gz");
});
