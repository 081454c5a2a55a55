import type { Logger } from "@neonrelay/process/log";
import { findConfinement, type Confinement } from "@neonrelay/process/confinement";

const MIB = 1024 ** 2;
/** It reads music from files, and feeds from a pipe. With its four decks Node reserves 2.3 GiB. */
const engineLimits = {
  hasNetwork: false,
  memoryBytes: 6144 * MIB,
  /** Node's compile cache is far smaller. */
  fileBytes: 256 * MIB,
  openFiles: 256,
} as const;
/** It listens to the mounts over HTTP. */
const probeLimits = { ...engineLimits, hasNetwork: true, memoryBytes: 3072 * MIB } as const;

/** The sandbox command for each child; empty where the system allows none. */
interface ChildConfinement {
  readonly engine: readonly string[];
  readonly probe: readonly string[];
}

interface Found {
  readonly engine: Confinement;
  readonly probe: Confinement;
}

let found: Promise<Found> | undefined;

/** How far children that decode untrusted media are sandboxed; determined once per process. */
export async function findChildConfinement(): Promise<Found> {
  found ??= find();
  return await found;
}

/** The same as commands; logs what is in force. */
export async function childConfinement(log: Logger): Promise<ChildConfinement> {
  const { engine, probe } = await findChildConfinement();
  log.info(
    { engine: engine.holds, probe: probe.holds },
    "how far this system can sandbox engine and probe",
  );
  return { engine: engine.wrapper, probe: probe.wrapper };
}

async function find(): Promise<Found> {
  const [engine, probe] = await Promise.all([
    findConfinement(engineLimits),
    findConfinement(probeLimits),
  ]);
  return { engine, probe };
}
