import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { controlWords, createDeckMemory, deckStatuses, type DeckOrder } from "./deck-link.ts";
import { PcmRing } from "./pcm-ring.ts";

const MIB = 1024 * 1024;

test("an order whose wake-up is lost is still carried out", async () => {
  const memory = createDeckMemory();
  const control = new Int32Array(memory.control);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("deck-reader.ts", import.meta.url), {
    workerData: { memory, port: port2 },
    transferList: [port2],
  });
  try {
    await expect.poll(() => control[controlWords.isUp], { timeout: 20_000 }).toBe(1);

    for (let generation = 1; generation <= 3; generation += 1) {
      port1.postMessage({ generation, load: null, isAgain: false } satisfies DeckOrder);
      // Shorter than the engine waits before it considers a deck hung.
      await expect.poll(() => control[controlWords.generation], { timeout: 3000 }).toBe(generation);
    }
  } finally {
    await end(worker, control);
    port1.close();
  }
});

test("a deck that plays for hours frees the memory of what it has played", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "deck-reader-"));
  const memory = createDeckMemory();
  const control = new Int32Array(memory.control);
  const ring = new PcmRing(memory.ring);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL("deck-reader.ts", import.meta.url), {
    workerData: { memory, port: port2 },
    transferList: [port2],
  });
  try {
    const file = await writeSilence(folder, { minutes: 60 });
    const load = { kind: "file", path: file, offsetMs: 0 } as const;
    port1.postMessage({ generation: 1, load, isAgain: false } satisfies DeckOrder);
    const drainFor = async (samples: number): Promise<void> => {
      for (let drained = 0; drained < samples;) {
        if (control[controlWords.status] === deckStatuses.ended) throw new Error("it ended");
        const { available } = ring;
        ring.skip(available);
        drained += available;
        Atomics.add(control, controlWords.wake, 1);
        Atomics.notify(control, controlWords.wake);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };

    await drainFor(10 * MINUTE_SAMPLES);
    const before = process.memoryUsage.rss();
    await drainFor(40 * MINUTE_SAMPLES);

    // 800 MiB were played in between. Other suites in this process also allocate and free.
    expect((process.memoryUsage.rss() - before) / MIB).toBeLessThan(200);
  } finally {
    await end(worker, control);
    port1.close();
    await rm(folder, { recursive: true });
  }
});

/** Asks the reader to exit, as the engine does. Terminating it inside native code would take the process down. */
async function end(worker: Worker, control: Int32Array<SharedArrayBuffer>): Promise<void> {
  const exited = once(worker, "exit", { signal: AbortSignal.timeout(10_000) });
  Atomics.store(control, controlWords.isToEnd, 1);
  Atomics.add(control, controlWords.wake, 1);
  Atomics.notify(control, controlWords.wake);
  await exited;
}

const RATE_HZ = 44_100;
const MINUTE_SAMPLES = 60 * RATE_HZ;

/** Writes a WAV file of stereo silence as a sparse file. */
async function writeSilence(
  folder: string,
  { minutes }: { readonly minutes: number },
): Promise<string> {
  const bytes = minutes * MINUTE_SAMPLES * 4;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(bytes + 36, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(bytes, 40);
  const file = path.join(folder, "silence.wav");
  await using handle = await open(file, "w");
  await handle.write(header);
  await handle.truncate(bytes + header.length);
  return file;
}
