import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";

/** A hash over the names and contents of files. @param patterns below the project folder */
export function hashSources(projectRoot: string, patterns: readonly string[]): string {
  const hash = createHash("sha256");
  const files = globSync(patterns, { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    hash
      .update(path.relative(projectRoot, file))
      .update("\0")
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/**
 * Runs a program that builds something.
 * @param niceness 0 to 19
 * @param signal ends it
 * @returns whether it succeeded; its output went to `onLine`
 */
export async function runBuilder(
  [program = "", ...parameters]: readonly string[],
  {
    folder,
    environment,
    niceness,
    onLine,
    signal,
  }: {
    readonly folder: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly niceness: number;
    readonly onLine: (line: string) => void;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  if (child.pid !== undefined) setPriority(child.pid, niceness);
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => {
      const text = chunk.toString("utf8").trim();
      if (text !== "") onLine(text);
    });
  return await new Promise<boolean>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code === 0));
  });
}
