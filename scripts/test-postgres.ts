import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

/** A PostgreSQL server of the tests' own, of Debian's package, in a temporary folder on a free port. */
export interface TestPostgres extends AsyncDisposable {
  /** A superuser's address: the tests make and drop databases of their own. */
  readonly url: string;
}

/** @throws when Debian's PostgreSQL is not installed or does not start; its log is in the error */
export async function startTestPostgres(): Promise<TestPostgres> {
  const programs = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);
  if (programs === undefined)
    throw new Error("there is no PostgreSQL server in /usr/lib/postgresql");
  const folder = mkdtempSync(path.join(os.tmpdir(), "neonrelay-postgres-"));
  const data = path.join(folder, "data");
  // PostgreSQL refuses to run as root: Debian's package brings a user for it.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(folder, 0o755);
    execFileSync("chown", ["postgres", folder]);
  }
  const run = (program: string, ...parameters: string[]): void => {
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
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`;
  run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8");
  run("pg_ctl", "-D", data, "-w", "-l", path.join(folder, "log"), "-o", settings, "start");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: async () => {
      run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      rmSync(folder, { recursive: true, force: true });
      await Promise.resolve();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
