import { readFileSync } from "node:fs";

/** The text of a file. @returns null when there is no such file @throws when it can't be read */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
