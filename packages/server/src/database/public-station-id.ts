import { createHash } from "node:crypto";
import { readDataFile } from "./data-file.ts";

const LENGTH = 16;

/**
 * The part of the station's id that is public: enough to recognise the station. Read from the data folder, so that
 * it is known while the database is away.
 * @returns null when the folder has none yet
 */
export function findPublicStationId(dataDir: string): string | null {
  const data = readDataFile(dataDir);
  if (data === null) return null;
  return createHash("sha256").update(`public ${data.stationId}`).digest("hex").slice(0, LENGTH);
}
