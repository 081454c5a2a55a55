import { parseArgs } from "node:util";
import { StartUpError } from "@neonrelay/process/part";
import { buildWebWhenChanged } from "../packages/launcher/src/web-build.ts";
import { removeDevelopmentFiles } from "./development-files.ts";
import { projectRoot, runProgram } from "./stage.ts";

const BUILD_LIMIT_MS = 600_000;

// `npm run build [-- --production]`: writes everything that `npm start` would write to the checkout, so that the
// station can start from a read-only one.
const { values } = parseArgs({ options: { production: { type: "boolean", default: false } } });
try {
  const folder = await buildWebWhenChanged({
    projectRoot,
    onLine: console.log,
    signal: AbortSignal.timeout(BUILD_LIMIT_MS),
  });
  console.log(`The web app is built: ${folder}`);
  if (values.production) await leaveProductionOnly();
} catch (error) {
  if (!(error instanceof StartUpError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
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
  console.log("Development dependencies removed. `npm ci` restores them.");
}
