import { StartUpError } from "@neonrelay/process/part";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { ownSchemaVersion } from "./own-schema.ts";

/** Below the data folder: whose data these are, and which program wrote them last. */
export const DATA_FILE = "station-data.json";

const dataFileSchema = z.object({
  stationId: z.uuid(),
  /** In words. */
  program: z.string().max(100),
  /** As `ownSchemaVersion`. */
  schema: z.number(),
});
type DataFile = z.infer<typeof dataFileSchema>;

/** @returns null when there is none, or none that can be read: the database says the same */
export function readDataFile(dataDir: string): DataFile | null {
  try {
    const text = readFileSync(path.join(dataDir, DATA_FILE), "utf8");
    return dataFileSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Writes it whole, or leaves the one before. */
export async function writeDataFile(dataDir: string, data: DataFile): Promise<void> {
  const file = path.join(dataDir, DATA_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Before anything touches the data.
 * @param schema that this program knows
 * @throws StartUpError when a newer program wrote them
 */
export function requireOwnData(dataDir: string, schema: number = ownSchemaVersion()): void {
  const data = readDataFile(dataDir);
  if (data !== null && data.schema > schema)
    throw new StartUpError(`The data in ${dataDir} ${wordNewer(data.program)}`);
}

/** The rest of a sentence about data of a newer program. @param newer null: it did not say */
export function wordNewer(newer: string | null): string {
  return `were written by a newer version of Neon Relay${newer === null ? "" : `, ${newer}`}; this is ${describeProgram(readProgramVersion())}. Start that version, or restore a backup that is as old as this version into an empty DATA_DIR: each update writes one to DATA_DIR/backups`;
}
