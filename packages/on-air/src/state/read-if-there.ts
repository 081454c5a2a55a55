import { readFileSync } from "node:fs";

/** Reads a file's text. @returns null when the file does not exist @throws when it can't be read */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
