import { medianOf } from "./process-figures.ts";

/** A process's resources at one moment. */
export interface ProcessSample {
  readonly residentMib: number;
  /** JavaScript heap, buffers included. */
  readonly heapMib: number;
  readonly openFiles: number;
  readonly threads: number;
  /** Active handles of its event loop: sockets, timers, requests. */
  readonly resources: number;
}
type Figure = keyof ProcessSample;

/**
 * Summarises an hour of programme: the median of memory, the minimum of everything else, since leaks raise minimums.
 */
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

/** Memory of every hour but the first is within this share of the median. */
const MEMORY_SPREAD = 0.1;
/** Maximum memory growth from the middle of the soak to its end: everything has settled by then. */
const LATE_GROWTH = 0.03;
/** Heap growth up to this much is the collector's doing, however small the heap. */
const LEAST_HEAP_GROWTH_MIB = 4;
/** Allowed increase of handles, for whatever happens to be open. */
const HANDLE_GROWTH = 2;

/** @param hours in order; the first is warm-up @returns growth beyond the bounds, as sentences */
export function growthOf(name: string, hours: readonly ProcessSample[]): readonly string[] {
  const warm = hours.slice(1);
  const [second, ...later] = warm;
  const last = warm.at(-1);
  const halfway = warm[Math.floor(warm.length / 2)];
  if (second === undefined || last === undefined || halfway === undefined || later.length === 0)
    return ["too few hours to judge"];
  const middle = medianOf(warm.map(({ residentMib }) => residentMib));
  const spread = Math.max(...warm.map(({ residentMib }) => Math.abs(residentMib / middle - 1)));
  const late = last.residentMib / halfway.residentMib - 1;
  // Major collections are hours apart, so the lows of the first and last third are compared.
  const third = Math.max(1, Math.floor(warm.length / 3));
  const floor = heapFloorOf(warm.slice(0, third));
  const lateFloor = heapFloorOf(warm.slice(-third));
  const heapBound = floor + Math.max(LEAST_HEAP_GROWTH_MIB, floor * MEMORY_SPREAD);
  const bounds: Readonly<Record<Exclude<Figure, "residentMib" | "heapMib">, number>> = {
    openFiles: second.openFiles + HANDLE_GROWTH,
    threads: second.threads,
    resources: second.resources + HANDLE_GROWTH,
  };
  return [
    ...(spread <= MEMORY_SPREAD ? [] : [`memory of ${name} was ${percent(spread)} off its middle`]),
    ...(late <= LATE_GROWTH
      ? []
      : [`memory of ${name} grew by ${percent(late)} in the second half`]),
    ...(lateFloor <= heapBound
      ? []
      : [`the heap of ${name} went from ${round(floor)} to ${round(lateFloor)} MiB`]),
    ...figures.flatMap((figure) => {
      const worst = Math.max(...later.map((hour) => hour[figure]));
      return worst <= bounds[figure]
        ? []
        : [`${figure} of ${name} went from ${round(second[figure])} to ${round(worst)}`];
    }),
  ];
}
const figures = ["openFiles", "threads", "resources"] as const;

function heapFloorOf(hours: readonly ProcessSample[]): number {
  return Math.min(...hours.map(({ heapMib }) => heapMib));
}

function percent(share: number): string {
  return `${round(share * 100)} %`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
