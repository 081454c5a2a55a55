/** Fuzzes one target in a separate thread, which the command terminates if an input hangs. */
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { readCorpus } from "./corpus.ts";
import { Coverage } from "./coverage.ts";
import { fuzz } from "./fuzz-loop.ts";
import { SharedInput } from "./shared-input.ts";
import { loadTarget } from "./targets.ts";
import { LooseFailures } from "./try-input.ts";

const order = z
  .object({
    name: z.string(),
    seed: z.int(),
    seconds: z.number(),
    memory: z.instanceof(SharedArrayBuffer),
  })
  .parse(workerData);
const shared = new SharedInput(order.memory);
const target = await loadTarget(order.name);
using coverage = await Coverage.start();
using loose = new LooseFailures();
const outcome = await fuzz({
  target,
  seed: order.seed,
  endsAtMs: performance.now() + order.seconds * 1000,
  saved: readCorpus(order.name).map(({ bytes }) => bytes),
  coverage,
  loose,
  begin: (input) => shared.begin(input),
});
parentPort?.postMessage(outcome);
