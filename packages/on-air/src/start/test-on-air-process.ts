/** on-air and edges as the launcher starts them: separate processes, which tests can kill. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { partReportSchema } from "@neonrelay/process/part";
import type { EdgeConfig, OnAirConfig } from "./config.ts";
import { testConfig } from "./test-on-air.ts";

const onAirMain = fileURLToPath(new URL("../main.ts", import.meta.url));
const edgeMain = fileURLToPath(new URL("../edge-main.ts", import.meta.url));
const MAX_LINE_BYTES = 64 * 1024;

/** A part that reports when it is ready; disposing of it kills it, like a crash. */
class PartForTest implements AsyncDisposable {
  /** Address of its stream server. */
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, url: string, ended: Promise<unknown>) {
    this.#child = child;
    this.url = url;
    this.#ended = ended;
  }

  /** @throws with the part's own reason when it can't start */
  static async start(main: string, config: unknown): Promise<PartForTest> {
    const child = spawn(process.execPath, [main], { stdio: ["pipe", "ignore", "inherit", "pipe"] });
    const ended = once(child, "exit");
    const reports = child.stdio[3];
    if (child.stdin === null || !(reports instanceof Socket)) throw new Error("no pipes");
    child.stdin.on("error", () => {}); // the test has killed it
    reports.on("error", () => {});
    child.stdin.write(toJsonLine(config));
    return new PartForTest(child, await readyUrl(reports), ended);
  }

  /** Suspends it; it neither exits nor answers. */
  stop(): void {
    this.#child.kill("SIGSTOP");
  }

  /** Resumes after `stop`. */
  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  /** Ends it cleanly. */
  async end(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}

export type TestPart = Pick<PartForTest, keyof PartForTest>;

/** Starts it and waits until there is sound. */
export async function startOnAirProcess(
  folder: string,
  overrides: Partial<OnAirConfig> = {},
): Promise<TestPart> {
  return await PartForTest.start(onAirMain, { ...testConfig(folder), ...overrides });
}

/** Starts an edge and waits until listeners can connect. @throws with its own reason when it can't start */
export async function startEdgeProcess(
  config: Pick<EdgeConfig, "master" | "secret" | "name" | "stateFolder"> & Partial<EdgeConfig>,
): Promise<TestPart> {
  return await PartForTest.start(edgeMain, {
    weight: 10,
    streamHost: "127.0.0.1",
    streamPort: 0,
    trustProxy: [],
    tls: null,
    geoipFile: null,
    limits: { perNetwork: 50, fromLoopback: 500 },
    publicStreamUrl: null,
    logLevel: "silent",
    ...config,
  } satisfies EdgeConfig);
}

async function readyUrl(reports: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = async (): Promise<void> => {
    for await (const line of readJsonLines(reports, { maxLineBytes: MAX_LINE_BYTES })) {
      const report = partReportSchema.parse(line);
      if (report.kind === "ready") resolve(report.url);
      if (report.kind === "failed") reject(new Error(report.reason));
    }
    reject(new Error("it has ended"));
  };
  read().catch(reject);
  return await promise;
}
