import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { childEnvironment } from "@neonrelay/process/child-process";
import type { Logger } from "@neonrelay/process/log";
import { StartUpError } from "@neonrelay/process/part";
import { hashSources, runBuilder } from "./build-step.ts";
import { prefixLine } from "./output-lines.ts";
import type { StationOutput } from "./station-part.ts";

/** The documentation site's inputs, below the project folder. Its pictures are left out: an image has them removed. */
const sources = [
  "*.md",
  "docs/**/*.md",
  "docs-site/.vitepress/**/*",
  "docs-site/package-lock.json",
  "scripts/docs-pages.ts",
];
const builder = "node_modules/vitepress/bin/vitepress.js";
// Not `npm ci`, which requires the native code of every system in the lockfile, including some the registry lacks.
const INSTALL = "install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error".split(
  " ",
);
/** What npm needs to reach its registry. */
const ofNpm = /^(?:npm_config_.*|https?_proxy|no_proxy)$/i;
/** Below everything the station does. */
const IDLE = 19;
const BUILD_LIMIT_MS = 900_000;

interface DocsBuild {
  readonly projectRoot: string;
  /** Its npm installs the builder; settings of the station are not passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string) => void;
  /** 0 where someone waits for it, up to 19. */
  readonly niceness: number;
  /** Aborts the build. */
  readonly signal: AbortSignal;
}

/** Where the documentation site is, or will be. */
export function docsFolderOf(projectRoot: string): string {
  return path.join(projectRoot, "docs-site/dist");
}

/**
 * Builds the documentation site if its sources changed since the last build, for the path of that build.
 * @throws StartUpError if it can't; where there is no site, the page at /docs says why
 */
export async function buildDocsWhenChanged(build: DocsBuild): Promise<void> {
  const { projectRoot, signal } = build;
  const folder = docsFolderOf(projectRoot);
  // An installed package ships the built site without its sources.
  if (!existsSync(path.join(projectRoot, "docs-site/package.json"))) return;
  const stamp = path.join(folder, ".built-from");
  const [builtFrom, base] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
  if (builtFrom === hashSources(projectRoot, sources)) return;
  const excuse = path.join(folder, ".why-missing");
  try {
    requireWritable(projectRoot);
    rmSync(excuse, { force: true });
    await buildDocs({ ...build, base: base ?? "/docs/" });
  } catch (error) {
    if (error instanceof DocsFailure && !signal.aborted && builtFrom === undefined) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(excuse, error.message);
    }
    throw error;
  }
}

/** What happened, in words for every visitor. */
class DocsFailure extends StartUpError {}

/**
 * Builds the site beside a station that is on air: a first start would take a minute longer with it. A failure is only
 * a warning.
 */
export async function keepDocsBuilt({
  output,
  log,
  signal: stop,
  ...build
}: Omit<DocsBuild, "onLine" | "niceness"> & {
  readonly output: StationOutput;
  readonly log: Logger;
}): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(BUILD_LIMIT_MS)]);
  const onLine = (line: string): void => output.log(prefixLine({ line, part: "docs" }));
  try {
    await buildDocsWhenChanged({ ...build, onLine, niceness: IDLE, signal });
  } catch (error) {
    if (stop.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, "the documentation can't be built; the station runs without it");
  }
}

/**
 * Builds the documentation site, installing its builder first if that is missing.
 * @param base path where browsers find it
 * @returns its folder
 */
export async function buildDocs({
  projectRoot,
  base,
  environment,
  onLine,
  niceness,
  signal,
}: DocsBuild & { readonly base: string }): Promise<string> {
  const folder = path.join(projectRoot, "docs-site");
  const builtFrom = hashSources(projectRoot, sources);
  const step = {
    folder,
    environment: { ...docsEnvironment(environment), NO_COLOR: "1" },
    niceness,
    onLine,
    signal,
  };
  if (!isInstalled(folder)) {
    onLine("installing the documentation's builder");
    const npm = environment["npm_execpath"];
    const program = npm === undefined ? ["npm"] : [process.execPath, npm];
    if (!(await succeeds([...program, ...INSTALL], step)))
      throw new DocsFailure("npm could not install its builder. Is npm's registry reachable?");
  }
  onLine("building the documentation");
  // Not where it is served from: readers keep the former site meanwhile.
  const made = path.join(folder, "node_modules/.cache/site");
  const command = [process.execPath, builder, "build", ".", "--base", base, "--outDir", made];
  if (!(await succeeds(command, step))) throw new DocsFailure("Its build failed.");
  writeFileSync(path.join(made, ".built-from"), `${builtFrom} ${base}`);
  const built = docsFolderOf(projectRoot);
  rmSync(built, { recursive: true, force: true });
  renameSync(made, built);
  return built;
}

/** A program that is not there, or was ended at the limit, has failed as well. */
async function succeeds(
  command: readonly string[],
  step: Parameters<typeof runBuilder>[1],
): Promise<boolean> {
  try {
    return await runBuilder(command, step);
  } catch (error) {
    step.onLine(String(error));
    return false;
  }
}

function docsEnvironment(environment: DocsBuild["environment"]): Record<string, string> {
  const forNpm = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && ofNpm.test(name) ? [[name, value]] : [],
  );
  return { ...childEnvironment(environment), ...Object.fromEntries(forNpm) };
}

function requireWritable(projectRoot: string): void {
  const folder = path.join(projectRoot, "docs-site");
  const places = [folder, path.join(folder, "dist"), path.join(folder, "node_modules")];
  try {
    for (const place of places) if (existsSync(place)) accessSync(place, constants.W_OK);
  } catch (cause) {
    throw new StartUpError(
      `This user can't write to ${folder}. \`npm run docs\`, as the user it belongs to, builds the documentation.`,
      { cause },
    );
  }
}

/** Whether node_modules matches the lockfile. */
function isInstalled(folder: string): boolean {
  const [wanted, found] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return undefined;
    return /"node_modules\/vitepress": \{\s*"version": "[^"]+"/.exec(
      readFileSync(file, "utf8"),
    )?.[0];
  });
  return wanted === found;
}
