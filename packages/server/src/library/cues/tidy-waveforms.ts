import type { Connection } from "../../database/database.ts";
import { whichFingerprints } from "./cue-store.ts";
import { removeUnusedWaveforms } from "./waveform-folder.ts";

/** Removes waveforms of files that belong to no track any more. */
export async function tidyWaveforms(connection: Connection, dataDir: string): Promise<void> {
  await removeUnusedWaveforms(dataDir, (names) => whichFingerprints(connection, names));
}
