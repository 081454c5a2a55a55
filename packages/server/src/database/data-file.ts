import path from "node:path";
import * as z from "zod";
import { StartUpError } from "@neonrelay/process/part";
import { describeProgram, readProgramVersion } from "@neonrelay/process/program-version";
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { ownSchemaVersion } from "./own-schema.ts";
import { createHash } from "node:crypto";

/** Which station the data belong to and which program wrote them last; below the data folder. */
export const DATA_FILE = "station-data.json";

const dataFileSchema = z.object({
  stationId: z.uuid(),
  /** Human-readable. */
  program: z.string().max(100),
  /** As `ownSchemaVersion`. */
  schema: z.number(),
});
type DataFile = z.infer<typeof dataFileSchema>;

/** @returns null if it is missing or unreadable: the database says the same */
export function readDataFile(dataDir: string): DataFile | null {
  try {
    const text = readFileSync(path.join(dataDir, DATA_FILE), "utf8");
    return dataFileSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Replaces the file atomically. */
export async function writeDataFile(dataDir: string, data: DataFile): Promise<void> {
  const file = path.join(dataDir, DATA_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Call before anything touches the data.
 * @param schema the newest one this program knows
 * @throws StartUpError when a newer program wrote them
 */
export function requireOwnData(dataDir: string, schema: number = ownSchemaVersion()): void {
  const data = readDataFile(dataDir);
  if (data !== null && data.schema > schema)
    throw new StartUpError(`The data in ${dataDir} ${wordNewer(data.program)}`);
}

/** Completes a sentence about data of a newer program. @param newer null: it did not say */
export function wordNewer(newer: string | null): string {
  return `were written by a newer version of Neon Relay${newer === null ? "" : `, ${newer}`}; this is ${describeProgram(readProgramVersion())}. Start that version, or restore a backup that is as old as this version into an empty DATA_DIR: each update writes one to DATA_DIR/backups`;
}

const PUBLIC_ID_LENGTH = 16;

/**
 * The public part of the station's id: enough to recognise the station. Read from the data folder, so it is known while
 * the database is away.
 * @returns null when the folder has none yet
 */
export function findPublicStationId(dataDir: string): string | null {
  const data = readDataFile(dataDir);
  if (data === null) return null;
  return createHash("sha256")
    .update(`public ${data.stationId}`)
    .digest("hex")
    .slice(0, PUBLIC_ID_LENGTH);
}
