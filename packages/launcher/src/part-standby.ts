import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { StartUpError } from "@neonrelay/process/part";
import { spareFlags } from "@neonrelay/process/spare-memory";
import type { PartChannel } from "./part-channel.ts";

/** How to start a part. */
export interface PartPlan {
  readonly name: string;
  /** Path of the Node binary. */
  readonly node: string;
  /** The file that Node runs. */
  readonly file: string;
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long its event loop may block, in ms, if it differs from the default. */
  readonly hungAfterMs?: number;
  /** Written to the part's stdin as the first line. */
  readonly config: (channel: Pick<PartChannel, "hasWebPort">) => unknown;
}

/** Starts a part's process as the leader of a process group. */
export function spawnPart({ node, file, environment }: PartPlan): ChildProcess {
  return spawn(node, ["--disable-warning=ExperimentalWarning", ...spareFlags, file], {
    stdio: ["pipe", "pipe", "pipe", "pipe", "ipc"],
    env: environment,
    detached: true,
  });
}

/** A preloaded process that waits for its configuration while another one does the work. */
export class PartStandby {
  readonly #child: ChildProcess;
  #isTaken = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * @param onLine receives its output if loading fails
   * @throws StartUpError if it exits, or `signal` is aborted before it is loaded
   */
  static async load(
    plan: PartPlan,
    { onLine, signal }: { readonly onLine: (line: string) => void; readonly signal: AbortSignal },
  ): Promise<PartStandby> {
    const child = spawnPart(plan);
    const standby = new PartStandby(child);
    const reports = child.stdio?.[3];
    child.stdin?.on("error", () => {}); // it has exited
    try {
      if (!(reports instanceof Readable)) throw new Error("it has no pipes");
      // Its first heartbeat, which stays in the pipe.
      await Promise.race([
        once(reports, "readable", { signal }),
        once(child, "exit", { signal }), // or it could not be started
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

  /**
   * Hands over the process.
   * @returns null if it has exited
   */
  take(): ChildProcess | null {
    if (!this.#isAlive || this.#isTaken) return null;
    this.#isTaken = true;
    return this.#child;
  }

  /** Kills the process unless it was taken. */
  [Symbol.dispose](): void {
    if (!this.#isTaken) killGroup(this.#child);
  }
}

/** Kills what is left of a process group, such as the engine of a dead on-air. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
