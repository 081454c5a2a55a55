import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { childrenOf } from "../station-processes.ts";
import { over, type Fault } from "./fault.ts";
import { promises } from "./promise-rules.ts";
import type { Scene } from "./scene.ts";

const LOOK_EVERY_MS = 10;
const STOPPED_MS = 10_000;
const CHILD_LIMIT_MS = 30_000;

/** Processes below the parts: the one that reads files, and the one that listens. None of them is heard. */
export const childFaults: readonly Fault[] = [
  {
    name: "media child killed while it reads an upload",
    promise: promises.unheard,
    inflict: async (scene) => {
      process.kill(await childOf(scene, "server", "media-child"), "SIGKILL");
      return over;
    },
  },
  {
    name: "media child stopped for 10 s while it reads an upload",
    promise: promises.unheard,
    inflict: async (scene) => {
      const pid = await childOf(scene, "server", "media-child");
      process.kill(pid, "SIGSTOP");
      await delay(STOPPED_MS);
      signalIfThere(pid, "SIGCONT");
      return over;
    },
  },
  {
    name: "probe killed",
    promise: promises.unheard,
    inflict: async (scene) => {
      process.kill(await childOf(scene, "on-air", "probe"), "SIGKILL");
      return over;
    },
  },
  {
    name: "probe stopped for 10 s",
    promise: promises.unheard,
    inflict: async (scene) => {
      const pid = await childOf(scene, "on-air", "probe");
      process.kill(pid, "SIGSTOP");
      await delay(STOPPED_MS);
      signalIfThere(pid, "SIGCONT");
      return over;
    },
  },
];

/** The child of a part with that in its command line, as soon as there is one. */
async function childOf(scene: Scene, part: "server" | "on-air", command: string): Promise<number> {
  const parent = scene.station().parts()[part] ?? 0;
  const limit = AbortSignal.timeout(CHILD_LIMIT_MS);
  for (;;) {
    const child = childrenOf(parent).find((pid) => commandOf(pid).includes(command));
    if (child !== undefined) return child;
    limit.throwIfAborted();
    await delay(LOOK_EVERY_MS);
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
    // it was killed meanwhile
  }
}
