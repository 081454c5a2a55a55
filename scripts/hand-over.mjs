// Second stage of every command: plain JavaScript on built-ins only. It finds Node 24 and runs the program on it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { isatty } from "node:tty";

/** Longest the next stage may take to end after a signal: it promises 5 s. */
const STOP_LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 500;

/** Node 24: of node_modules, or where npm has none for the machine, the one that runs this. */
function findNode(root) {
  const bundled = path.join(root, "node_modules", ".bin", "node");
  if (existsSync(bundled)) return bundled;
  // Installed as a package, it lies beside this one.
  const name = `node-${process.platform}-${process.arch}`;
  const beside = path.join(path.dirname(root), name, "bin", "node");
  if (existsSync(beside)) return beside;
  const [major] = process.versions.node.split(".").map(Number);
  return major >= 24 ? process.execPath : undefined;
}

/** What keeps the processes of the station small. */
export function spareEnvironment(root) {
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

/**
 * Where the version lies that `station upgrade` put in place of this one. Once another version is installed here,
 * that one runs.
 */
function findCurrent(root, env) {
  const dataDir = path.resolve(env.DATA_DIR || "data");
  try {
    const text = readFileSync(path.join(dataDir, "releases", "current.json"), "utf8");
    const current = JSON.parse(text);
    const installed = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    if (installed.version === current.installed && existsSync(current.root)) return current.root;
  } catch {
    // There was no upgrade.
  }
  return root;
}

/** Installed as a package, its files have another ending. */
function findEntry(root, entry) {
  const [source, made] = ["ts", "js"].map((end) => entry.replace(/\.[jt]s$/, `.${end}`));
  return path.join(root, existsSync(path.join(root, source)) ? source : made);
}

/**
 * Runs the next stage on Node 24 and ends with it.
 * @param isStation whether it is the station or a command for it, so that the version of an upgrade does it
 * @param entry the file it starts with, below `root`
 * @param isStart whether it is the station, which may outlive its terminal
 * @param isSpare whether its processes are kept small: the station's, and those of benchmarks, which measure them
 * @param env passed on, and a lifeline with it
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
  // The pipe on fd 3 ends when this process dies, however it dies: the next stage then stops too.
  const child = spawn(
    node,
    [
      "--disable-warning=ExperimentalWarning",
      // As packages/process/src/spare-memory.ts has it for processes whose work does not grow.
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
  // An npm that is killed signals no child.
  let goneLooks = 0;
  const npmTimer = setInterval(() => {
    goneLooks = isNpmGone() ? goneLooks + 1 : 0;
    // The terminal's end ends npm as well: its own signal decides, and may still be on its way at the first look.
    if (goneLooks === 2) stop("SIGTERM");
  }, LOOK_EVERY_MS).unref();
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  process.on("SIGHUP", () => {
    if (hasTerminal || !isStart) return stop("SIGHUP");
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
export function watchNpm() {
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
