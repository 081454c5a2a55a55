import { findConfinement, type Confinement } from "@neonrelay/process/confinement";

const MIB = 1024 ** 2;
/** It reads music from files, and feeds from a pipe. With its four decks Node sets 2.3 GiB aside. */
const engineLimits = {
  hasNetwork: false,
  memoryBytes: 6144 * MIB,
  /** What Node keeps of compiled code is far smaller. */
  fileBytes: 256 * MIB,
  openFiles: 256,
} as const;
/** It listens to the mounts over HTTP. */
const probeLimits = { ...engineLimits, hasNetwork: true, memoryBytes: 3072 * MIB } as const;

export interface ChildConfinement {
  readonly engine: Confinement;
  readonly probe: Confinement;
}

let found: Promise<ChildConfinement> | undefined;

/** What is taken from the children of on-air that decode what strangers made, found out once for this process. */
export async function childConfinement(): Promise<ChildConfinement> {
  found ??= find();
  return await found;
}

async function find(): Promise<ChildConfinement> {
  const [engine, probe] = await Promise.all([
    findConfinement(engineLimits),
    findConfinement(probeLimits),
  ]);
  return { engine, probe };
}
