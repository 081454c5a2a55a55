import os from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addSource, packSource, programFolder } from "./source-route.ts";
import { list } from "tar";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-source-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function ask(sourceUrl: string | null) {
  write("README.md");
  await using app = Fastify();
  addSource(app, { sourceUrl, dataDir: "/srv/radio", musicDirs: [], folder });
  return await app.inject("/source.tar.gz");
}

test("visitors get the running station's source from the station itself, or are sent to SOURCE_URL", async () => {
  const own = await ask(null);
  const elsewhere = await ask("https://code.example/station");

  expect([own.statusCode, own.headers["content-type"]]).toEqual([200, "application/gzip"]);
  expect(await filesIn(own.rawPayload)).toEqual([expect.stringMatching(/README\.md$/)]);
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

function write(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), file);
  }
}

/** The files in an archive. */
async function filesIn(archive: Buffer): Promise<readonly string[]> {
  const files: string[] = [];
  const parser = list({
    onReadEntry: ({ type, path: name }) => {
      if (type === "File") files.push(name);
    },
  });
  const ended = new Promise((resolve) => parser.on("end", resolve));
  parser.end(archive);
  await ended;
  return files.toSorted();
}

test("the archive has the sources, without the station's data, music or secrets", async () => {
  write("README.md", "LICENSE", "package.json", "packages/server/src/main.ts", "docs/a.md");
  write("packages/web/dist/index.html", "node_modules/ws/index.js", "docs/screenshots/a.webp");
  write("docs-site/.vitepress/config.js", "docs-site/.vitepress/.temp/a.js");
  write(".npmrc", ".env", "station.env", "backup.tar", "data/station.env", ".git/config");
  write("packages/radio/station.env", "packages/songs/a.mp3");
  write("deploy/example.env", "deploy/.env", "deploy/.env.old/a", "deploy/caddy/site.key");
  write("deploy/caddy/site.pem", "docs/station.backup.gz", "scripts/live.env", ".gitignore");
  const privateFolders = ["packages/radio", "packages/songs"].map((name) =>
    path.join(folder, name),
  );

  const archive = await packSource(folder, privateFolders);

  expect(await filesIn(archive)).toEqual(
    [".gitignore", "LICENSE", "README.md", "deploy/example.env", "docs-site/.vitepress/config.js"]
      .concat("docs/a.md", "package.json", "packages/server/src/main.ts")
      .map((file) => `neonrelay/${file}`),
  );
});

test("an installed package serves the archive that it ships with", async () => {
  write("source.tar.gz", "README.md");

  expect((await packSource(folder, [])).toString()).toBe("source.tar.gz");
});
