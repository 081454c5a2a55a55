import type { Logger } from "@neonrelay/process/log";
import { readProgramVersion } from "@neonrelay/process/program-version";
import { ReleaseFolder, type DataPlace } from "./release-folder.ts";
import { decideRecovery } from "./release-rules.ts";

/**
 * Cleans up if the station was killed during a change of version: restores data that was left half changed. The caller
 * must hold the lock on DATA_DIR.
 */
export async function endCutOffChange(
  { projectRoot, ...data }: DataPlace & { readonly projectRoot: string },
  log: Logger,
): Promise<void> {
  const folder = new ReleaseFolder(data);
  const { underWay } = folder;
  const isDataKept = underWay !== null && underWay.data !== null && folder.hasData(underWay.data);
  const starting = readProgramVersion().version;
  const recovery = decideRecovery(underWay, { isDataKept, starting });
  if (recovery.kind === "none") return;
  if (recovery.kind === "restore") await folder.restoreData(recovery.data, projectRoot);
  await folder.setUnderWay(null);
  log.warn(
    { ...underWay, starting, restored: recovery.kind === "restore" },
    "cleaned up after an interrupted change of version",
  );
}
