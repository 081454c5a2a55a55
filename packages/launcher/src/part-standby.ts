import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { StartUpError } from "@neonrelay/process/part";
import { spareFlags } from "@neonrelay/process/spare-memory";
import type { PartChannel } from "./part-channel.ts";

/** What a part is started from. */
export interface PartPlan {
  readonly name: string;
  /** The Node that runs it. */
  readonly node: string;
  /** File Node runs. */
  readonly file: string;
  /** All it knows of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long its event loop may not turn, in ms, where that differs from what holds for the others. */
  readonly hungAfterMs?: number;
  /** Written to the part as the first line of its stdin. */
  readonly config: (channel: Pick<PartChannel, "hasWebPort">) => unknown;
}

/** Starts the process of a part, as the leader of a process group. */
export function spawnPart({ node, file, environment }: PartPlan): ChildProcess {
  return spawn(node, ["--disable-warning=ExperimentalWarning", ...spareFlags, file], {
    stdio: ["pipe", "pipe", "pipe", "pipe", "ipc"],
    env: environment,
    detached: true,
  });
}

/** A process of a part that has loaded its code and waits for its configuration, while another one does the work. */
export class PartStandby {
  readonly #child: ChildProcess;
  #isTaken = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * @param onLine takes what it said when it failed
   * @throws StartUpError when it ends, or `signal` is aborted before it is loaded
   */
  static async load(
    plan: PartPlan,
    { onLine, signal }: { readonly onLine: (line: string) => void; readonly signal: AbortSignal },
  ): Promise<PartStandby> {
    const child = spawnPart(plan);
    const standby = new PartStandby(child);
    const reports = child.stdio?.[3];
    child.stdin?.on("error", () => {}); // it has ended
    try {
      if (!(reports instanceof Readable)) throw new Error("it has no pipes");
      // Its first beat, which is left in the pipe.
      await Promise.race([
        once(reports, "readable", { signal }),
        once(child, "exit", { signal }), // or could not be started
      ]);
      if (!standby.#isAlive || reports.readableLength === 0) throw new Error("it ended");
      return standby;
    } catch (cause) {
      for (const input of [child.stdout, child.stderr])
        if (input) createInterface({ input, crlfDelay: Infinity }).on("line", onLine);
      standby[Symbol.dispose]();
      const reason = signal.aborted ? "it took too long" : String(cause);
      throw new StartUpError(`${plan.name} could not be loaded (${reason}): see its log above`, {
        cause,
      });
    }
  }

  get #isAlive(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Gives the process away. @returns null when it has ended */
  take(): ChildProcess | null {
    if (!this.#isAlive || this.#isTaken) return null;
    this.#isTaken = true;
    return this.#child;
  }

  /** Ends it, unless it was taken. */
  [Symbol.dispose](): void {
    if (!this.#isTaken) killGroup(this.#child);
  }
}

/** Ends what there is of a process group, such as the engine of a dead on-air. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
