import v8 from "node:v8";
import vm from "node:vm";

/**
 * What keeps each process of the station small, given to Node when it is started. V8 may use half of the young
 * generation twice over, for the main thread and each worker: left to itself it lets it grow to 64 MiB within hours
 * and never gives it back, which can't be told from a leak.
 */
export const spareFlags: readonly string[] = ["--max-semi-space-size=4"];

/** The same for a process whose work does not grow with listeners and calls. Each of its threads needs 6 MiB less. */
export const leanFlags: readonly string[] = ["--max-semi-space-size=1"];

/** A start is over by then. */
const FIRST_MS = 30_000;
const EVERY_MS = 600_000;
/** A collection of less takes at most some 50 ms. */
const LARGEST_HEAP_BYTES = 96 * 1024 * 1024;

/**
 * Collects what the start left behind, and then every ten minutes what came since. V8 itself lets the heap of a process
 * that does little grow for hours before it looks. A heap of more than 96 MiB is left to V8, which collects it bit by
 * bit. For the life of this process.
 */
export function collectNowAndThen({ firstMs = FIRST_MS, everyMs = EVERY_MS } = {}): void {
  setTimeout(() => {
    const collect = findCollector();
    const collectSmall = () => {
      if (v8.getHeapStatistics().used_heap_size <= LARGEST_HEAP_BYTES) collect();
    };
    collectSmall();
    setInterval(collectSmall, everyMs).unref();
  }, firstMs).unref();
}

/** V8 gives it to contexts that are made while the flag is set. A station that is started with it takes more memory. */
function findCollector(): () => void {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof collect !== "function") throw new Error("V8 has no gc");
  return () => void collect();
}
