// First stage of every command: plain JavaScript on built-ins only, so that it runs on Node 18 and newer before
// anything is installed. It installs what package-lock.json names, then hands over to Node 24 from node_modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const entries = {
  start: "packages/launcher/src/main.ts",
  station: "packages/launcher/src/station-main.ts",
  test: "scripts/test.ts",
  check: "scripts/check.ts",
  bench: "bench/main.ts",
  screenshots: "scripts/screenshots.ts",
};

/** Longest the next stage may take to end after a signal: it promises 5 s. */
const STOP_LIMIT_MS = 10_000;

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
installWhenNeeded();
handOver();

function installWhenNeeded() {
  const stamp = path.join(root, "node_modules", ".neonrelay-installed");
  const wanted = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing what package-lock.json names …");
  const npm = process.env.npm_execpath;
  const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  // npm prints to stderr here: stdout belongs to the command.
  const result = spawnSync(
    program,
    [...first, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: { ...process.env, NODE_ENV: "development", npm_config_ignore_scripts: "false" },
    },
  );
  if (result.status !== 0) {
    console.error("npm ci failed: see its message above. Is the npm registry reachable?");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function handOver() {
  const node = path.join(
    root,
    "node_modules",
    ".bin",
    process.platform === "win32" ? "node.cmd" : "node",
  );
  if (!existsSync(node)) {
    console.error("Node 24 is missing from node_modules: remove node_modules and run this again.");
    process.exit(1);
  }
  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}`,
  };
  // The pipe on fd 3 ends when this process dies, however it dies: the next stage then stops too.
  const child = spawn(
    node,
    ["--disable-warning=ExperimentalWarning", path.join(root, entry), ...rest],
    {
      cwd: process.cwd(),
      stdio: ["inherit", "inherit", "inherit", "pipe"],
      env: { ...env, NEONRELAY_LIFELINE_FD: "3" },
      detached: command === "start",
    },
  );
  let isStopping = false;
  const stop = (signal) => {
    if (isStopping) return;
    isStopping = true;
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  // npm that is killed hard tells nobody: then this process gets a new parent.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && stop("SIGTERM"), 500).unref();
  child.on("exit", (code) => process.exit(code ?? 1));
  child.on("error", (error) => {
    console.error(`Node 24 could not be started: ${error.message}`);
    process.exit(1);
  });
}
