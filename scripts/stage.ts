import { spawn, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const projectRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A tenth of what others get while they want it, and all that they leave. */
const BELOW_NORMAL = 10;

/** Runs a program of node_modules/.bin (or of the system) in the project, its output passed on. Gives its exit code. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return await codeOf(
    spawn(program, parameters, {
      cwd: projectRoot,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    }),
  );
}

/** As {@link runProgram}, below normal priority; what it says is passed on once it has ended, in one piece. */
export async function runBelow(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  return await runAside(program, parameters, { environment, priority: BELOW_NORMAL });
}

/** As {@link runProgram}; what it says is passed on once it has ended, in one piece. */
export async function runAside(
  program: string,
  parameters: readonly string[],
  {
    environment = {},
    priority = 0,
  }: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly priority?: number;
  } = {},
): Promise<number> {
  const child = spawn(program, parameters, {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  if (child.pid !== undefined && priority !== 0) setPriority(child.pid, priority);
  const said: Buffer[] = [];
  for (const output of [child.stdout, child.stderr])
    output.on("data", (bytes: Buffer) => said.push(bytes));
  const code = await codeOf(child);
  process.stdout.write(Buffer.concat(said));
  return code;
}

async function codeOf(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** The checks that read code without running it, in the order of their speed. */
export const staticChecks = [
  { name: "format", program: "oxfmt", parameters: ["--check", "."] },
  { name: "patterns", program: process.execPath, parameters: ["scripts/check-patterns.ts"] },
  { name: "rooms", program: process.execPath, parameters: ["scripts/check-rooms.ts"] },
  { name: "exports and manifests", program: "knip", parameters: ["--no-progress"] },
  { name: "types", program: "tsc", parameters: [] },
  {
    name: "lint",
    program: "oxlint",
    parameters: ["--type-aware", "--report-unused-disable-directives-severity", "error"],
  },
] as const;
