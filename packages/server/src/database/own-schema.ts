import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";

export const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });

/** The schema version this program migrates to: the time of its newest migration, in ms since 1970. */
export function ownSchemaVersion(folder: string = migrationsFolder): number {
  const text = readFileSync(`${folder}/meta/_journal.json`, "utf8");
  return Math.max(...journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when));
}
