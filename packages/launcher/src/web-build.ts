import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ownChildEnvironment } from "@neonrelay/process/child-process";
import { StartUpError } from "@neonrelay/process/part";
import { hashSources, runBuilder } from "./build-step.ts";

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
  const wanted = hashSources(projectRoot, sources);
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
  const isBuilt = await runBuilder(
    [process.execPath, path.join(projectRoot, builder), "build", "--logLevel", "warn"],
    {
      folder: path.join(projectRoot, "packages/web"),
      environment: ownChildEnvironment(),
      niceness: 0,
      onLine,
      signal,
    },
  );
  if (!isBuilt) throw new StartUpError("The web app could not be built: see the messages above.");
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
