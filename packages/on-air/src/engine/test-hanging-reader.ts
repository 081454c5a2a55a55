/** A deck thread that delivers one second of sound and then hangs, as a codec may. For tests. */
import { workerData } from "node:worker_threads";
import { controlWords, deckStatuses } from "../audio/deck-link.ts";
import type { DeckReaderData } from "../audio/deck-reader.ts";
import { CHANNELS, SAMPLE_RATE_HZ } from "../audio/pcm-format.ts";
import { PcmRing } from "../audio/pcm-ring.ts";

// Made by the test in this process.
const { memory }: DeckReaderData = workerData;
const control = new Int32Array(memory.control);

Atomics.store(control, controlWords.isUp, 1);
Atomics.wait(control, controlWords.wake, 0);
new PcmRing(memory.ring).write(new Float32Array(SAMPLE_RATE_HZ * CHANNELS).fill(0.25));
Atomics.store(control, controlWords.status, deckStatuses.reading);
Atomics.store(control, controlWords.generation, 1);
while (Atomics.load(control, controlWords.isToEnd) === 0)
  Atomics.wait(control, controlWords.wake, Atomics.load(control, controlWords.wake), 100);
