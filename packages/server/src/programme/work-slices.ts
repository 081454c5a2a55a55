import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "./small-steps.ts";

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
