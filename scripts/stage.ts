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

interface StaticCheck {
  readonly name: string;
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * For programs written in Go, which live for seconds: collecting garbage took a third of the processor time of the lint and
 * half of that of the types, to save a fifth of their memory.
 */
const withoutCollector = { GOGC: "off" };

/** The checks that read code without running it, in the order of their speed. */
const staticChecks: readonly StaticCheck[] = [
  { name: "format", program: "oxfmt", parameters: ["--check", "."], environment: {} },
  {
    name: "patterns",
    program: process.execPath,
    parameters: ["scripts/check-patterns.ts"],
    environment: {},
  },
  {
    name: "rooms",
    program: process.execPath,
    parameters: ["scripts/check-rooms.ts"],
    environment: {},
  },
  {
    name: "exports and manifests",
    program: "knip",
    parameters: ["--no-progress", "--cache"],
    environment: {},
  },
  { name: "types", program: "tsc", parameters: [], environment: withoutCollector },
  {
    name: "lint",
    program: "oxlint",
    parameters: ["--type-aware", "--report-unused-disable-directives-severity", "error"],
    environment: withoutCollector,
  },
];

/** Runs the checks one after the other, and says of each how it ended. Gives the names of those that passed and of those that failed. */
export async function runStaticChecks(): Promise<{
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}> {
  const passed: string[] = [];
  const failed: string[] = [];
  for (const { name, program, parameters, environment } of staticChecks) {
    const code = await runProgram(program, parameters, environment);
    console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
    (code === 0 ? passed : failed).push(name);
  }
  return { passed, failed };
}
