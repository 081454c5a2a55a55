// Second stage of every command: plain JavaScript on built-ins only. It finds Node 24 and runs the program on it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { isatty } from "node:tty";

/** Maximum time for the next stage to exit after a signal; it promises 5 s. */
const STOP_LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 500;

/** Node 24 from node_modules, or if npm has none for this machine, the Node running this. */
function findNode(root) {
  const bundled = path.join(root, "node_modules", ".bin", "node");
  if (existsSync(bundled)) return bundled;
  // In an installed package it lies beside this one.
  const name = `node-${process.platform}-${process.arch}`;
  const beside = path.join(path.dirname(root), name, "bin", "node");
  if (existsSync(beside)) return beside;
  const [major] = process.versions.node.split(".").map(Number);
  return major >= 24 ? process.execPath : undefined;
}

/** Environment that keeps the station's processes small. */
export function spareEnvironment(root) {
  return {
    // For glibc. One heap for all threads of a process rather than up to eight per CPU, each of which holds on to its
    // peak. Free memory at the end of the heap returns to the system at once. Blocks of 16 KiB and more are mapped
    // separately, so that they return when freed, in any order (the compiler's leave 30 MiB of holes otherwise).
    MALLOC_ARENA_MAX: "1",
    MALLOC_TRIM_THRESHOLD_: "131072",
    MALLOC_MMAP_THRESHOLD_: "16384",
    // Strips TypeScript once instead of at each start, which also saves the stripper's memory in each process.
    NODE_COMPILE_CACHE: path.join(root, "node_modules", ".cache", "neonrelay-code"),
  };
}

/**
 * Path of the version that `station upgrade` put in place of this one. Once another version is installed here, that one
 * runs.
 */
function findCurrent(root, env) {
  const dataDir = path.resolve(env.DATA_DIR || "data");
  try {
    const text = readFileSync(path.join(dataDir, "releases", "current.json"), "utf8");
    const current = JSON.parse(text);
    const installed = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    if (installed.version === current.installed && existsSync(current.root)) return current.root;
  } catch {
    // No upgrade has been made.
  }
  return root;
}

/** In an installed package the files have another extension. */
function findEntry(root, entry) {
  const [source, made] = ["ts", "js"].map((end) => entry.replace(/\.[jt]s$/, `.${end}`));
  return path.join(root, existsSync(path.join(root, source)) ? source : made);
}

/**
 * Runs the next stage on Node 24 and exits with it.
 * @param isStation the station or a command for it, so the upgraded version runs it
 * @param entry its first file, below `root`
 * @param isStart the station itself, which may outlive its terminal
 * @param isSpare keep its processes small: those of the station, and of benchmarks, which measure them
 * @param env passed on, with a lifeline added
 * @param isNpmGone whether the npm that started this has ended
 */
export function handOver({
  root: own,
  entry,
  args,
  isStation,
  isStart,
  isSpare,
  env: given,
  isNpmGone,
}) {
  const root = isStation ? findCurrent(own, given) : own;
  const node = findNode(root);
  if (node === undefined) {
    console.error(
      `npm brings no Node 24 for ${process.platform} on ${process.arch}: install Node 24 and run this again.`,
    );
    process.exit(1);
  }
  const env = {
    ...(isSpare ? spareEnvironment(root) : {}),
    ...given,
    PATH: `${path.join(root, "node_modules", ".bin")}${path.delimiter}${given.PATH ?? ""}`,
  };
  // The pipe on fd 3 closes however this process dies, and then the next stage stops too.
  const child = spawn(
    node,
    [
      "--disable-warning=ExperimentalWarning",
      // As in packages/process/src/spare-memory.ts for processes whose work does not grow.
      ...(isStart ? ["--max-semi-space-size=1"] : []),
      findEntry(root, entry),
      ...args,
    ],
    {
      cwd: process.cwd(),
      stdio: ["inherit", "inherit", "inherit", "pipe"],
      env: { ...env, NEONRELAY_LIFELINE_FD: "3" },
      detached: isStart,
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
  // A killed npm does not signal its children.
  let goneLooks = 0;
  const npmTimer = setInterval(() => {
    goneLooks = isNpmGone() ? goneLooks + 1 : 0;
    // When the terminal closes, npm ends as well. The terminal's own signal decides, and may still be on its way at the
    // first check.
    if (goneLooks === 2) stop("SIGTERM");
  }, LOOK_EVERY_MS).unref();
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  process.on("SIGHUP", () => {
    if (hasTerminal || !isStart) return stop("SIGHUP");
    // For `nohup npm start &`: Node and npm reset inherited signal handlers, so nohup can't block the signal itself.
    clearInterval(npmTimer);
    console.error(`Neon Relay keeps running without its terminal: kill ${child.pid} stops it.`);
  });
  child.on("exit", (code) => process.exit(code ?? 1));
  child.on("error", (error) => {
    console.error(`Node 24 could not be started: ${error.message}`);
    process.exit(1);
  });
}

/** @returns whether npm, or the shell it runs this script in, has ended since */
export function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const parent = process.ppid;
  const grandparent = isNpm(parent) ? undefined : parentOf(parent);
  const isBehindShell = grandparent !== undefined && isNpm(grandparent);
  return () => process.ppid !== parent || (isBehindShell && parentOf(parent) !== grandparent);
}

/** undefined where the system does not report it; only Linux does. */
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
