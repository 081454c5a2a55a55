import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ownChildEnvironment } from "@neonrelay/process/child-process";
import { StartUpError } from "@neonrelay/process/part";

/** The built web app's inputs, below the project folder. */
const sources = [
  "packages/web/src/**/*",
  "packages/web/public/**/*",
  "packages/web/index.html",
  "packages/web/*.ts",
  "packages/web/package.json",
  "packages/contract/src/**/*",
  "package-lock.json",
];

const builder = "node_modules/vite/bin/vite.js";

/**
 * Builds the web app if its sources changed since the last build.
 * @returns the folder of the built app
 * @throws StartUpError if this user can't build it, or if the build fails; its output went to `onLine`
 */
export async function buildWebWhenChanged({
  projectRoot,
  onLine,
  signal,
}: {
  readonly projectRoot: string;
  readonly onLine: (line: string) => void;
  /** Aborts the build. */
  readonly signal: AbortSignal;
}): Promise<string> {
  const folder = webFolderOf(projectRoot);
  // An installed package ships the built app without its sources.
  if (!existsSync(path.join(projectRoot, "packages/web/index.html"))) return folder;
  const stamp = path.join(folder, ".built-from");
  const wanted = hashSources(projectRoot);
  const builtFrom = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;
  if (builtFrom === wanted) return folder;
  const obstacle = findObstacle(projectRoot);
  if (obstacle !== null) {
    const found = builtFrom === null ? "is not built" : "was built from different sources";
    throw new StartUpError(
      `The web app in ${folder} ${found}, and ${obstacle}. Run \`npm run build\` in ${projectRoot} as the user it belongs to, then start again.`,
    );
  }
  onLine("building the web app");
  const child = spawn(
    process.execPath,
    [path.join(projectRoot, builder), "build", "--logLevel", "warn"],
    {
      cwd: path.join(projectRoot, "packages/web"),
      env: ownChildEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    },
  );
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => onLine(chunk.toString("utf8").trimEnd()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  });
  if (code !== 0) throw new StartUpError("The web app could not be built: see the messages above.");
  writeFileSync(stamp, wanted);
  return folder;
}

/** Where the built app is, or will be. */
export function webFolderOf(projectRoot: string): string {
  return path.join(projectRoot, "packages/web/dist");
}

/** Why the web app can't be built here; null if it can. */
function findObstacle(projectRoot: string): string | null {
  if (!existsSync(path.join(projectRoot, builder))) return "its build tools are not installed";
  const web = path.join(projectRoot, "packages/web");
  const folder = existsSync(path.join(web, "dist")) ? path.join(web, "dist") : web;
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch {
    return "this user can't write to that folder";
  }
}

function hashSources(projectRoot: string): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    hash
      .update(path.relative(projectRoot, file))
      .update("\0")
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}
