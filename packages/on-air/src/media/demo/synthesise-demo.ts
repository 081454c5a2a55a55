import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { DEMO_JINGLES_FOLDER } from "../media-jobs.ts";
import { demoPieces } from "./demo-songs.ts";

/**
 * Writes the songs and jingles missing from `folder`: a file there is always complete. The first has the machine to
 * itself, because a new station is silent until it exists; the others are made two at a time.
 * @param onTrack called with each file as soon as it is complete
 * @throws the error that kept a track from being written; tracks announced before that stay
 */
export async function synthesiseDemo({
  folder,
  onTrack,
}: {
  readonly folder: string;
  readonly onTrack: (filePath: string) => Promise<void>;
}): Promise<void> {
  await mkdir(path.join(folder, DEMO_JINGLES_FOLDER), { recursive: true });
  const there = new Set(await readdir(folder, { recursive: true }));
  const missing = [...demoPieces.entries()]
    .filter(([, { file }]) => !there.has(file))
    .map(([index]) => index);
  const [first, ...rest] = missing;
  if (first === undefined) return;
  const firstWorker = startWorker(folder);
  const workers = [firstWorker];
  try {
    await onTrack(await makeTrack(firstWorker, first));
    workers.push(startWorker(folder));
    await Promise.all(
      workers.map(async (worker) => {
        for (let index = rest.shift(); index !== undefined; index = rest.shift())
          await onTrack(await makeTrack(worker, index));
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function startWorker(folder: string): Worker {
  return new Worker(new URL("./demo-worker.ts", import.meta.url), { workerData: { folder } });
}

/** @returns the path of the finished file */
async function makeTrack(worker: Worker, pieceIndex: number): Promise<string> {
  const answered = nextMessage(worker);
  worker.postMessage(pieceIndex);
  return answered;
}

async function nextMessage(worker: Worker): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onExit = (code: number): void => reject(new Error(`a demo worker ended with ${code}`));
  worker.once("message", (message: unknown) => resolve(String(message)));
  worker.once("error", reject);
  worker.once("exit", onExit);
  try {
    return await promise;
  } finally {
    worker.off("error", reject);
    worker.off("exit", onExit);
  }
}
