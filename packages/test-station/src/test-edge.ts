import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "@neonrelay/process/test-peer-process";
import { descendantsOf, isAlive } from "./station-processes.ts";
import { startLimit, until } from "./test-station.ts";

const edgeMain = fileURLToPath(new URL("../../launcher/src/edge-main.ts", import.meta.url));
const STOP_LIMIT_MS = 10_000;

interface TestEdgeOptions {
  /** Of the station's stream port. */
  readonly master: string;
  readonly secret: string;
  readonly name: string;
  readonly weight: number;
}

/** A station's edge, as started by `npm run edge` on another machine. Disposing stops it and deletes its folder. */
export class TestEdge implements AsyncDisposable {
  /** Base URL for players, without a mount. */
  readonly url: string;
  /** Every line it printed, both outputs, across its runs. */
  readonly lines: string[] = [];
  readonly #options: TestEdgeOptions;
  readonly #dataDir: string;
  #launcher: ChildProcess | undefined;
  /** Processes of this run that were signalled. */
  #held: readonly number[] = [];

  private constructor(
    options: TestEdgeOptions,
    { url, dataDir }: { url: string; dataDir: string },
  ) {
    this.#options = options;
    this.url = url;
    this.#dataDir = dataDir;
  }

  /** Starts an edge and waits until listeners can connect. @throws with its output when it does not come up */
  static async start(options: TestEdgeOptions): Promise<TestEdge> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-edge-"));
    const edge = new TestEdge(options, { url: `http://127.0.0.1:${await freePort()}`, dataDir });
    try {
      await edge.begin();
    } catch (error) {
      await edge[Symbol.asyncDispose]();
      throw error;
    }
    return edge;
  }

  /** Stream URL for players. */
  get streamUrl(): string {
    return `${this.url}/stream.mp3`;
  }

  /** The process with the listeners; undefined while the launcher restarts it. */
  get partPid(): number | undefined {
    return descendantsOf(this.#launcher?.pid ?? 0).at(0);
  }

  /** Starts or restarts it with the same folder, port and name. */
  async begin(): Promise<void> {
    const { master, secret, name, weight } = this.#options;
    const flags = ["--master", master, "--name", name, "--weight", String(weight)];
    const places = ["--public", this.url, "--port", new URL(this.url).port];
    const launcher = spawn(process.execPath, [edgeMain, ...flags, ...places], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        DATA_DIR: this.#dataDir,
        EDGE_SECRET: secret,
      },
    });
    this.#launcher = launcher;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    for (const output of [launcher.stdout, launcher.stderr])
      createInterface({ input: output, crlfDelay: Infinity }).on("line", (line) => {
        this.lines.push(line);
        if (line.startsWith(`Edge ${name} of `)) resolve();
      });
    launcher.once("exit", () => reject(new Error(`the edge ended:\n${this.lines.join("\n")}`)));
    const late = () => reject(new Error(`no edge in time:\n${this.lines.join("\n")}`));
    const limit = setTimeout(late, startLimit.limitMs);
    await promise.finally(() => clearTimeout(limit));
  }

  /** Kills it, as in a power cut. */
  async kill(): Promise<void> {
    this.#signal("SIGKILL");
    await until("the edge has ended", () => !this.#held.some(isAlive), { limitMs: STOP_LIMIT_MS });
  }

  /** Stops it, launcher included: connections stay open, and nothing arrives. */
  freeze(): void {
    this.#signal("SIGSTOP");
  }

  /** Resumes after `freeze`. */
  goOn(): void {
    this.#signal("SIGCONT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The launcher first: it would restart the part. */
  #signal(signal: NodeJS.Signals): void {
    const pid = this.#launcher?.pid;
    if (pid !== undefined && isAlive(pid)) this.#held = [pid, ...descendantsOf(pid)];
    for (const held of this.#held) if (isAlive(held)) process.kill(held, signal);
  }
}
