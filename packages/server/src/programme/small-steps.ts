import { setImmediate as nextTurn } from "node:timers/promises";

/** A computation that may be paused at each yield. */
export type Steps<Outcome> = Generator<undefined, Outcome>;

/** Items per step, in under a millisecond. */
const STEP_ITEMS = 200;

/** Visits each item; may pause in between. */
export function* eachOf<Item>(items: Iterable<Item>, visit: (item: Item) => unknown): Steps<void> {
  let count = 0;
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % STEP_ITEMS === 0) yield;
  }
}

/** The first items by an order, without sorting all; the order is stable. */
export function* firstOf<Item>(
  items: Iterable<Item>,
  { most, compare }: { readonly most: number; readonly compare: (a: Item, b: Item) => number },
): Steps<readonly Item[]> {
  let kept: Item[] = [];
  let last: Item | undefined;
  yield* eachOf(items, (item) => {
    if (last !== undefined && compare(item, last) >= 0) return;
    kept.push(item);
    if (kept.length < 2 * most) return;
    kept = kept.toSorted(compare).slice(0, most);
    last = kept.at(-1);
  });
  return kept.toSorted(compare).slice(0, most);
}

/** Runs all steps at once. */
export function finish<Outcome>(steps: Steps<Outcome>): Outcome {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Time slicing for a job beside the rest of the process: it pauses often and has a time limit. */
interface WorkSlices {
  /**
   * Call between small steps of the job.
   * @returns false when the job must end: out of time, or no longer wanted
   */
  goOn(): Promise<boolean>;
}

/** Maximum time without a pause. */
const SLICE_MS = 8;
/** Time limit of a job, including the work in between. */
const MAX_MS = 60_000;

/** Runs steps with pauses in which other work runs. */
export async function runInSlices<Outcome>(steps: Steps<Outcome>): Promise<Outcome> {
  const slices = createWorkSlices({ signal: new AbortController().signal });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await slices.goOn();
  }
}

export function createWorkSlices({
  signal,
  nowMs = () => performance.now(),
  pause = async () => {
    await nextTurn();
  },
}: {
  readonly signal: AbortSignal;
  readonly nowMs?: () => number;
  /** Lets other work run. */
  readonly pause?: () => Promise<void>;
}): WorkSlices {
  const begunMs = nowMs();
  let sliceMs = begunMs;
  return {
    goOn: async () => {
      if (nowMs() - sliceMs >= SLICE_MS) {
        await pause();
        sliceMs = nowMs();
      }
      return !signal.aborted && nowMs() - begunMs < MAX_MS;
    },
  };
}
