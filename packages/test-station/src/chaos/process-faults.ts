import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive, type PartName } from "../station-processes.ts";
import { until } from "../test-station.ts";
import { over, type Fault } from "./fault.ts";
import { promises, type FaultPromise } from "./promise-rules.ts";

/** Kills each part, and stops it, which must be detected as a missing sign of life. */
export const partFaults: readonly Fault[] = [
  partFault({ part: "server", signal: "SIGKILL", promise: promises.unheard }),
  partFault({ part: "engine", signal: "SIGKILL", promise: promises.engineKilled }),
  partFault({ part: "on-air", signal: "SIGKILL", promise: promises.onAirKilled }),
  partFault({ part: "server", signal: "SIGSTOP", promise: promises.unheard }),
  partFault({ part: "engine", signal: "SIGSTOP", promise: promises.engineStopped }),
  partFault({ part: "on-air", signal: "SIGSTOP", promise: promises.onAirStopped }),
];

/** As when the machine runs out of memory, or a container is killed. */
export const allKilled: Fault = launcherFault(
  "everything killed at once, then started again",
  (parts) => parts,
);

/** How long a process is starved, and the launcher stopped. */
const STARVED_MS = 10_000;
/** A starved process runs for a fifth of the time. */
const STARVED = { stoppedMs: 200, runsMs: 50 } as const;
const HOGS_PER_PROCESSOR = 2;
/** Steps of priority above the station. */
const HOG_PRIORITY = 5;

/** Further process faults, for the full run. */
export const processFaults: readonly Fault[] = [
  ...partFaults,
  starvedFault("server", promises.unheard),
  starvedFault("engine", promises.engineKilled),
  starvedFault("on-air", promises.engineKilled),
  {
    name: `${HOGS_PER_PROCESSOR} other programs per processor go first`,
    promise: promises.engineKilled,
    inflict: async () => {
      const hogs = Array.from({ length: HOGS_PER_PROCESSOR * availableParallelism() }, () =>
        spawn("nice", ["-n", String(-HOG_PRIORITY), process.execPath, "-e", "for (;;);"], {
          stdio: "ignore",
        }),
      );
      await delay(STARVED_MS);
      for (const hog of hogs) hog.kill("SIGKILL");
      return over;
    },
  },
  {
    name: "launcher stopped for 10 s",
    promise: promises.unheard,
    inflict: async ({ station }) => {
      const { launcherPid } = station();
      process.kill(launcherPid, "SIGSTOP");
      await delay(STARVED_MS);
      process.kill(launcherPid, "SIGCONT");
      return over;
    },
  },
  launcherFault("launcher killed, then started again", () => []),
  allKilled,
];

/** @param alsoKilled processes killed with the launcher; the others stop by themselves */
function launcherFault(
  name: string,
  alsoKilled: (parts: readonly number[]) => readonly number[],
): Fault {
  return {
    name,
    promise: promises.launcherKilled,
    inflict: async (scene) => {
      const station = scene.station();
      const parts = Object.values(station.parts());
      for (const pid of [station.launcherPid, ...alsoKilled(parts)]) process.kill(pid, "SIGKILL");
      await until("the parts have ended", () => !parts.some(isAlive));
      await scene.startAgain();
      return over;
    },
  };
}

function partFault({
  part,
  signal,
  promise,
}: {
  readonly part: PartName;
  readonly signal: "SIGKILL" | "SIGSTOP";
  readonly promise: FaultPromise;
}): Fault {
  return {
    name: `${part} ${signal === "SIGKILL" ? "killed" : "stopped"}`,
    promise,
    inflict: async ({ station }) => {
      const pid = station().parts()[part];
      if (pid === undefined) throw new Error(`${part} does not run`);
      process.kill(pid, signal);
      const isDone = (): boolean => {
        const now = station().parts()[part];
        return now !== undefined && now !== pid;
      };
      return await Promise.resolve({ isDone, lost: [] });
    },
  };
}

function starvedFault(part: PartName, promise: FaultPromise): Fault {
  return {
    name: `${part} starved for ${STARVED_MS / 1000} s`,
    promise,
    inflict: async ({ station }) => {
      const pid = station().parts()[part];
      if (pid === undefined) throw new Error(`${part} does not run`);
      const endMs = performance.now() + STARVED_MS;
      while (performance.now() < endMs && isAlive(pid)) {
        process.kill(pid, "SIGSTOP");
        await delay(STARVED.stoppedMs);
        process.kill(pid, "SIGCONT");
        await delay(STARVED.runsMs);
      }
      return over;
    },
  };
}
