import { once } from "node:events";
import { Socket } from "node:net";
import * as z from "zod";
import { BEAT_EVERY_MS } from "./supervision-rules.ts";
import { readJsonLines, toJsonLine } from "./json-lines.ts";
import { LauncherChannel } from "./launcher-channel.ts";
import { collectNowAndThen } from "./spare-memory.ts";

/**
 * Reports of a part (a child process of the launcher), as JSON lines on file descriptor 3.
 * `failed` is a start-up error in one sentence for people; the part then exits with code 1.
 * `noted` answers each trouble, in order. `alive` comes steadily from its event loop, `progress` with each step of a start
 * that may take long. A part that misses either is killed, see supervision-rules.ts.
 */
export const partReportSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ready"),
    /** Where this machine reaches the part; never the address a proxy gives it. */
    url: z.url(),
    /** Where people find the station on IRC; null if nowhere. */
    ircUrl: z.nullable(z.url()),
    /** What it waits for before it can work, in words; it reports ready again once that is there. */
    waitsFor: z.optional(z.string()),
  }),
  z.object({ kind: z.literal("first-run"), lines: z.array(z.string()) }),
  z.object({ kind: z.literal("failed"), reason: z.string() }),
  z.object({ kind: z.literal("noted") }),
  z.object({ kind: z.literal("alive") }),
  z.object({
    kind: z.literal("progress"),
    /** The current step, as in "opens the database". */
    step: z.string(),
  }),
]);
export type PartReport = z.infer<typeof partReportSchema>;

/**
 * What the launcher sends to a ready part, as JSON lines on its stdin after the configuration: warnings and errors of
 * the launcher's own log.
 */
const launcherTroubleSchema = z.object({ kind: z.literal("trouble"), line: z.string() });
export type LauncherTrouble = z.infer<typeof launcherTroubleSchema>;

/** A start-up error a person can act on: one sentence saying what is wrong and what to do. */
export class StartUpError extends Error {
  override readonly name = "StartUpError";
}

/** The result of a part's `start`. */
export interface RunningPart {
  close(): Promise<void>;
  /** Only in the part that stores the launcher's warnings. */
  recordTrouble?(trouble: LauncherTrouble): void;
  /** Resolves when the part wants a restart; most parts never do. */
  readonly restartRequested?: Promise<void>;
}

/** Exit code of a part that wants to be restarted. */
export const RESTART_EXIT_CODE = 75;

/** Steps closer together than this are reported as one, in ms: a step may be a row of a table. */
const PROGRESS_EVERY_MS = 500;
/** Maximum time for a part to close before it is killed, in ms. */
const CLOSE_LIMIT_MS = 4000;
const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Runs this process as a part of the station. The launcher writes the configuration as the first line of stdin and
 * keeps stdin open. When stdin ends, even because the launcher was killed, the part stops. SIGTERM and SIGINT stop it
 * too.
 */
export async function runPart<Config>({
  title,
  prepare = async () => {},
  parseConfig,
  start,
}: {
  readonly title: string;
  /** Work that needs no configuration. During an upgrade it runs while the old part is still up. */
  readonly prepare?: () => Promise<void>;
  readonly parseConfig: (value: unknown) => Config;
  readonly start: (
    config: Config,
    report: (report: PartReport) => void,
    channel: LauncherChannel | null,
  ) => Promise<RunningPart>;
}): Promise<void> {
  process.title = title;
  collectNowAndThen();
  // A socket, not a file stream: writes must not wait for a thread that a slow disk blocks.
  const reports = new Socket({ fd: 3, readable: false, writable: true });
  reports.on("error", () => {}); // the launcher is gone: stdin ends too, which stops us
  let progressAtMs = -Infinity;
  const report = (value: PartReport): void => {
    if (value.kind === "progress") {
      const nowMs = performance.now();
      if (nowMs - progressAtMs < PROGRESS_EVERY_MS) return;
      progressAtMs = nowMs;
    }
    reports.write(toJsonLine(value));
  };
  setInterval(() => {
    // A launcher that is busy reads the earlier beats later.
    if (reports.writableLength === 0) report({ kind: "alive" });
  }, BEAT_EVERY_MS).unref();
  report({ kind: "alive" });
  const lines = readJsonLines(process.stdin, { maxLineBytes: MAX_CONFIG_BYTES });
  const channel = LauncherChannel.open();
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stopped.resolve());
  try {
    const prepared = prepare();
    const first = await lines.next();
    if (first.done === true) return process.exit(1);
    await prepared;
    const part = await start(parseConfig(first.value), report, channel);
    void recordTroubles({ lines, part, report }).finally(() => stopped.resolve());
    const exitCode = await Promise.race([
      stopped.promise.then(() => 0),
      ...(part.restartRequested ? [part.restartRequested.then(() => RESTART_EXIT_CODE)] : []),
    ]);
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref();
    await part.close();
    process.exit(exitCode);
  } catch (error) {
    if (!(error instanceof StartUpError)) console.error(error);
    report({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    reports.end();
    await Promise.race([
      once(reports, "finish"),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]);
    process.exit(1);
  }
}

/** Ends with the launcher's end of the pipe. */
async function recordTroubles({
  lines,
  part,
  report,
}: {
  readonly lines: AsyncIterable<unknown>;
  readonly part: RunningPart;
  readonly report: (report: PartReport) => void;
}): Promise<void> {
  try {
    for await (const value of lines) {
      part.recordTrouble?.(launcherTroubleSchema.parse(value));
      report({ kind: "noted" });
    }
  } catch (error) {
    console.error(error);
  }
}
