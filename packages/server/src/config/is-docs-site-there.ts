import { existsSync } from "node:fs";
import path from "node:path";

/** Whether the documentation site exists, built by `npm run docs` or shipped with the package. */
export function isDocsSiteThere(docsRoot: string): boolean {
  return existsSync(path.join(docsRoot, "index.html"));
}
