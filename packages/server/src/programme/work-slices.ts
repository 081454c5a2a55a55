import { setImmediate as nextTurn } from "node:timers/promises";

/** Work beside everything else that the process does: it pauses often, and ends after a while. */
export interface WorkSlices {
  /**
   * Called between small steps of the work.
   * @returns false when it has taken too long or is no longer wanted, and is to end here
   */
  goOn(): Promise<boolean>;
}

/** So long nothing else runs. */
const SLICE_MS = 8;
/** So long the work may take, what runs in between included. */
const MOST_MS = 60_000;

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
      return !signal.aborted && nowMs() - begunMs < MOST_MS;
    },
  };
}
