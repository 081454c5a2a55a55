import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import {
  judgePart,
  LOOK_EVERY_MS,
  readAwakeClock,
  startAwakeClock,
  type AwakeClock,
  type PartSigns,
} from "@neonrelay/process/heartbeat-rules";
import { processorWaitMs } from "@neonrelay/process/processor-wait";
import type { HandedConnection } from "@neonrelay/process/handed-connection";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import {
  partReportSchema,
  RESTART_EXIT_CODE,
  type PartNote,
  type PartReport,
} from "@neonrelay/process/part";
import { decideRestart, type RestartHistory } from "@neonrelay/process/restart-rules";
import { signalChild } from "@neonrelay/process/signal-child";
import { PartChannel } from "./part-channel.ts";
import { killGroup, spawnPart, type PartPlan, type PartStandby } from "./part-standby.ts";

const MAX_REPORT_BYTES = 64 * 1024;
/** Unanswered notes allowed; a part that answers none gets no more. */
const MAX_UNHEARD = 100;

/** The part ended without being asked. */
export interface PartCrash {
  readonly description: string;
  /** It ended cleanly and wants to be restarted. */
  readonly isRequested: boolean;
  /** Until it is started again. */
  readonly restartInMs: number;
  /** Notes it has not answered, oldest first. */
  readonly unheard: readonly PartNote[];
}

export interface PartHooks {
  /** Called with all but the answers to notes and the signs of life. */
  readonly onReport: (report: Exclude<PartReport, { kind: "noted" | "alive" }>) => void;
  /** One line of the part's output, without its newline. */
  readonly onLine: (line: string) => void;
  readonly onCrash: (crash: PartCrash) => void;
  /** The part gives a connection away; the socket is the hook's from here on. */
  readonly onConnection: (connection: HandedConnection) => void;
}

type State =
  | { readonly status: "stopped" }
  | {
      readonly status: "running";
      readonly child: ChildProcess;
      readonly startedAtMs: number;
      readonly signs: PartSigns;
      /** Why it is being killed; null: it is not. */
      readonly hungReason: string | null;
      /** It is being restarted on purpose. */
      readonly isRestarting: boolean;
    }
  | { readonly status: "waiting"; readonly timer: NodeJS.Timeout };

/**
 * One supervised process of the station: started, restarted with back-off until stopped. Each is the leader of a
 * process group, so that a terminal's Ctrl-C reaches the launcher alone and the group can be ended whole.
 */
export class PartProcess {
  /** Over which connections of clients go to and from the part. */
  readonly channel: PartChannel;
  readonly #hooks: PartHooks;
  #plan: PartPlan;
  #state: State = { status: "stopped" };
  /** Its first restart waits already: its report of a failed start has to arrive first. */
  #history: RestartHistory = { restartsInARow: 1 };
  #isStopping = false;
  #clock: AwakeClock = startAwakeClock(performance.now());
  #watchdog: NodeJS.Timeout | null = null;
  #unheard: PartNote[] = [];

  constructor(plan: PartPlan, hooks: PartHooks) {
    this.#plan = plan;
    this.#hooks = hooks;
    const { onConnection, onLine } = hooks;
    this.channel = new PartChannel({ onConnection, onProblem: onLine });
  }

  /** @param child a process of the plan that waits for its configuration */
  start(child: ChildProcess = spawnPart(this.#plan)): void {
    this.#begin(child);
    child.on("error", (error) => {
      this.#hooks.onLine(`could not be started: ${error.message}`);
      // A system out of processes or descriptors: there is no process and no pipe, and no 'exit' will come.
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
    child.stdin?.on("error", () => {}); // it ended before it read its configuration: 'exit' says so
    child.stdin?.write(toJsonLine(this.#plan.config(this.channel)));
    for (const input of [child.stdout, child.stderr])
      if (input) createInterface({ input, crlfDelay: Infinity }).on("line", this.#hooks.onLine);
    const reports = child.stdio?.[3];
    if (reports instanceof Readable) void this.#readReports(child, reports);
  }

  get name(): string {
    return this.#plan.name;
  }

  /** @returns false when the part is not ready, or does not listen */
  tell(note: PartNote): boolean {
    const state = this.#state;
    const isReady = state.status === "running" && state.signs.phase === "ready";
    if (!isReady || this.#unheard.length >= MAX_UNHEARD) return false;
    this.#unheard.push(note);
    state.child.stdin?.write(toJsonLine(note));
    return true;
  }

  /** Ends the part in order and starts it again; at once when it only waits for its start. */
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

  /** Ends the part in order; what is left of its group after `limitMs` is killed. @returns whether the part was */
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

  /** Starts a part that was stopped, from another plan. @param standby a process of that plan; null: none is there */
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
    // Signs that came while this process did not run are read before a verdict.
    this.#watchdog = setInterval(() => setImmediate(() => this.#watch()), LOOK_EVERY_MS);
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

  /** Kills a part that hangs: its end starts it again. */
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
          if (report.kind === "noted") this.#unheard.shift();
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
    const unheard = this.#unheard;
    this.#unheard = [];
    this.#hooks.onCrash({ description, isRequested, restartInMs: delayMs, unheard });
    // The hook may have stopped the part.
    if (this.#isStopping) return;
    this.#state = { status: "waiting", timer: setTimeout(() => this.start(), delayMs) };
  }
}

/** What is known of a part after a report: each shows that its event loop turns. */
function signsAfter(signs: PartSigns, report: PartReport, nowMs: number): PartSigns {
  const isReady = signs.phase === "ready" || report.kind === "ready";
  return {
    ...signs,
    phase: isReady ? "ready" : "starting",
    beatAtMs: nowMs,
    stepAtMs: signs.phase === "loading" || report.kind === "progress" ? nowMs : signs.stepAtMs,
  };
}
