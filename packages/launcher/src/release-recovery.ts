import type { Logger } from "@neonrelay/process/log";
import { ReleaseFolder } from "./release-folder.ts";
import { decideRecovery } from "./release-rules.ts";

/** Puts the data back that a change of version left half changed when the station was killed. Under the lock on DATA_DIR. */
export async function endCutOffChange(dataDir: string, log: Logger): Promise<void> {
  const folder = new ReleaseFolder(dataDir);
  const { underWay } = folder;
  const isKept = underWay !== null && underWay.data !== null && folder.hasData(underWay.data);
  const recovery = decideRecovery(underWay, isKept);
  if (recovery.kind === "none") return;
  if (recovery.kind === "restore") await folder.restoreData(recovery.data);
  await folder.setUnderWay(null);
  log.warn(
    { ...underWay, restored: recovery.kind === "restore" },
    "a change of version was cut off; the version of before starts, with its data",
  );
}
