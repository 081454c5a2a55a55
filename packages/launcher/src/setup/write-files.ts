import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface SetupFile {
  readonly file: string;
  readonly content: string;
}

/** Files that exist with different content. */
export function findDifferent(files: readonly SetupFile[]): readonly string[] {
  return files
    .filter(({ file, content }) => existsSync(file) && readFileSync(file, "utf8") !== content)
    .map(({ file }) => file);
}

/** Writes files readable only by their owner; existing ones are kept as `.bak`. */
export function writeFiles(files: readonly SetupFile[]): void {
  const different = findDifferent(files);
  for (const { file, content } of files) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (different.includes(file)) copyFileSync(file, `${file}.bak`);
    writeFileSync(file, content, { mode: 0o600 });
  }
}
