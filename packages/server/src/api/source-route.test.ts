import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addSource, programFolder } from "./source-route.ts";
import { packSource } from "./source-archive.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-source-route-"));
  await writeFile(path.join(folder, "README.md"), "a program");
});
afterEach(() => rm(folder, { recursive: true }));

async function ask(sourceUrl: string | null) {
  await using app = Fastify();
  addSource(app, { sourceUrl, dataDir: "/srv/radio", musicDirs: [], folder });
  return await app.inject("/source.tar.gz");
}

test("visitors get the running station's source from the station itself, or are sent to SOURCE_URL", async () => {
  const own = await ask(null);
  const elsewhere = await ask("https://code.example/station");

  expect([own.statusCode, own.headers["content-type"]]).toEqual([200, "application/gzip"]);
  expect(own.rawPayload.equals(await packSource(folder, []))).toBe(true);
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([
    302,
    "https://code.example/station",
  ]);
});

test("the source of the running station is that of the folder it runs from", () => {
  const manifest: unknown = JSON.parse(
    readFileSync(path.join(programFolder, "package.json"), "utf8"),
  );

  expect(manifest).toMatchObject({ name: "neonrelay", license: "AGPL-3.0-or-later" });
  expect(import.meta.dirname).toBe(path.join(programFolder, "packages/server/src/api"));
});
