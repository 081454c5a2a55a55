// First stage of every command: plain JavaScript on built-ins only, so that it runs on Node 18 and newer before
// anything is installed. It installs the packages of package-lock.json, then hands over to Node 24 from node_modules.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { handOver, watchNpm } from "./hand-over.mjs";
import { isInstalled } from "./installed.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const entries = {
  start: "packages/launcher/src/main.ts",
  station: "packages/launcher/src/station-main.ts",
  edge: "packages/launcher/src/edge-main.ts",
  build: "scripts/build.ts",
  dev: "scripts/dev.ts",
  test: "scripts/test.ts",
  "test-all": "scripts/test-all.ts",
  check: "scripts/check.ts",
  "planted-faults": "scripts/planted-faults.ts",
  bench: "bench/main.ts",
  fuzz: "fuzz/main.ts",
  chaos: "packages/test-station/src/chaos/main.ts",
  screenshots: "scripts/screenshots.ts",
  docs: "scripts/docs.ts",
  release: "scripts/release.ts",
  artefacts: "scripts/artefacts.ts",
};
/** Commands that need only what `npm ci --omit=dev` installs. The others also need the development dependencies. */
const productionCommands = ["start", "station", "edge"];

const [command, ...rest] = process.argv.slice(2);
const entry = Object.hasOwn(entries, command) ? entries[command] : undefined;
if (entry === undefined) {
  console.error(`Usage: node scripts/bootstrap.mjs ${Object.keys(entries).join("|")}`);
  process.exit(1);
}
const [major] = process.versions.node.split(".").map(Number);
if (major < 18) {
  console.error(`Neon Relay needs Node 18 or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}
const isNpmGone = watchNpm();
installWhenNeeded();
handOver({
  root,
  entry,
  args: rest,
  isStation: ["start", "station"].includes(command),
  isStart: ["start", "edge"].includes(command),
  isSpare: ["start", "edge", "bench"].includes(command),
  env: process.env,
  isNpmGone,
});

function installWhenNeeded() {
  const isComplete = isInstalled({
    wanted: readPackages("package-lock.json"),
    // npm's own record of the installation.
    installed: readPackages(path.join("node_modules", ".package-lock.json")),
    withDevelopment: !productionCommands.includes(command),
  });
  if (isComplete) return;
  if (
    !canWrite(root) ||
    (existsSync(path.join(root, "node_modules")) && !canWrite(path.join(root, "node_modules")))
  ) {
    console.error(
      `The packages of package-lock.json are not installed in ${root}, and this user can't write there: run \`npm run build\` in it as the user it belongs to, then try again.`,
    );
    process.exit(1);
  }
  console.error("Installing the packages of package-lock.json …");
  const npm = process.env.npm_execpath;
  const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  // npm's output goes to stderr: stdout belongs to the command.
  const result = spawnSync(
    program,
    [...first, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, stdio: ["ignore", 2, 2] },
  );
  if (result.status !== 0) {
    console.error("npm ci failed: see its message above. Is the npm registry reachable?");
    process.exit(1);
  }
}

function readPackages(file) {
  const full = path.join(root, file);
  return existsSync(full) ? JSON.parse(readFileSync(full, "utf8")).packages : undefined;
}

function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
