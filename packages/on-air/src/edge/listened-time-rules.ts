/** Total listened time of an edge, in s. Only the sum of the two is reported. */
export interface ListenedTime {
  /** In earlier runs of the edge. */
  readonly beforeSeconds: number;
  /** In this run. */
  readonly runSeconds: number;
  /** Whether the master has said in this run what it knows. */
  readonly isAgreed: boolean;
}

/** State at the start of a run. @param rememberedSeconds what the last run left on disk */
export function timeAtStart(rememberedSeconds: number): ListenedTime {
  return { beforeSeconds: rememberedSeconds, runSeconds: 0, isAgreed: false };
}

export function addTime(time: ListenedTime, seconds: number): ListenedTime {
  return { ...time, runSeconds: time.runSeconds + seconds };
}

/**
 * Applies the first answer of a run: the master may know more than our disk, which lost its last moments or was
 * restored from a backup. This run is not in the master's sum, since none of it was reported yet.
 */
export function agree(time: ListenedTime, masterSeconds: number): ListenedTime {
  if (time.isAgreed) return time;
  const beforeSeconds = Math.max(time.beforeSeconds, masterSeconds);
  return { ...time, beforeSeconds, isAgreed: true };
}

export function sumOf({ beforeSeconds, runSeconds }: ListenedTime): number {
  return beforeSeconds + runSeconds;
}

/** null until the master has said what it knows. */
export function sumToReport(time: ListenedTime): number | null {
  return time.isAgreed ? sumOf(time) : null;
}
