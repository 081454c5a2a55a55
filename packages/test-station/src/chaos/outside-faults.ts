import { rename } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { TestPostgres } from "../test-postgres.ts";
import { over, type Fault } from "./fault.ts";
import { promises } from "./promise-rules.ts";

const AWAY_MS = 10_000;

/** A third-party program the station depends on. */
interface Neighbour {
  readonly name: string;
  readonly pid: () => number | undefined;
  /** Kills it, as in a crash. */
  readonly kill: () => Promise<void>;
  readonly begin: () => Promise<void>;
}

/** Kills a neighbour and restarts it, and stops it for a while; none of that is audible. */
export function neighbourFaults({ name, pid, kill, begin }: Neighbour): readonly Fault[] {
  return [
    outsideFault(`${name} away for 10 s`, { begin: kill, end: begin }),
    outsideFault(`${name} stopped for 10 s`, {
      begin: async () => await signal(pid(), "SIGSTOP"),
      end: async () => await signal(pid(), "SIGCONT"),
    }),
  ];
}

export function databaseFaults(postgres: TestPostgres): readonly Fault[] {
  return [
    outsideFault("PostgreSQL away for 10 s", {
      begin: async () => await Promise.resolve(postgres.stop()),
      end: async () => await Promise.resolve(postgres.start()),
    }),
    outsideFault("PostgreSQL stopped for 10 s", {
      begin: async () => await Promise.resolve(postgres.freeze()),
      end: async () => await Promise.resolve(postgres.thaw()),
    }),
  ];
}

/** The music folder disappears, as a network mount may. */
export const musicFault: Fault = {
  name: "music folder away for 10 s",
  promise: promises.unheard,
  inflict: async ({ music }) => {
    const away = `${music}-away`;
    await rename(music, away);
    await delay(AWAY_MS);
    await rename(away, music);
    return over;
  },
};

function outsideFault(
  name: string,
  change: { readonly begin: () => Promise<void>; readonly end: () => Promise<void> },
): Fault {
  return {
    name,
    promise: promises.unheard,
    inflict: async () => {
      await change.begin();
      await delay(AWAY_MS);
      await change.end();
      return over;
    },
  };
}

async function signal(pid: number | undefined, name: NodeJS.Signals): Promise<void> {
  if (pid === undefined) throw new Error("it does not run");
  process.kill(pid, name);
  await Promise.resolve();
}
