import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { StartUpError } from "@neonrelay/process/part";
import { buildDocsWhenChanged } from "../packages/launcher/src/docs-build.ts";
import { buildWebWhenChanged } from "../packages/launcher/src/web-build.ts";
import { removeDevelopmentFiles } from "./development-files.ts";
import { projectRoot, runProgram } from "./stage.ts";

const BUILD_LIMIT_MS = 600_000;

// `npm run build [-- --production]`: writes everything that `npm start` would write to the checkout, so that the
// station can start from a read-only one.
const { values } = parseArgs({ options: { production: { type: "boolean", default: false } } });
const build = { projectRoot, onLine: console.log, signal: AbortSignal.timeout(BUILD_LIMIT_MS) };
try {
  const folder = await buildWebWhenChanged(build);
  console.log(`The web app is built: ${folder}`);
  if (process.env["BUILD_DOCS"] !== "off") await tryToBuildDocs();
  if (values.production) await leaveProductionOnly();
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** A station runs without its documentation. */
async function tryToBuildDocs(): Promise<void> {
  try {
    await buildDocsWhenChanged({ ...build, environment: process.env, niceness: 0 });
  } catch (error) {
    if (!(error instanceof StartUpError)) throw error;
    console.error(
      `The documentation is not built, so the station runs without it. ${error.message}`,
    );
  }
}

async function leaveProductionOnly(): Promise<void> {
  const npm = process.env["npm_execpath"];
  const parameters = ["prune", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const code =
    npm === undefined
      ? await runProgram("npm", parameters)
      : await runProgram(process.execPath, [npm, ...parameters]);
  if (code !== 0) throw new StartUpError("npm prune failed: its message is above.");
  removeDevelopmentFiles(projectRoot);
  rmSync(path.join(projectRoot, "docs-site/node_modules"), { recursive: true, force: true });
  console.log("Development dependencies removed. `npm ci` restores them.");
}
