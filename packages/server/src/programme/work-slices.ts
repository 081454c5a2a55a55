import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "./small-steps.ts";

/** Work beside everything else that the process does: it pauses often, and ends after a while. */
interface WorkSlices {
  /**
   * Called between small steps of the work.
   * @returns false when it has taken too long or is no longer wanted, and is to end here
   */
  goOn(): Promise<boolean>;
}

/** So long nothing else runs. */
const SLICE_MS = 8;
/** So long the work may take, what runs in between included. */
const MAX_MS = 60_000;

/** Runs steps with pauses, in which everything else comes. */
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
  /** Lets everything else run. */
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
