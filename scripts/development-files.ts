import { globSync, rmSync } from "node:fs";
import path from "node:path";

/** Never read by a running station: headers for native modules, source maps and type declarations. */
const onlyForDevelopment = [
  "node_modules/node-linux-*/include",
  "node_modules/**/*.map",
  "node_modules/**/*.d.{ts,mts,cts}",
];

/** Deletes from a folder's node_modules everything a running station never reads. */
export function removeDevelopmentFiles(folder: string): void {
  for (const name of globSync(onlyForDevelopment, { cwd: folder }))
    rmSync(path.join(folder, name), { recursive: true, force: true });
}
