import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const projectRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs a program of node_modules/.bin (or of the system) in the project, its output passed on. Gives its exit code. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(program, parameters, {
    cwd: projectRoot,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
  });
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** The checks that read code without running it, in the order of their speed. */
export const staticChecks = [
  { name: "format", program: "oxfmt", parameters: ["--check", "."] },
  { name: "patterns", program: process.execPath, parameters: ["scripts/check-patterns.ts"] },
  { name: "types", program: "tsc", parameters: [] },
  { name: "lint", program: "oxlint", parameters: ["--type-aware"] },
] as const;
