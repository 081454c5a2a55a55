import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "@neonrelay/process/test-peer-process";
import { childrenOf } from "./station-processes.ts";

/** A PostgreSQL server for tests, from Debian's package, in a temporary folder on a free port. */
export interface TestPostgres extends AsyncDisposable {
  /** A superuser's address: tests create and drop their own databases. */
  readonly url: string;
  /** Of its first process, while it runs. */
  pid(): number;
  /** Stops it at once, as in a crash: connections are cut. */
  stop(): void;
  /** Kills all its processes. It can't be restarted. */
  kill(): void;
  /** Stops all its processes, as on a host with a dead disk: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Restarts it after `stop`, on the same port with the same data. */
  start(): void;
}

/** @throws when Debian's PostgreSQL is not installed or does not start; its log is in the error */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-postgres-"));
  await using failed = new AsyncDisposableStack();
  failed.defer(() => rmSync(folder, { recursive: true, force: true }));
  const data = path.join(folder, "data");
  const run = prepareRunner(folder);
  const port = await freePort();
  const start = (): void => startServer(run, { folder, port });
  const stop = (): void => run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
  const pidOf = (): number =>
    Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  const signalAll = (signal: NodeJS.Signals): void => {
    const postmaster = pidOf();
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal);
  };
  run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8");
  // pg_ctl gives up waiting but leaves the server, which may come up later.
  failed.defer(() => {
    if (existsSync(path.join(data, "postmaster.pid"))) stop();
  });
  start();
  failed.move();
  let isRunning = true;
  let isFrozen = false;
  const thaw = (): void => {
    signalAll("SIGCONT");
    isFrozen = false;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: pidOf,
    stop: () => {
      stop();
      isRunning = false;
    },
    kill: () => {
      signalAll("SIGKILL");
      isRunning = false;
    },
    freeze: () => {
      signalAll("SIGSTOP");
      isFrozen = true;
    },
    thaw,
    start: () => {
      start();
      isRunning = true;
    },
    [Symbol.asyncDispose]: async () => {
      if (isFrozen) thaw();
      if (isRunning) stop();
      rmSync(folder, { recursive: true, force: true });
      await Promise.resolve();
    },
  };
}

/** A replica of a test server, kept current by streaming replication, on its own port. */
interface TestStandby extends AsyncDisposable {
  readonly url: string;
  /** It accepts writes from now on. */
  promote(): void;
}

/** @param primary delays confirming each write until the replica has it */
export async function startTestStandby(primary: Pick<TestPostgres, "url">): Promise<TestStandby> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-standby-"));
  await using failed = new AsyncDisposableStack();
  failed.defer(() => rmSync(folder, { recursive: true, force: true }));
  const run = prepareRunner(folder);
  const data = path.join(folder, "data");
  const port = await freePort();
  run("pg_basebackup", "-d", primary.url, "-D", data, "-R", "-X", "stream", "-c", "fast");
  const stop = (): void => run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
  failed.defer(() => {
    if (existsSync(path.join(data, "postmaster.pid"))) stop();
  });
  startServer(run, { folder, port });
  run("psql", primary.url, "-c", "alter system set synchronous_standby_names = '*'");
  run("psql", primary.url, "-c", "select pg_reload_conf()");
  failed.move();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    promote: () => run("pg_ctl", "-D", data, "-w", "promote"),
    [Symbol.asyncDispose]: async () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
      await Promise.resolve();
    },
  };
}

type Runner = (program: string, ...parameters: string[]) => void;

function startServer(
  run: Runner,
  { folder, port }: { readonly folder: string; readonly port: number },
): void {
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`;
  const log = path.join(folder, "log");
  run("pg_ctl", "-D", path.join(folder, "data"), "-w", "-l", log, "-o", settings, "start");
}

/** Runs Debian's programs in that folder and gives it to their user. @throws when PostgreSQL is not installed */
function prepareRunner(folder: string): Runner {
  const programs = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);
  if (programs === undefined)
    throw new Error("there is no PostgreSQL server in /usr/lib/postgresql");
  // PostgreSQL refuses to run as root: Debian's package has a user for it.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    execFileSync("chown", ["postgres", folder]);
  }
  return (program, ...parameters) => {
    const command = [path.join(programs, program), ...parameters];
    const [first = "", ...rest] = isRoot
      ? ["runuser", "-u", "postgres", "--", ...command]
      : command;
    const { status, stderr, stdout } = spawnSync(first, rest, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (status !== 0) throw new Error(`${program} failed:\n${stdout}${stderr}`);
  };
}
