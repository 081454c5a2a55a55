/** Another project's daemon, run in the foreground with a folder of its own, for tests. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const startLimitMs = 60_000;
const startStepMs = 20;

export class TestPeerProcess implements AsyncDisposable {
  readonly folder: string;
  #child: ChildProcess | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** @param files contents by name, written into the folder, readable by the user that a daemon switches to */
  static async prepare(
    name: string,
    files: (folder: string) => Readonly<Record<string, string>>,
  ): Promise<TestPeerProcess> {
    const folder = await mkdtemp(path.join(tmpdir(), `${name}-`));
    await chmod(folder, 0o777);
    for (const [file, text] of Object.entries(files(folder)))
      await writeFile(path.join(folder, file), text, { mode: 0o644 });
    return new TestPeerProcess(folder);
  }

  /** Starts or restarts it and waits until the port is open. */
  async run(program: string, parameters: readonly string[], port: number): Promise<void> {
    const child = spawn(program, parameters, { cwd: this.folder, stdio: "ignore" });
    this.#child = child;
    const failure = once(child, "exit").then(([code]) => {
      throw new Error(`${program} ended with ${String(code)}, see ${this.folder}`);
    });
    // Exiting counts as a failure only before the port is open.
    failure.catch(() => {});
    await Promise.race([failure, untilOpen(port)]);
  }

  /** Kills it, as in a crash. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  /** Asks it to end and waits. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Below the ephemeral ports, so that no connection takes one in between. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/**
 * A free port, for programs that can't choose one themselves. It belongs to this process until it ends: no suite, here
 * or in another process, gets the same one before the program has opened it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = FIRST_PORT + randomInt(PORTS);
    const claim = await claimPort(port);
    if (claim === null) continue;
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      claim.close();
      continue; // in use
    }
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("no port");
}

/** A socket with an abstract name; Linux releases it when the process ends. */
async function claimPort(port: number): Promise<Server | null> {
  const claim = createServer().listen({ path: `\0neonrelay-test-port-${port}` });
  try {
    await once(claim, "listening");
  } catch {
    return null; // taken by another process
  }
  return claim.unref();
}

async function untilOpen(port: number): Promise<void> {
  const limit = AbortSignal.timeout(startLimitMs);
  while (!(await isOpen(port))) {
    limit.throwIfAborted();
    await delay(startStepMs);
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
