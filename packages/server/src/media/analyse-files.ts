import type { MediaJob, MediaResult } from "@neonrelay/on-air/media-jobs";
import { MediaChildError, type MediaRun, runMediaJob } from "./media-runner.ts";

type FileResult = Extract<MediaResult, { kind: "analysed" | "refused" }>;

const BATCH_FILES = 100;
/** Consecutive failures, before any file was read, that mean the child itself is broken. */
const MAX_EARLY_FAILURES = 5;

/** State shared by the children of one analysis. */
interface Analysis {
  /** Files not yet given to a child. */
  readonly waiting: string[];
  readonly artworkFolder: string;
  readonly niceness: number;
  readonly run: Omit<MediaRun, "job">;
  lanes: number;
  earlyFailures: number;
  hasWorked: boolean;
}

/**
 * Reads each file and yields its result as soon as it is known. A file that crashes or hangs its child is refused, and
 * the others continue.
 * @param atOnce children side by side, at least 1
 * @throws MediaChildError when the child does not work at all
 */
export async function* analyseFiles({
  paths,
  artworkFolder,
  niceness,
  atOnce,
  signal,
  ...run
}: {
  readonly paths: readonly string[];
  readonly artworkFolder: string;
  readonly niceness: number;
  readonly atOnce: number;
} & Omit<MediaRun, "job">): AsyncGenerator<FileResult, void, undefined> {
  const ending = new AbortController();
  const lanes = Math.min(atOnce, paths.length);
  const analysis: Analysis = {
    waiting: [...paths],
    artworkFolder,
    niceness,
    run: { ...run, signal: AbortSignal.any([signal, ending.signal]) },
    lanes,
    earlyFailures: 0,
    hasWorked: false,
  };
  try {
    yield* mergeGenerators(Array.from({ length: lanes }, () => runLane(analysis)));
  } finally {
    ending.abort();
  }
}

/** Runs one child after another until no file waits. */
async function* runLane(analysis: Analysis): AsyncGenerator<FileResult, void, undefined> {
  try {
    while (analysis.waiting.length > 0) {
      const share = Math.ceil(analysis.waiting.length / analysis.lanes);
      const batch = new Set(analysis.waiting.splice(0, Math.min(share, BATCH_FILES)));
      try {
        yield* readBatch(analysis, batch);
      } catch (error) {
        if (!(error instanceof MediaChildError)) throw error;
        const [culprit, ...others] = batch;
        analysis.waiting.unshift(...others);
        if (culprit === undefined) continue;
        if (error.isFilesFault || analysis.hasWorked) {
          yield { kind: "refused", path: culprit, reason: error.message };
          continue;
        }
        // The child or only this file may be broken: another file or another child will tell.
        analysis.waiting.push(culprit);
        if (analysis.lanes > 1) return;
        analysis.earlyFailures += 1;
        const { earlyFailures, waiting } = analysis;
        if (earlyFailures >= MAX_EARLY_FAILURES || earlyFailures >= waiting.length) throw error;
      }
    }
  } finally {
    analysis.lanes -= 1;
  }
}

/** Removes files from the batch as their results arrive. */
async function* readBatch(
  analysis: Analysis,
  batch: Set<string>,
): AsyncGenerator<FileResult, void, undefined> {
  const { artworkFolder, niceness, run } = analysis;
  const job: MediaJob = { kind: "analyse", paths: [...batch], artworkFolder, niceness };
  for await (const result of runMediaJob({ ...run, job })) {
    if (result.kind !== "analysed" && result.kind !== "refused") continue;
    if (!batch.delete(result.path)) continue;
    analysis.hasWorked = true;
    yield result;
  }
  for (const path of batch)
    yield { kind: "refused", path, reason: "The analysis returned no result for this file" };
}

/**
 * Yields the values of all generators as they arrive; each is asked for its next value only once its last was taken. An
 * error in one ends all.
 */
async function* mergeGenerators<Value>(
  generators: readonly AsyncGenerator<Value, void, undefined>[],
): AsyncGenerator<Value, void, undefined> {
  type Next = readonly [AsyncGenerator<Value, void, undefined>, IteratorResult<Value, void>];
  const next = async (generator: AsyncGenerator<Value, void, undefined>): Promise<Next> => [
    generator,
    await generator.next(),
  ];
  const pending = new Map(generators.map((generator) => [generator, next(generator)]));
  try {
    while (pending.size > 0) {
      const [generator, result] = await Promise.race(pending.values());
      if (result.done === true) {
        pending.delete(generator);
      } else {
        yield result.value;
        pending.set(generator, next(generator));
      }
    }
  } finally {
    for (const [generator, promise] of pending) {
      promise.catch(() => {}); // ends because another failed or the consumer has left
      generator.return().catch(() => {});
    }
  }
}
