import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

/** Below the data folder: says that `station upgrade` is changing the version. Versions read each other's note. */
export const CHANGE_NOTE_FILE = "releases/upgrade.json";

const changeNoteSchema = z.object({
  /** Versions. */
  from: z.string(),
  to: z.string(),
  /** What is kept of the data, to come back if the change fails; null: the database stays as it is. */
  data: z.nullable(z.enum(["data-before", "data-after"])),
});
/** A change of version that has begun and not ended. */
export type ChangeNote = Readonly<z.infer<typeof changeNoteSchema>>;

/** @returns null when no change is under way */
export function readChangeNote(dataDir: string): ChangeNote | null {
  try {
    const text = readFileSync(path.join(dataDir, CHANGE_NOTE_FILE), "utf8");
    return changeNoteSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // there is none
  }
}
