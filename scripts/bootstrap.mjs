// First stage of every command: plain JavaScript on built-ins only, so that it runs on Node 18 and newer before
// anything is installed. It installs what package-lock.json names, then hands over to Node 24 from node_modules.
import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import path from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const entries = {
  start: "packages/launcher/src/main.ts",
  station: "packages/launcher/src/station-main.ts",
  build: "scripts/build.ts",
  dev: "scripts/dev.ts",
  test: "scripts/test.ts",
  "test-deploy": "scripts/test-deploy.ts",
  check: "scripts/check.ts",
  bench: "bench/main.ts",
  screenshots: "scripts/screenshots.ts",
};
/** What these commands need, `npm ci --omit=dev` installs. The others also need the development dependencies. */
const productionCommands = ["start", "station"];

/** Longest the next stage may take to end after a signal: it promises 5 s. */
const STOP_LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 500;

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
handOver();

function installWhenNeeded() {
  if (isInstalled({ withDevelopment: !productionCommands.includes(command) })) return;
  if (
    !canWrite(root) ||
    (existsSync(path.join(root, "node_modules")) && !canWrite(path.join(root, "node_modules")))
  ) {
    console.error(
      `What package-lock.json names is not installed in ${root}, and this user can't write there: run \`npm run build\` in it as the user it belongs to, then try again.`,
    );
    process.exit(1);
  }
  console.error("Installing what package-lock.json names …");
  const npm = process.env.npm_execpath;
  const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  // npm prints to stderr here: stdout belongs to the command.
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

/** Whether node_modules holds what package-lock.json names, as npm itself has noted there. */
function isInstalled({ withDevelopment }) {
  const installed = readPackages(path.join("node_modules", ".package-lock.json"));
  if (installed === undefined) return false;
  return Object.entries(readPackages("package-lock.json")).every(([place, wanted]) => {
    if (!place.startsWith("node_modules/")) return true;
    const found = installed[place];
    if (found !== undefined)
      return found.version === wanted.version && found.integrity === wanted.integrity;
    if (wanted.dev && !withDevelopment) return true;
    return wanted.optional && !isForThisMachine(wanted);
  });
}

/** Optional packages name the machines they are for. Those that name none belong to one that does. */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
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

/** Node 24: of node_modules, or where npm has none for the machine, the one that runs this. */
function findNode() {
  const bundled = path.join(root, "node_modules", ".bin", "node");
  if (existsSync(bundled)) return bundled;
  return major >= 24 ? process.execPath : undefined;
}

/** What keeps the processes of the station small. */
function spareEnvironment() {
  return {
    // For glibc: one heap for all threads of a process rather than up to eight per processor, each of which keeps what
    // it once had; what is free at its end goes back to the system at once; and blocks of 16 KiB and more lie apart,
    // so that they go back when they are freed, in whatever order (the compiler's leave 30 MiB of holes otherwise).
    MALLOC_ARENA_MAX: "1",
    MALLOC_TRIM_THRESHOLD_: "131072",
    MALLOC_MMAP_THRESHOLD_: "16384",
    // TypeScript is stripped once and not at each start, which spares each process the stripper's memory, too.
    NODE_COMPILE_CACHE: path.join(root, "node_modules", ".cache", "neonrelay-code"),
  };
}

function handOver() {
  const node = findNode();
  if (node === undefined) {
    console.error(
      `npm brings no Node 24 for ${process.platform} on ${process.arch}: install Node 24 and run this again.`,
    );
    process.exit(1);
  }
  const env = {
    ...(command === "start" ? spareEnvironment() : {}),
    ...process.env,
    PATH: `${path.join(root, "node_modules", ".bin")}${path.delimiter}${process.env.PATH ?? ""}`,
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
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(signal));
  // An npm that is killed signals no child.
  let goneLooks = 0;
  const npmTimer = setInterval(() => {
    goneLooks = isNpmGone() ? goneLooks + 1 : 0;
    // The terminal's end ends npm as well: its own signal decides, and may still be on its way at the first look.
    if (goneLooks === 2) stop("SIGTERM");
  }, LOOK_EVERY_MS).unref();
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  process.on("SIGHUP", () => {
    if (hasTerminal || command !== "start") return stop("SIGHUP");
    // As with `nohup npm start &`: nohup can't keep the signal from Node and npm, which reset what they inherit.
    clearInterval(npmTimer);
    console.error(`Neon Relay goes on without its terminal: kill ${child.pid} ends it.`);
  });
  child.on("exit", (code) => process.exit(code ?? 1));
  child.on("error", (error) => {
    console.error(`Node 24 could not be started: ${error.message}`);
    process.exit(1);
  });
}

/** @returns whether npm, or the shell it runs this script in, has ended since */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const parent = process.ppid;
  const grandparent = isNpm(parent) ? undefined : parentOf(parent);
  const isBehindShell = grandparent !== undefined && isNpm(grandparent);
  return () => process.ppid !== parent || (isBehindShell && parentOf(parent) !== grandparent);
}

/** undefined where the system does not say, which only Linux does. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

function isNpm(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.env.npm_node_execpath);
  } catch {
    return false;
  }
}
