import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogTo } from "@neonrelay/process/log";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildDocs, buildDocsWhenChanged, keepDocsBuilt } from "./docs-build.ts";

let projectRoot: string;

beforeEach(async () => {
  projectRoot = await mkdtemp(path.join(os.tmpdir(), "neonrelay-docs-build-"));
  for (const folder of ["docs", "docs-site"]) await mkdir(path.join(projectRoot, folder));
  await write("docs/music.md", "first");
  await write("docs-site/package.json", "{}");
  await write("docs-site/package-lock.json", installed);
  // An npm that installs a VitePress, which builds one page: the path of the site and the settings it can see.
  await write("npm.cjs", `${installing}\n`);
});
afterEach(async () => {
  await rm(projectRoot, { recursive: true, force: true });
});

const installed = '"node_modules/vitepress": {\n  "version": "1.0.0"';
const vitepress = `const fs = require("node:fs");
  const [, , , , , base, , folder] = process.argv;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(folder + "/index.html", base + " " + (process.env.ADMIN_PASSWORD ?? "no secret"));`;
const installing = `const fs = require("node:fs");
  fs.mkdirSync("node_modules/vitepress/bin", { recursive: true });
  fs.writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(installed)});
  fs.writeFileSync("node_modules/vitepress/bin/vitepress.js", ${JSON.stringify(vitepress)});`;

async function write(file: string, text: string): Promise<void> {
  await writeFile(path.join(projectRoot, file), text);
}

function read(file: string): string | null {
  const full = path.join(projectRoot, "docs-site/dist", file);
  return existsSync(full) ? readFileSync(full, "utf8") : null;
}

const npm = () => ({ npm_execpath: path.join(projectRoot, "npm.cjs"), ADMIN_PASSWORD: "a secret" });

/** @returns its steps */
async function build(base?: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const given = {
    projectRoot,
    environment: npm(),
    onLine: (line: string) => void lines.push(line),
    niceness: 0,
    signal: AbortSignal.timeout(20_000),
  };
  if (base === undefined) await buildDocsWhenChanged(given);
  else await buildDocs({ ...given, base });
  return lines;
}

test("the documentation is built once, and again when a document changes, without the station's secrets", async () => {
  expect(await build()).toEqual([
    "installing the documentation's builder",
    "building the documentation",
  ]);
  expect(read("index.html")).toBe("/docs/ no secret");
  expect(await build()).toEqual([]);

  await write("docs/music.md", "second");

  expect(await build()).toEqual(["building the documentation"]);
});

test("a rebuild keeps the path that the site was built for, and a failed one the site", async () => {
  await build("/radio/docs/");
  await write("docs/music.md", "second");
  await build();
  await write("docs-site/node_modules/vitepress/bin/vitepress.js", "process.exit(1);");
  await write("docs/music.md", "third");

  await expect(build()).rejects.toThrow("Its build failed.");

  expect([read("index.html"), read(".why-missing")]).toEqual(["/radio/docs/ no secret", null]);
});

test("where npm can't install, a running station gets a warning, and visitors the reason until a start succeeds", async () => {
  const lines: string[] = [];
  const onLine = (line: string): void => void lines.push(line);

  await keepDocsBuilt({
    projectRoot,
    environment: { PATH: projectRoot },
    output: { announce: onLine, log: onLine },
    log: createLogTo(onLine, { part: "launcher", level: "warn" }),
    signal: AbortSignal.timeout(20_000),
  });
  const reason = read(".why-missing");
  await build();

  expect(lines[0]).toBe("docs     | installing the documentation's builder");
  expect(lines.at(-1)).toContain("the documentation can't be built");
  expect(reason).toBe("npm could not install its builder. Is npm's registry reachable?");
  expect([read("index.html"), read(".why-missing")]).toEqual(["/docs/ no secret", null]);
});

test("an installed package ships the site built, without what builds it", async () => {
  await rm(path.join(projectRoot, "docs-site"), { recursive: true });

  expect(await build()).toEqual([]);
});
