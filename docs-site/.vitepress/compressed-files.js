import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Smaller files don't shrink. */
const LEAST_BYTES = 1024;

/** Saves the station from compressing each file of a folder for each reader. */
export function compressFiles(folder) {
  for (const name of globSync("**/*.{html,js,css,json,svg}", { cwd: folder })) {
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < LEAST_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
