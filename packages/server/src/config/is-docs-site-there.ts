import { existsSync } from "node:fs";
import path from "node:path";

/** Whether `npm run docs` has built the documentation site, or an installed package brought it. */
export function isDocsSiteThere(docsRoot: string): boolean {
  return existsSync(path.join(docsRoot, "index.html"));
}
