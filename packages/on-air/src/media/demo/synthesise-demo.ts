import { mkdir } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { demoSongs } from "./demo-songs.ts";

const WORKERS = 2;

/**
 * Writes the demo tracks into `folder`, two at a time, the first of the album first.
 * @param onTrack called with each file as soon as it is whole
 * @throws whatever kept a track from being written; the tracks announced before stay
 */
export async function synthesiseDemo({
  folder,
  onTrack,
}: {
  readonly folder: string;
  readonly onTrack: (filePath: string) => Promise<void>;
}): Promise<void> {
  await mkdir(folder, { recursive: true });
  const waiting = demoSongs.map((_, index) => index);
  await Promise.all(Array.from({ length: WORKERS }, () => runWorker({ folder, waiting, onTrack })));
}

/** Gives one worker songs from `waiting`, which the workers share, until it is empty. */
async function runWorker({
  folder,
  waiting,
  onTrack,
}: {
  readonly folder: string;
  readonly waiting: number[];
  readonly onTrack: (filePath: string) => Promise<void>;
}): Promise<void> {
  const worker = new Worker(new URL("./demo-worker.ts", import.meta.url), {
    workerData: { folder },
  });
  try {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const answered = nextMessage(worker);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage(index);
      await onTrack(await answered);
    }
  } finally {
    await worker.terminate();
  }
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
