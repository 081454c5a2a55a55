import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { StartUpError } from "@neonrelay/process/part";
import { projectRoot } from "./stage.ts";

const folder = path.join(projectRoot, "docs-site");
const builder = "node_modules/vitepress/bin/vitepress.js";
// Not `npm ci`, which requires the native code of every system in the lockfile, including some the registry lacks.
const INSTALL = "install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error".split(
  " ",
);
/** Smaller files don't shrink. */
const LEAST_BYTES = 1024;

/**
 * Builds the documentation site, installing its builder first if that is missing.
 * @param base path where browsers find it
 * @returns its folder
 */
export function buildDocs(base: string): string {
  if (!isInstalled()) {
    console.log("Installing the documentation builder …");
    run("npm", INSTALL, "npm install");
  }
  run(process.execPath, [builder, "build", ".", "--base", base], "The build");
  const built = path.join(folder, "dist");
  for (const name of globSync("**/*.{html,js,css,json,svg}", { cwd: built }))
    compressBeside(path.join(built, name));
  return built;
}

/** Whether node_modules matches the lockfile. */
function isInstalled(): boolean {
  const [wanted, found] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return undefined;
    return /"node_modules\/vitepress": \{\s*"version": "[^"]+"/.exec(
      readFileSync(file, "utf8"),
    )?.[0];
  });
  return wanted === found;
}

function run(program: string, parameters: readonly string[], what: string): void {
  const { status } = spawnSync(program, parameters, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new StartUpError(`${what} failed: see the messages above.`);
}

/** Saves the station from compressing it for each reader. */
function compressBeside(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < LEAST_BYTES) return;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
