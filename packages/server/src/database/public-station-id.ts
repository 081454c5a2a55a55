import { createHash } from "node:crypto";
import { readDataFile } from "./data-file.ts";

const LENGTH = 16;

/**
 * The public part of the station's id: enough to recognise the station. Read from the data folder, so it is known while
 * the database is away.
 * @returns null when the folder has none yet
 */
export function findPublicStationId(dataDir: string): string | null {
  const data = readDataFile(dataDir);
  if (data === null) return null;
  return createHash("sha256").update(`public ${data.stationId}`).digest("hex").slice(0, LENGTH);
}
