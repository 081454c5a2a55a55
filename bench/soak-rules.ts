import { medianOf } from "./process-figures.ts";

/** What a process had at one moment. */
export interface ProcessSample {
  readonly residentMib: number;
  /** What JavaScript holds, its buffers included. */
  readonly heapMib: number;
  readonly openFiles: number;
  readonly threads: number;
  /** What keeps its event loop alive: sockets, timers, requests. */
  readonly resources: number;
}
export type Figure = keyof ProcessSample;

/** An hour of programme: memory at its middle value, everything else at its least, for that is what a leak lifts. */
export function hourOf(samples: readonly ProcessSample[]): ProcessSample {
  const least = (figure: Figure): number => Math.min(...samples.map((sample) => sample[figure]));
  return {
    residentMib: medianOf(samples.map(({ residentMib }) => residentMib)),
    heapMib: least("heapMib"),
    openFiles: least("openFiles"),
    threads: least("threads"),
    resources: least("resources"),
  };
}

/** Memory may grow by this share of what it was in the second hour, when every path has run. */
const MEMORY_GROWTH = 0.1;
/** A heap this much larger is the collector's own doing, however small the heap. */
const LEAST_HEAP_GROWTH_MIB = 4;
/** Handles may be more by this many, for what happens to be open. */
const HANDLE_GROWTH = 2;

/** @param hours in their order; the first is warm-up @returns what has grown beyond its bound, as sentences */
export function growthOf(name: string, hours: readonly ProcessSample[]): readonly string[] {
  const [second, ...later] = hours.slice(1);
  if (second === undefined || later.length === 0) return ["too few hours to judge"];
  const bounds: Readonly<Record<Figure, number>> = {
    residentMib: second.residentMib * (1 + MEMORY_GROWTH),
    heapMib: second.heapMib + Math.max(LEAST_HEAP_GROWTH_MIB, second.heapMib * MEMORY_GROWTH),
    openFiles: second.openFiles + HANDLE_GROWTH,
    threads: second.threads,
    resources: second.resources + HANDLE_GROWTH,
  };
  return figures.flatMap((figure) => {
    const worst = Math.max(...later.map((hour) => hour[figure]));
    return worst <= bounds[figure]
      ? []
      : [`${figure} of ${name} went from ${round(second[figure])} to ${round(worst)}`];
  });
}
const figures = ["residentMib", "heapMib", "openFiles", "threads", "resources"] as const;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
