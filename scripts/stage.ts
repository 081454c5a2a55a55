import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const projectRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Nice value: a tenth of the CPU share while others want it, and all that is left. */
const BELOW_NORMAL = 10;

interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs below normal priority, with its output printed in one piece at the end. */
  readonly isBeside?: boolean;
  /** Interrupts it, like Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Working folder, instead of the project's. */
  readonly folder?: string;
  /** Discards its output. */
  readonly isQuiet?: boolean;
}

/**
 * Runs a program of node_modules/.bin (or of the system) in the project and passes its output on. Returns its exit
 * code.
 */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  {
    environment = {},
    isBeside = false,
    signal,
    folder = projectRoot,
    isQuiet,
  }: ProgramOptions = {},
): Promise<number> {
  const output = isQuiet === true ? "ignore" : isBeside ? "pipe" : "inherit";
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ["ignore", output, output],
    env: { ...process.env, ...environment },
    killSignal: "SIGINT",
    ...(signal !== undefined && { signal }),
  });
  if (isBeside && child.pid !== undefined) setPriority(child.pid, BELOW_NORMAL);
  const said: Buffer[] = [];
  for (const pipe of [child.stdout, child.stderr])
    pipe?.on("data", (bytes: Buffer) => said.push(bytes));
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", (error) => {
      if (error.name !== "AbortError") reject(error);
    });
    child.on("close", (exitCode) => resolve(exitCode ?? 1));
  });
  process.stdout.write(Buffer.concat(said));
  return code;
}

interface StaticCheck {
  readonly name: string;
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * For Go programs that live for seconds: garbage collection took a third of the linter's CPU time and half of the type
 * checker's, to save a fifth of their memory.
 */
const withoutCollector = { GOGC: "off" };

/** The checks that read code without running it, fastest first. */
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

/**
 * Runs the checks one after the other and prints each result. Returns the names of those that passed and of those that
 * failed.
 */
export async function runStaticChecks(): Promise<{
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}> {
  const passed: string[] = [];
  const failed: string[] = [];
  for (const { name, program, parameters, environment } of staticChecks) {
    const code = await runProgram(program, parameters, { environment });
    console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}`);
    (code === 0 ? passed : failed).push(name);
  }
  return { passed, failed };
}
