import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import {
  type AwakeClock,
  decideRestart,
  judgePart,
  CHECK_INTERVAL_MS,
  type PartSigns,
  readAwakeClock,
  type RestartHistory,
  startAwakeClock,
} from "@neonrelay/process/supervision-rules";
import { processorWaitMs } from "@neonrelay/process/linux-proc";
import type { HandedConnection } from "@neonrelay/process/handed-connection";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import {
  partReportSchema,
  RESTART_EXIT_CODE,
  type LauncherTrouble,
  type PartReport,
} from "@neonrelay/process/part";
import { signalChild } from "@neonrelay/process/child-process";
import { PartChannel } from "./part-channel.ts";
import { killGroup, spawnPart, type PartPlan, type PartStandby } from "./part-standby.ts";

const MAX_REPORT_BYTES = 64 * 1024;
/** Maximum unacknowledged troubles; a part at this limit gets no more. */
const MAX_UNACKNOWLEDGED = 100;

/** The part exited without being asked to. */
export interface PartCrash {
  readonly description: string;
  /** It exited cleanly and wants a restart. */
  readonly isRequested: boolean;
  /** Delay before the restart. */
  readonly restartInMs: number;
  /** Troubles it has not acknowledged, oldest first. */
  readonly unacknowledged: readonly LauncherTrouble[];
}

export interface PartHooks {
  /** Receives every report except acknowledgements and heartbeats. */
  readonly onReport: (report: Exclude<PartReport, { kind: "noted" | "alive" }>) => void;
  /** One line of the part's output, without the newline. */
  readonly onLine: (line: string) => void;
  readonly onCrash: (crash: PartCrash) => void;
  /** The part hands over a connection; the hook now owns the socket. */
  readonly onConnection: (connection: HandedConnection) => void;
}

type State =
  | { readonly status: "stopped" }
  | {
      readonly status: "running";
      readonly child: ChildProcess;
      readonly startedAtMs: number;
      readonly signs: PartSigns;
      /** Why it is being killed; null if it isn't. */
      readonly hungReason: string | null;
      /** The restart is intended. */
      readonly isRestarting: boolean;
    }
  | { readonly status: "waiting"; readonly timer: NodeJS.Timeout };

/**
 * One supervised process of the station: restarted with back-off until it is stopped. It leads its own process group,
 * so that Ctrl-C in a terminal reaches only the launcher, and the whole group can be killed.
 */
export class PartProcess {
  /** Transfers client connections to and from the part. */
  readonly channel: PartChannel;
  readonly #hooks: PartHooks;
  #plan: PartPlan;
  #state: State = { status: "stopped" };
  /** Starts at 1, so that even the first restart is delayed: the report of a failed start must arrive first. */
  #history: RestartHistory = { restartsInARow: 1 };
  #isStopping = false;
  #clock: AwakeClock = startAwakeClock(performance.now());
  #watchdog: NodeJS.Timeout | null = null;
  #unacknowledged: LauncherTrouble[] = [];

  constructor(plan: PartPlan, hooks: PartHooks) {
    this.#plan = plan;
    this.#hooks = hooks;
    const { onConnection, onLine } = hooks;
    this.channel = new PartChannel({ onConnection, onProblem: onLine });
  }

  /** @param child a process started from the plan, waiting for its configuration */
  start(child: ChildProcess = spawnPart(this.#plan)): void {
    this.#begin(child);
    child.on("error", (error) => {
      this.#hooks.onLine(`could not be started: ${error.message}`);
      // The system is out of processes or descriptors: there is no process, no pipe and no 'exit' event.
      if (child.pid === undefined)
        this.#ended(child, { description: "not started", isRequested: false });
    });
    child.on("exit", (code, signal) => {
      const state = this.#state;
      const hungReason = state.status === "running" ? state.hungReason : null;
      this.#ended(child, {
        description: hungReason ?? (code === null ? `signal ${signal}` : `exit code ${code}`),
        isRequested:
          code === RESTART_EXIT_CODE || (state.status === "running" && state.isRestarting),
      });
    });
    this.channel.begin(child);
    child.stdin?.on("error", () => {}); // it exited before reading its configuration; 'exit' reports that
    child.stdin?.write(toJsonLine(this.#plan.config(this.channel)));
    for (const input of [child.stdout, child.stderr])
      if (input) createInterface({ input, crlfDelay: Infinity }).on("line", this.#hooks.onLine);
    const reports = child.stdio?.[3];
    if (reports instanceof Readable) void this.#readReports(child, reports);
  }

  get name(): string {
    return this.#plan.name;
  }

  /** @returns false if the part isn't ready or isn't responding */
  send(trouble: LauncherTrouble): boolean {
    const state = this.#state;
    const isReady = state.status === "running" && state.signs.phase === "ready";
    if (!isReady || this.#unacknowledged.length >= MAX_UNACKNOWLEDGED) return false;
    this.#unacknowledged.push(trouble);
    state.child.stdin?.write(toJsonLine(trouble));
    return true;
  }

  /** Stops the part cleanly and starts it again; at once if it is only waiting to restart. */
  restart(): void {
    const state = this.#state;
    if (state.status === "waiting") {
      clearTimeout(state.timer);
      this.start();
    } else if (state.status === "running") {
      this.#state = { ...state, isRestarting: true };
      signalChild(state.child, "SIGTERM");
    }
  }

  /**
   * Stops the part cleanly; kills what is left of its group after `limitMs`.
   * @returns whether it had to be killed
   */
  async stop({ limitMs }: { readonly limitMs: number }): Promise<{ readonly wasKilled: boolean }> {
    this.#isStopping = true;
    this.#endWatch();
    const state = this.#state;
    if (state.status === "waiting") clearTimeout(state.timer);
    if (state.status !== "running") return { wasKilled: false };
    const { child } = state;
    const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
    signalChild(child, "SIGTERM");
    child.stdin?.end();
    await Promise.race([ended, once(AbortSignal.timeout(limitMs), "abort")]);
    killGroup(child);
    await ended;
    return { wasKilled: child.signalCode === "SIGKILL" };
  }

  /**
   * Starts a stopped part from another plan.
   * @param standby a preloaded process of that plan; null: none
   */
  resume(plan: PartPlan, standby: PartStandby | null): void {
    this.#plan = plan;
    this.#history = { restartsInARow: 1 };
    this.#isStopping = false;
    this.start(standby?.take() ?? spawnPart(plan));
  }

  #begin(child: ChildProcess): void {
    const startedAtMs = this.#readClock();
    this.#state = {
      status: "running",
      child,
      startedAtMs: performance.now(),
      signs: { phase: "loading", startedAtMs, beatAtMs: startedAtMs, stepAtMs: startedAtMs },
      hungReason: null,
      isRestarting: false,
    };
    // Reads heartbeats that arrived while this process was suspended before judging.
    this.#watchdog = setInterval(() => setImmediate(() => this.#watch()), CHECK_INTERVAL_MS);
  }

  #readClock(): number {
    const pid = this.#state.status === "running" ? this.#state.child.pid : undefined;
    const waitedMs = pid === undefined ? 0 : processorWaitMs(String(pid));
    this.#clock = readAwakeClock(this.#clock, performance.now(), waitedMs);
    return this.#clock.awakeMs;
  }

  #endWatch(): void {
    if (this.#watchdog !== null) clearInterval(this.#watchdog);
    this.#watchdog = null;
  }

  /** Kills a hung part; its exit triggers the restart. */
  #watch(): void {
    const nowMs = this.#readClock();
    const state = this.#state;
    if (state.status !== "running" || state.hungReason !== null) return;
    const verdict = judgePart(state.signs, nowMs, this.#plan);
    if (verdict.kind === "well") return;
    this.#state = { ...state, hungReason: verdict.reason };
    killGroup(state.child);
  }

  async #readReports(child: ChildProcess, reports: Readable): Promise<void> {
    try {
      for await (const value of readJsonLines(reports, { maxLineBytes: MAX_REPORT_BYTES })) {
        const report = partReportSchema.parse(value);
        const state = this.#state;
        if (state.status === "running" && state.child === child) {
          this.#state = { ...state, signs: signsAfter(state.signs, report, this.#readClock()) };
          if (report.kind === "noted") this.#unacknowledged.shift();
          if (report.kind === "ready") this.channel.ready(child);
        }
        if (report.kind !== "noted" && report.kind !== "alive") this.#hooks.onReport(report);
      }
    } catch (error) {
      this.#hooks.onLine(
        `unreadable report: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #ended(
    child: ChildProcess,
    { description, isRequested }: Pick<PartCrash, "description" | "isRequested">,
  ): void {
    const uptimeMs =
      this.#state.status === "running" ? performance.now() - this.#state.startedAtMs : 0;
    this.#state = { status: "stopped" };
    this.channel.end();
    this.#endWatch();
    if (this.#isStopping) return;
    killGroup(child);
    const { delayMs, history } = isRequested
      ? { delayMs: 0, history: this.#history }
      : decideRestart({ history: this.#history, uptimeMs });
    this.#history = history;
    const unacknowledged = this.#unacknowledged;
    this.#unacknowledged = [];
    this.#hooks.onCrash({ description, isRequested, restartInMs: delayMs, unacknowledged });
    // The hook may have stopped the part.
    if (this.#isStopping) return;
    this.#state = { status: "waiting", timer: setTimeout(() => this.start(), delayMs) };
  }
}

/** Updates the signs after a report: any report shows that the part's event loop runs. */
function signsAfter(signs: PartSigns, report: PartReport, nowMs: number): PartSigns {
  const isReady = signs.phase === "ready" || report.kind === "ready";
  return {
    ...signs,
    phase: isReady ? "ready" : "starting",
    beatAtMs: nowMs,
    stepAtMs: signs.phase === "loading" || report.kind === "progress" ? nowMs : signs.stepAtMs,
  };
}
