import v8 from "node:v8";
import vm from "node:vm";

/**
 * Node flags that keep each process of the station small. V8 may use half of the young generation twice over, for the
 * main thread and each worker. By default it grows to 64 MiB within hours and never shrinks, which looks just like a
 * leak.
 */
export const spareFlags: readonly string[] = ["--max-semi-space-size=4"];

/** For a process whose work does not grow with listeners and calls. Saves 6 MiB per thread. */
export const leanFlags: readonly string[] = ["--max-semi-space-size=1"];

/** Start-up is over by then. */
const FIRST_MS = 30_000;
const EVERY_MS = 600_000;
/** Collecting a smaller heap takes about 50 ms at most. */
const LARGEST_HEAP_BYTES = 96 * 1024 * 1024;

/**
 * Collects what start-up left behind, then every ten minutes whatever came since. V8 alone lets the heap of a mostly
 * idle process grow for hours. Heaps over 96 MiB are left to V8, which collects them incrementally. Runs for the life
 * of this process.
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

/** V8 exposes `gc` to contexts created while the flag is set. Starting the station with the flag would cost memory. */
function findCollector(): () => void {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof collect !== "function") throw new Error("V8 has no gc");
  return () => void collect();
}
