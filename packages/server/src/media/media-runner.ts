import {
  MAX_RESULT_BYTES,
  mediaChildUrl,
  mediaResultSchema,
  type MediaJob,
  type MediaResult,
} from "@neonrelay/on-air/media-jobs";
import { ownChildEnvironment } from "@neonrelay/process/child-environment";
import { readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { spareFlags } from "@neonrelay/process/spare-memory";
import { signalChild } from "@neonrelay/process/signal-child";
import { mediaConfinement, mediaLimits } from "./media-confinement.ts";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";

/** The media child ended without finishing its job. */
export class MediaChildError extends Error {
  override readonly name = "MediaChildError";
  /** Killed by us for taking too long or by a crash of native code: the file it was at is to blame. */
  readonly isFilesFault: boolean;
  /** Killed by us for saying nothing any more. */
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

/** Longest the child may be silent, in ms: it speaks after each decoded minute and each file. */
const FILE_LIMIT_MS = 120_000;
const EXIT_LIMIT_MS = 5000;
const ERROR_TEXT_LENGTH = 2000;

export interface MediaRun {
  readonly job: MediaJob;
  readonly signal: AbortSignal;
  /** The file the child runs, and how long it may be silent; tests give their own. */
  readonly childUrl: URL;
  readonly fileLimitMs: number;
}

/** What the station runs media jobs with. */
export const mediaDefaults = { childUrl: mediaChildUrl, fileLimitMs: FILE_LIMIT_MS } as const;

/**
 * Runs one job in a disposable child below normal priority and gives its results as they come.
 * @throws MediaChildError when the child crashed or hung; an AbortError when `signal` ended it
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
  exited.catch(() => {}); // awaited below; a spawn that fails must not be unhandled until then
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
    child.stdin.on("error", () => {}); // it died before reading its job; its exit reports that
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
  // As Node ends when it finds no memory.
  const isAborted = signalCode === "SIGABRT" || signalCode === "SIGTRAP";
  const limit = `, which is limited to ${mediaLimits.memoryBytes / 1024 ** 2} MiB of memory`;
  return `Reading it crashed the decoder (${signalCode})${isAborted ? limit : ""}`;
}

/** From its first moment: the child does so itself only once it has read its job. */
function lowerPriority(child: ChildProcess, niceness: number): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it: it only runs at normal priority then.
  }
}

/** @returns gives the last of what the child wrote on stderr */
function collectText(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString("utf8")).slice(-ERROR_TEXT_LENGTH);
  });
  return () => text.trim();
}
