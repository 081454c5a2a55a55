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
type Figure = keyof ProcessSample;

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

/** Of memory, every hour but the first is within this share of the middle one. */
const MEMORY_SPREAD = 0.1;
/** From the middle of the soak to its end memory may grow by this share: whatever settles has settled by then. */
const LATE_GROWTH = 0.03;
/** A heap this much larger is the collector's own doing, however small the heap. */
const LEAST_HEAP_GROWTH_MIB = 4;
/** Handles may be more by this many, for what happens to be open. */
const HANDLE_GROWTH = 2;

/** @param hours in their order; the first is warm-up @returns what has grown beyond its bound, as sentences */
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
  // Between two great collections lie hours: what the first and the last third come down to is compared.
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
