import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface SetupFile {
  readonly file: string;
  readonly content: string;
}

/** Those that are there and hold something else. */
export function findDifferent(files: readonly SetupFile[]): readonly string[] {
  return files
    .filter(({ file, content }) => existsSync(file) && readFileSync(file, "utf8") !== content)
    .map(({ file }) => file);
}

/** Writes files for their owner only; what was there stays beside them as `.bak`. */
export function writeFiles(files: readonly SetupFile[]): void {
  const different = findDifferent(files);
  for (const { file, content } of files) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if (different.includes(file)) copyFileSync(file, `${file}.bak`);
    writeFileSync(file, content, { mode: 0o600 });
  }
}
