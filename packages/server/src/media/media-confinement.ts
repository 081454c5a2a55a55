import { findConfinement, type Confinement } from "@neonrelay/process/confinement";

const MIB = 1024 ** 2;
export const mediaLimits = {
  hasNetwork: false,
  memoryBytes: 3072 * MIB,
  /** Demo tracks and covers are far smaller. */
  fileBytes: 1024 * MIB,
  openFiles: 256,
} as const;

let found: Promise<Confinement> | undefined;

/** The restrictions for media children, detected once: they need only files and their pipes to the server. */
export async function mediaConfinement(): Promise<Confinement> {
  found ??= findConfinement(mediaLimits);
  return await found;
}
