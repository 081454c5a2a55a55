import {
  MAX_RESULT_BYTES,
  mediaChildUrl,
  type MediaJob,
  type MediaResult,
  mediaResultSchema,
} from "@neonrelay/on-air/media-jobs";
import { ownChildEnvironment, signalChild } from "@neonrelay/process/child-process";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { spareFlags } from "@neonrelay/process/spare-memory";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type Confinement, findConfinement } from "@neonrelay/process/confinement";

/** The media child ended without finishing its job. */
export class MediaChildError extends Error {
  override readonly name = "MediaChildError";
  /** True when the child was killed for taking too long, or native code crashed: the current file is to blame. */
  readonly isFilesFault: boolean;
  /** True when the child was killed for its silence. */
  readonly isLate: boolean;

  constructor(
    message: string,
    { isFilesFault, isLate }: { readonly isFilesFault: boolean; readonly isLate: boolean },
  ) {
    super(message);
    this.isFilesFault = isFilesFault;
    this.isLate = isLate;
  }
}

/** Maximum silence of the child, in ms: it reports after each decoded minute and each file. */
const FILE_LIMIT_MS = 120_000;
const EXIT_LIMIT_MS = 5000;
const ERROR_TEXT_LENGTH = 2000;

export interface MediaRun {
  readonly job: MediaJob;
  readonly signal: AbortSignal;
  /** The child's module, and its maximum silence; tests pass their own. */
  readonly childUrl: URL;
  readonly fileLimitMs: number;
}

/** The station's settings for media jobs. */
export const mediaDefaults = { childUrl: mediaChildUrl, fileLimitMs: FILE_LIMIT_MS } as const;

/**
 * Runs one job in a disposable child below normal priority and yields its results as they arrive.
 * @throws MediaChildError when the child crashed or hung; an AbortError when `signal` aborted it
 */
export async function* runMediaJob(run: MediaRun): AsyncGenerator<MediaResult, void, undefined> {
  const { signal, fileLimitMs } = run;
  const { wrapper } = await mediaConfinement();
  signal.throwIfAborted();
  const command = [...wrapper, process.execPath, ...spareFlags, fileURLToPath(run.childUrl)];
  const child = spawn(command[0] ?? "", command.slice(1), {
    stdio: ["pipe", "pipe", "pipe"],
    env: ownChildEnvironment(),
  });
  const exited = once(child, "close").then(
    () => {},
    (error: unknown) => {
      throw new MediaChildError(`The media child can't be started: ${String(error)}`, {
        isFilesFault: false,
        isLate: false,
      });
    },
  );
  exited.catch(() => {}); // awaited below; until then a failed spawn must not count as unhandled
  lowerPriority(child, run.job.niceness);
  const errorText = collectText(child);
  const kill = (): void => void signalChild(child, "SIGKILL");
  signal.addEventListener("abort", kill);
  let isLate = false;
  const onLate = (): void => {
    isLate = true;
    kill();
  };
  let timer = setTimeout(onLate, fileLimitMs);
  try {
    child.stdin.on("error", () => {}); // the child died before reading its job; its exit reports that
    child.stdin.end(toJsonLine(run.job));
    for await (const line of readJsonLines(child.stdout, { maxLineBytes: MAX_RESULT_BYTES })) {
      clearTimeout(timer);
      timer = setTimeout(onLate, fileLimitMs);
      yield mediaResultSchema.parse(line);
    }
    clearTimeout(timer);
    timer = setTimeout(kill, EXIT_LIMIT_MS);
    await exited;
    signal.throwIfAborted();
    if (isLate)
      throw new MediaChildError(`Reading it took longer than ${fileLimitMs / 1000} s`, {
        isFilesFault: true,
        isLate: true,
      });
    if (child.exitCode !== 0)
      throw new MediaChildError(describeExit(child, errorText()), {
        isFilesFault: child.signalCode !== null,
        isLate: false,
      });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}

function describeExit({ signalCode, exitCode }: ChildProcess, errorText: string): string {
  if (signalCode === null) return `The media child ended with code ${exitCode}: ${errorText}`;
  // Node exits with these when it runs out of memory.
  const isAborted = signalCode === "SIGABRT" || signalCode === "SIGTRAP";
  const limit = `, which is limited to ${mediaLimits.memoryBytes / 1024 ** 2} MiB of memory`;
  return `Reading it crashed the decoder (${signalCode})${isAborted ? limit : ""}`;
}

/** Set from outside at once: the child itself only does so after reading its job. */
function lowerPriority(child: ChildProcess, niceness: number): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, niceness);
  } catch {
    // It has already ended, or the system refuses: it then runs at normal priority.
  }
}

/** @returns a function that gives the end of the child's stderr */
function collectText(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString("utf8")).slice(-ERROR_TEXT_LENGTH);
  });
  return () => text.trim();
}

const MIB = 1024 ** 2;
export const mediaLimits = {
  hasNetwork: false,
  memoryBytes: 3072 * MIB,
  /** Demo tracks and covers are far smaller. */
  fileBytes: 1024 * MIB,
  openFiles: 256,
} as const;

let found: Promise<Confinement> | undefined;

/** The restrictions for media children, detected once: they need only files and their pipes to the server. */
export async function mediaConfinement(): Promise<Confinement> {
  found ??= findConfinement(mediaLimits);
  return await found;
}
