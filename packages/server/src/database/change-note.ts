import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

/** Marks a version change in progress; below the data folder. Every version can read another version's note. */
export const CHANGE_NOTE_FILE = "releases/upgrade.json";

const changeNoteSchema = z.object({
  /** Versions. */
  from: z.string(),
  to: z.string(),
  /** Backup to restore if the change fails; null: the database stays as it is. */
  data: z.nullable(z.enum(["data-before", "data-after"])),
});
/** A version change that has started and not finished. */
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
