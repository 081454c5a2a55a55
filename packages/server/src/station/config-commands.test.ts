import { stationConfigSchema } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../http/test-server.ts";
import { Library } from "../library/library.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { runCommand } from "./run-command.ts";

let server: TestServer;
let library: Library;
beforeAll(async () => {
  server = await startTestServer();
  const { database, events, dataDir } = server;
  const log = createLog({ part: "test", level: "silent" });
  const config = { dataDir, musicDirs: [], demoMusic: false };
  library = new Library({ database, events, config, media: mediaDefaults, log });
}, 60_000);
afterAll(async () => {
  await library.close();
  await server[Symbol.asyncDispose]();
});

async function command(...args: readonly string[]) {
  const lines: string[] = [];
  const parts = { ...server, library, isRunning: true };
  const exitCode = await runCommand(parts, { args, print: (line) => lines.push(line) });
  return { exitCode, text: lines.join("\n") };
}

test("an exported configuration has no secret, is written over no file, and is taken by an import", async () => {
  const file = path.join(server.dataDir, "station.json");
  await server.settings.change(() => ({ accessCodeHash: "a-hash", tagline: "By night" }));

  const exported = await command("config", "export", file);
  const again = await command("config", "export", file);
  const printed = await command("config", "export");
  await server.settings.change(() => ({ tagline: "Changed", genre: "Noise", maxListeners: 12 }));
  const imported = await command("config", "import", file);

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

test("a file that is no configuration is told in words, and nothing of it is taken", async () => {
  const file = path.join(server.dataDir, "wrong.json");
  const { text } = await command("config", "export");
  const config = stationConfigSchema.parse(JSON.parse(text));
  const write = (value: unknown) => writeFile(file, JSON.stringify(value));
  const before = server.settings.current;
  const nothing = `${file} was not imported, and nothing is changed:`;

  const absent = await command("config", "import", `${file}.gone`);
  await writeFile(file, "no JSON");
  const noJson = await command("config", "import", file);
  await write({
    ...config,
    settings: { ...config.settings, maxListeners: 5, autoPlay: "yes" },
    branding: { ...config.branding, siteName: "Taken" },
  });
  const wrong = await command("config", "import", file);
  await write({
    ...config,
    settings: { ...config.settings, bitrate: 111 },
    branding: { ...config.branding, siteName: "Taken" },
  });
  const bitrate = await command("config", "import", file);

  expect(absent.text).toContain("nothing is changed: ENOENT");
  expect(noJson.text).toBe(`${nothing} it is not JSON`);
  expect(wrong).toEqual({
    exitCode: 1,
    text: [
      `${nothing} some of it is no configuration`,
      "  settings.autoPlay: give true or false",
      "  settings.maxListeners: give at least 10",
    ].join("\n"),
  });
  expect(bitrate.text).toBe(
    `${nothing} settings.bitrate: MP3 has no 111 kbit/s at 44100 Hz; the nearest it has is 96 or 112`,
  );
  expect(server.settings.current).toEqual(before);
});
