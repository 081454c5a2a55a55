import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildWebWhenChanged } from "../packages/launcher/src/web-build.ts";
import {
  lockSchema,
  manifestSchema,
  packageLock,
  packageManifest,
  shippedWorkspaces,
  toJavaScript,
} from "./package-rules.ts";
import { projectRoot } from "./stage.ts";

const BUILD_LIMIT_MS = 600_000;
/** Files that readers of the source won't miss. */
const leftOutOfSource = [":(exclude)docs/screenshots"];

/**
 * Writes the contents of the npm package into an empty folder: the station as one package, with its web app and
 * documentation built.
 * @param docs the documentation site, as buildDocs returns it
 */
export async function writePackage(folder: string, docs: string): Promise<void> {
  const webRoot = await buildWebWhenChanged({
    projectRoot,
    onLine: console.log,
    signal: AbortSignal.timeout(BUILD_LIMIT_MS),
  });
  cpSync(webRoot, path.join(folder, "packages/web/dist"), {
    recursive: true,
    filter: (file) => !file.endsWith(".map"),
  });
  cpSync(docs, path.join(folder, "docs-site/dist"), { recursive: true });
  const root = readManifest("package.json");
  const workspaces = shippedWorkspaces.map((name) => readManifest(`packages/${name}/package.json`));
  const exportsOf = new Map(workspaces.map((manifest) => [manifest.name, manifest.exports]));
  for (const { name, version } of workspaces)
    write(folder, `${name.replace("@neonrelay", "packages")}/package.json`, {
      name,
      version,
      private: true,
      type: "module",
    });
  for (const file of globSync(
    shippedWorkspaces.map((name) => `packages/${name}/src/**/*.ts`),
    { cwd: projectRoot, exclude: ["**/*.test.ts", "**/test-*.ts"] },
  ))
    write(folder, file.replace(/\.ts$/, ".js"), toJavaScript(file, read(file), exportsOf));
  for (const file of ["README.md", "CHANGELOG.md", "LICENSE", "packages/server/migrations"])
    cpSync(path.join(projectRoot, file), path.join(folder, file), { recursive: true });
  for (const file of ["scripts/hand-over.mjs", "scripts/neonrelay.mjs"])
    cpSync(path.join(projectRoot, file), path.join(folder, file));
  const lock = lockSchema.parse(JSON.parse(read("package-lock.json")));
  const manifest = packageManifest(root, workspaces, lock);
  write(folder, "package.json", manifest);
  // npm never packs package-lock.json; this one is for installing this folder by itself.
  write(folder, "package-lock.json", packageLock(lock, manifest));
  write(folder, "packages/process/commit.txt", git("rev-parse", "HEAD"));
  writeSource(path.join(folder, "source.tar.gz"), `${root.name}-${root.version}`);
}

/** The committed sources with the lockfile, in a folder named after the version. */
export function writeSource(file: string, folder: string): void {
  git("archive", `--prefix=${folder}/`, "--output", file, "HEAD", "--", ".", ...leftOutOfSource);
}

export function readManifest(file: string) {
  return manifestSchema.parse(JSON.parse(read(file)));
}

export function git(...parameters: readonly string[]): string {
  return execFileSync("git", parameters, { cwd: projectRoot, encoding: "utf8" });
}

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), "utf8");
}

function write(folder: string, file: string, content: string | object): void {
  const full = path.join(folder, file);
  mkdirSync(path.dirname(full), { recursive: true });
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
  writeFileSync(full, text);
}
