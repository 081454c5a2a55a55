import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Logger } from "@neonrelay/process/log";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { decideRestart, type RestartHistory } from "@neonrelay/process/supervision-rules";
import { leanFlags } from "@neonrelay/process/spare-memory";
import { signalChild, spawnPiped } from "@neonrelay/process/child-process";
import { probeReportSchema, type ProbeOrder, type ProbeReport } from "./probe-protocol.ts";

const MAX_REPORT_BYTES = 64 * 1024;
/** Loading codecs on a busy machine takes a while; in later rounds this is far more than needed. */
const ROUND_MARGIN_MS = 30_000;
const CHECK_EVERY_MS = 5000;

const probeUrl = new URL("./main.ts", import.meta.url);

/** Keeps a probe process running; it loads native codecs and may die or hang at any time. */
export class ProbeProcess {
  readonly #wrapper: readonly string[];
  readonly #onReport: (report: ProbeReport) => void;
  readonly #log: Logger;
  #order: ProbeOrder | null = null;
  #child: ChildProcess | null = null;
  #lastReportAtMs = 0;
  #history: RestartHistory = { restartsInARow: 0 };
  #restartTimer: NodeJS.Timeout | null = null;
  readonly #watchdog: NodeJS.Timeout;
  #isClosed = false;

  /** @param wrapper the command that sandboxes the child */
  constructor({
    wrapper,
    onReport,
    log,
  }: {
    readonly wrapper: readonly string[];
    readonly onReport: (report: ProbeReport) => void;
    readonly log: Logger;
  }) {
    this.#wrapper = wrapper;
    this.#onReport = onReport;
    this.#log = log;
    this.#watchdog = setInterval(() => this.#watch(), CHECK_EVERY_MS);
  }

  /** Starts the process as soon as there is a mount. */
  listenAt(order: ProbeOrder): void {
    if (this.#isClosed || JSON.stringify(order) === JSON.stringify(this.#order)) return;
    this.#order = order;
    this.#lastReportAtMs = performance.now();
    if (this.#child !== null) this.#child.stdin?.write(toJsonLine(order));
    else if (this.#restartTimer === null && order.mounts.length > 0) this.#begin(order);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watchdog);
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    const child = this.#child;
    if (child === null) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    // It has no state to lose.
    signalChild(child, "SIGKILL");
    await closed;
  }

  #begin(order: ProbeOrder): void {
    this.#restartTimer = null;
    const startedAtMs = performance.now();
    this.#lastReportAtMs = startedAtMs;
    const spawned = spawnPiped(
      [...this.#wrapper, process.execPath, ...leanFlags, fileURLToPath(probeUrl)],
      {
        stdin: "pipe",
        onError: (error) => this.#log.warn({ error }, "the probe could not be started"),
      },
    );
    if (spawned === null) return this.#ended(0);
    const { child, input, output } = spawned;
    this.#child = child;
    child.once("close", () => this.#ended(performance.now() - startedAtMs));
    void this.#read(output).catch((error: unknown) => {
      if (!this.#isClosed) this.#log.warn({ error }, "the probe sent an invalid report");
      signalChild(child, "SIGKILL");
    });
    input?.write(toJsonLine(order));
  }

  async #read(output: Readable): Promise<void> {
    for await (const value of readJsonLines(output, { maxLineBytes: MAX_REPORT_BYTES })) {
      this.#lastReportAtMs = performance.now();
      this.#onReport(probeReportSchema.parse(value));
    }
  }

  #watch(): void {
    const order = this.#order;
    if (this.#child === null || order === null || order.mounts.length === 0) return;
    if (performance.now() - this.#lastReportAtMs <= order.roundMs + ROUND_MARGIN_MS) return;
    this.#log.warn("the probe stopped responding; killing it");
    signalChild(this.#child, "SIGKILL");
  }

  #ended(uptimeMs: number): void {
    this.#child = null;
    if (this.#isClosed) return;
    this.#log.warn("the probe exited; restarting it");
    const { delayMs, history } = decideRestart({ history: this.#history, uptimeMs });
    this.#history = history;
    this.#restartTimer = setTimeout(() => {
      this.#restartTimer = null;
      if (this.#order !== null) this.#begin(this.#order);
    }, delayMs);
  }
}
