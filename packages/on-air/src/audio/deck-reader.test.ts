import { MessageChannel, Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { controlWords, createDeckMemory, type DeckOrder } from "./deck-link.ts";

test("an order whose wake-up is lost is taken up all the same", async () => {
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
      port1.postMessage({ generation, load: null } satisfies DeckOrder);
      // Less than the engine waits before it takes a deck for hanging.
      await expect.poll(() => control[controlWords.generation], { timeout: 3000 }).toBe(generation);
    }
  } finally {
    await worker.terminate();
    port1.close();
  }
});
