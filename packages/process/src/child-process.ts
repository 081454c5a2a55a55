import { type ChildProcess, spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";

/**
 * Environment variables that every process of the station inherits: paths to programs and folders, language and time
 * zone, Node and allocator options, the sound system. All settings, and so all secrets, arrive over a pipe.
 */
const passedOn: ReadonlySet<string> = new Set(
  [
    "PATH HOME USER LOGNAME TMPDIR TZ TZDIR LANG LANGUAGE",
    "NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS UV_THREADPOOL_SIZE",
    "SSL_CERT_FILE SSL_CERT_DIR LD_LIBRARY_PATH LD_PRELOAD",
    "XDG_RUNTIME_DIR PULSE_SERVER PULSE_COOKIE PIPEWIRE_RUNTIME_DIR PIPEWIRE_REMOTE",
    "ALSA_CONFIG_PATH ALSA_CARD JACK_DEFAULT_SERVER",
  ].flatMap((names) => names.split(" ")),
);
const passedOnPrefixes = ["LC_", "MALLOC_"];
/** The PostgreSQL client reads these for whatever DATABASE_URL leaves out, such as PGSSLROOTCERT or PGPASSFILE. */
const DATABASE_PREFIX = "PG";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a child process that does not use the database. */
export function childEnvironment(environment: Environment): Record<string, string> {
  return pick(environment, isPassedOn);
}

/** The environment of the process that holds the database. Its own children get {@link childEnvironment}. */
export function databaseEnvironment(environment: Environment): Record<string, string> {
  return pick(environment, (name) => isPassedOn(name) || name.startsWith(DATABASE_PREFIX));
}

/** {@link childEnvironment} for this process's own environment. */
export function ownChildEnvironment(): Record<string, string> {
  // oxlint-disable-next-line node/no-process-env -- the one place below the launcher that reads it, to pass on less
  return childEnvironment(process.env);
}

function isPassedOn(name: string): boolean {
  return passedOn.has(name) || passedOnPrefixes.some((prefix) => name.startsWith(prefix));
}

function pick(
  environment: Environment,
  isWanted: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && isWanted(name) ? [[name, value]] : [],
    ),
  );
}

interface PipedChild {
  readonly child: ChildProcess;
  /** null if none was requested. */
  readonly input: Writable | null;
  readonly output: Readable;
}

/**
 * Starts a child that answers on stdout and shares our stderr. A system short of processes, memory or file descriptors
 * makes Node throw, or return a child without the pipes its type promises.
 * @param onError called with each failure to start or signal it
 * @returns null when there is no child; otherwise its `close` always follows
 */
export function spawnPiped(
  [program = "", ...parameters]: readonly string[],
  {
    stdin,
    onError,
  }: { readonly stdin: "pipe" | "ignore"; readonly onError: (error: unknown) => void },
): PipedChild | null {
  let child: ChildProcess;
  try {
    child = spawn(program, parameters, { stdio: [stdin, "pipe", "inherit"] });
  } catch (error) {
    onError(error);
    return null;
  }
  child.on("error", onError);
  const { stdin: input, stdout: output } = child;
  if (!(output instanceof Readable)) return null;
  if (stdin === "ignore") return { child, input: null, output };
  if (!(input instanceof Writable)) return null;
  input.on("error", () => {}); // the child is gone: `close` follows
  return { child, input, output };
}

/**
 * Signals this child and nothing else. For a child that failed to start, Node's own `kill` signals whatever process id
 * its handle holds: 0, our whole process group, or -1, every process there is.
 * @returns whether the signal was sent; false for a child that never started or has ended
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): boolean {
  return child.pid !== undefined && child.kill(signal);
}
