import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { childrenOf } from "../station-processes.ts";
import { over, type Fault } from "./fault.ts";
import { promises } from "./promise-rules.ts";
import type { Scene } from "./scene.ts";

const CHECK_INTERVAL_MS = 10;
const STOPPED_MS = 10_000;
const CHILD_LIMIT_MS = 30_000;
const READING = " while it reads an upload";

interface ChildKind {
  readonly name: string;
  readonly part: "server" | "on-air";
  /** Part of its command line. */
  readonly command: string;
  /** When it happens, for the fault's name. */
  readonly during: string;
}

/** Child processes of the parts: the file reader and the listener probe. None of their faults is audible. */
export const childFaults: readonly Fault[] = [
  ...faultsOf({ name: "media child", part: "server", command: "media-child", during: READING }),
  ...faultsOf({ name: "probe", part: "on-air", command: "probe", during: "" }),
];

/** It is killed, and stopped for a while. */
function faultsOf({ name, part, command, during }: ChildKind): readonly Fault[] {
  return [
    {
      name: `${name} killed${during}`,
      promise: promises.unheard,
      inflict: async (scene) => {
        process.kill(await childOf(scene, part, command), "SIGKILL");
        return over;
      },
    },
    {
      name: `${name} stopped for ${STOPPED_MS / 1000} s${during}`,
      promise: promises.unheard,
      inflict: async (scene) => {
        const pid = await childOf(scene, part, command);
        process.kill(pid, "SIGSTOP");
        await delay(STOPPED_MS);
        signalIfThere(pid, "SIGCONT");
        return over;
      },
    },
  ];
}

/** Waits for a part's child whose command line contains this. */
async function childOf(scene: Scene, part: "server" | "on-air", command: string): Promise<number> {
  const parent = scene.station().parts()[part] ?? 0;
  const limit = AbortSignal.timeout(CHILD_LIMIT_MS);
  for (;;) {
    const child = childrenOf(parent).find((pid) => commandOf(pid).includes(command));
    if (child !== undefined) return child;
    limit.throwIfAborted();
    await delay(CHECK_INTERVAL_MS);
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was killed in the meantime.
  }
}
