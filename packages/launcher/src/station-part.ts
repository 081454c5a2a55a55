import path from "node:path";
import type { HandedConnection } from "@neonrelay/process/handed-connection";
import type { Logger } from "@neonrelay/process/log";
import { StartUpError, type LauncherTrouble } from "@neonrelay/process/part";
import type { TroubleLog } from "@neonrelay/process/trouble-log";
import { prefixLine } from "./output-lines.ts";
import type { PartChannel } from "./part-channel.ts";
import { PartStandby, type PartPlan } from "./part-standby.ts";
import { PartProcess, type PartCrash, type PartHooks } from "./part-process.ts";

export type PartName = "on-air" | "server";

export interface StationOutput {
  /** Prints lines for the person who started the station. */
  readonly announce: (line: string) => void;
  /** Writes lines of the structured log. */
  readonly log: (line: string) => void;
}

/** `url` has no trailing slash. */
export interface Ready {
  readonly url: string;
  readonly ircUrl: string | null;
  readonly waitsFor: string | undefined;
}

/** How to start the part from another version. */
export type PartProgram = Omit<PartPlan, "name">;

interface StationPartOptions extends Omit<PartPlan, "file" | "node"> {
  readonly projectRoot: string;
  /** Its entry file, below packages/. */
  readonly main: string;
  /** Keeps the troubles it had not acknowledged when it crashed. */
  readonly troubles: TroubleLog;
  readonly output: StationOutput;
  readonly log: Logger;
  readonly onConnection: (connection: HandedConnection) => void;
  /** Called each time the part starts and is working, not waiting for something. */
  readonly onWorking: (part: StationPart, ready: Ready) => void;
}

/** A part's report and its exit arrive on different pipes; the report comes at most this much later, in ms. */
const REPORT_LATE_MS = 200;

/** One part of the station: passes its reports to the log and to the person who started the station. */
export class StationPart {
  readonly #options: StationPartOptions;
  readonly #process: PartProcess;
  readonly #ownPlan: PartPlan;
  #ready = Promise.withResolvers<Ready>();
  /** A caller is waiting for the start, and gets the reason if it fails. */
  #isAwaited = false;

  constructor(options: StationPartOptions) {
    const { name, environment, config, hungAfterMs, projectRoot, main, output, onConnection } =
      options;
    this.#options = options;
    const file = path.join(projectRoot, "packages", main);
    this.#ownPlan = {
      name,
      node: process.execPath,
      environment,
      config,
      file,
      ...(hungAfterMs !== undefined && { hungAfterMs }),
    };
    this.#process = new PartProcess(this.#ownPlan, {
      onReport: (report) => this.#take(report),
      onConnection,
      onLine: (line) => output.log(prefixLine({ line, part: name })),
      onCrash: (crash) => this.#recordCrash(crash),
    });
  }

  get channel(): PartChannel {
    return this.#process.channel;
  }

  /**
   * Starts the part and restarts it whenever it ends.
   * @returns its report once it is ready
   * @throws StartUpError if it can't start, or `signal` is aborted first; it is retried until stopped
   */
  async launch(signal: AbortSignal): Promise<Ready> {
    return await this.#readyAfter(() => this.#process.start(), signal);
  }

  async #readyAfter(start: () => void, signal: AbortSignal): Promise<Ready> {
    signal.throwIfAborted();
    const abort = () => this.#ready.reject(new StartUpError("The start was interrupted."));
    signal.addEventListener("abort", abort);
    this.#isAwaited = true;
    start();
    try {
      return await this.#ready.promise;
    } finally {
      this.#isAwaited = false;
      signal.removeEventListener("abort", abort);
    }
  }

  /**
   * Preloads another process of the part while this one runs, for a faster `resume`.
   * @param program of another version; null: this one
   * @returns the process; the caller closes it
   * @throws StartUpError if it can't be loaded, or `signal` is aborted first
   */
  async prepare(program: PartProgram | null, signal: AbortSignal): Promise<PartStandby> {
    const { name, output } = this.#options;
    const onLine = (line: string) => output.log(prefixLine({ line, part: name }));
    return await PartStandby.load(this.#planOf(program), { onLine, signal });
  }

  #planOf(program: PartProgram | null): PartPlan {
    return program === null ? this.#ownPlan : { ...program, name: this.#options.name };
  }

  /**
   * Starts the part again after `stop`.
   * @param program of another version; null: this one
   * @param standby a preloaded process of that version; null: none
   * @returns its report once it is ready
   * @throws StartUpError if it can't start, or `signal` is aborted first; it is retried until stopped
   */
  async resume({
    program,
    standby,
    signal,
  }: {
    readonly program: PartProgram | null;
    readonly standby: PartStandby | null;
    readonly signal: AbortSignal;
  }): Promise<Ready> {
    this.#ready = Promise.withResolvers();
    this.#ready.promise.catch(() => {}); // awaited below
    const plan = this.#planOf(program);
    return await this.#readyAfter(() => this.#process.resume(plan, standby), signal);
  }

  /** @returns false if the part isn't ready or isn't responding */
  send(trouble: LauncherTrouble): boolean {
    return this.#process.send(trouble);
  }

  /** Stops the part cleanly and starts it again. */
  restart(): void {
    this.#process.restart();
  }

  /** Stops the part cleanly; kills what is left of it after `limitMs`. */
  async stop({ limitMs }: { readonly limitMs: number }): Promise<void> {
    const { name, log } = this.#options;
    const startedAtMs = performance.now();
    const { wasKilled } = await this.#process.stop({ limitMs });
    const tookMs = Math.round(performance.now() - startedAtMs);
    if (wasKilled) log.warn({ stopped: name, tookMs }, "part did not stop; killed it");
    else log.info({ stopped: name, tookMs }, "part stopped");
  }

  #take(report: Parameters<PartHooks["onReport"]>[0]): void {
    const { name, output, log, onWorking } = this.#options;
    switch (report.kind) {
      case "ready": {
        const { ircUrl, waitsFor } = report;
        const ready = { url: report.url.replace(/\/+$/, ""), ircUrl, waitsFor };
        if (waitsFor === undefined) onWorking(this, ready);
        return this.#ready.resolve(ready);
      }
      case "first-run":
        return report.lines.forEach(output.announce);
      case "progress":
        return log.debug({ starting: name, step: report.step }, "part continues its start");
      case "failed":
        return this.#isAwaited
          ? this.#ready.reject(new StartUpError(report.reason))
          : log.error({ failed: name, reason: report.reason }, "part could not restart");
      default:
        return report satisfies never;
    }
  }

  #recordCrash({ description, isRequested, restartInMs, unacknowledged }: PartCrash): void {
    const { name, troubles, log } = this.#options;
    for (const { line } of unacknowledged) troubles.keep(line);
    if (isRequested)
      return log.info({ restarted: name }, "part asked for a restart; restarting it");
    const why = `${name} ended while starting (${description}): see its log above.`;
    // Give the part's own report time to name the reason. By then another version may be starting.
    const ready = this.#ready;
    if (this.#isAwaited) setTimeout(() => ready.reject(new StartUpError(why)), REPORT_LATE_MS);
    log.error({ ended: name, description, restartInMs }, "part ended; restarting it");
  }
}
