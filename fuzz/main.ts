// `npm run fuzz -- --minutes n [--target name] [--seed s]`: feeds mutated inputs to every parser of outside data until
// the time is up. Failures are saved in fuzz/corpora and printed.
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import { corpusFile, saveInput } from "./corpus.ts";
import { SharedInput } from "./shared-input.ts";
import { targetNames } from "./targets.ts";

/** An input that runs longer counts as hanging; no target needs a hundredth of it. */
const HANG_MS = 30_000;
const CHECK_INTERVAL_MS = 1000;
const MAX_HEAP_MIB = 1024;

const outcomeSchema = z.object({
  inputs: z.number(),
  blocks: z.number(),
  kept: z.number(),
  slowestMs: z.number(),
  failure: z.nullable(
    z.object({ why: z.string(), stack: z.string(), input: z.instanceof(Uint8Array) }),
  ),
});
type Outcome = z.infer<typeof outcomeSchema>;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    target: { type: "string", multiple: true, default: [...targetNames] },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const unknown = values.target.find((name) => !targetNames.includes(name));
const minutes = Number(values.minutes);
if (unknown !== undefined || !(minutes > 0) || !/^\d{1,9}$/.test(values.seed)) {
  console.error("Usage: npm run fuzz -- --minutes N [--target NAME]… [--seed NUMBER]");
  console.error(`Targets: ${targetNames.join(", ")}`);
  process.exit(1);
}
const seconds = (minutes * 60) / values.target.length;
console.log(`seed ${values.seed}, ${seconds.toFixed(1)} s for each target`);
for (const name of values.target) {
  const { failure, ...counts } = await fuzzTarget(name, Number(values.seed));
  const shown = Object.entries(counts).map(([what, count]) => `${what} ${Math.round(count)}`);
  console.log(`${name}: ${failure === null ? "ok" : "FAILED"}, ${shown.join(", ")}`);
  if (failure === null) continue;
  saveInput(name, { why: failure.why.slice(0, 200), bytes: Buffer.from(failure.input) });
  console.error(failure.stack);
  console.error(`The input is the last line of ${corpusFile(name)}. To try it again:`);
  console.error(`npx vitest run fuzz/replay.test.ts -t ${name}`);
  process.exitCode = 1;
}

async function fuzzTarget(name: string, seed: number): Promise<Outcome> {
  const shared = new SharedInput();
  const worker = new Worker(new URL("worker.ts", import.meta.url), {
    workerData: { name, seed, seconds, memory: shared.memory },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const fail = (why: string, stack = why): void => {
    const counts = { inputs: shared.steps, blocks: 0, kept: 0, slowestMs: 0 };
    resolve({ ...counts, failure: { why, stack, input: new Uint8Array(shared.read()) } });
  };
  worker.once("message", (message) => resolve(outcomeSchema.parse(message)));
  worker.once("error", (error) => fail(String(error), error instanceof Error ? error.stack : ""));
  worker.once("exit", () => fail("the thread has ended"));
  const watch = watchSteps(shared, () => fail(`no end within ${HANG_MS} ms`));
  const outcome = await promise;
  clearInterval(watch);
  await worker.terminate();
  return outcome;
}

function watchSteps(shared: SharedInput, onHang: () => void): NodeJS.Timeout {
  let { steps } = shared;
  let stoodStillMs = 0;
  return setInterval(() => {
    stoodStillMs = shared.steps === steps ? stoodStillMs + CHECK_INTERVAL_MS : 0;
    ({ steps } = shared);
    // The first input includes loading the target's code.
    if (stoodStillMs >= HANG_MS && steps > 0) onHang();
  }, CHECK_INTERVAL_MS);
}
