/** How long listeners have listened at an edge, in s. Of these two, only their sum is reported. */
export interface ListenedTime {
  /** In earlier runs of the edge. */
  readonly beforeSeconds: number;
  /** In this run. */
  readonly runSeconds: number;
  /** Whether the master has said in this run what it knows. */
  readonly isAgreed: boolean;
}

/** At the start of a run. @param rememberedSeconds what the last one left on disk */
export function timeAtStart(rememberedSeconds: number): ListenedTime {
  return { beforeSeconds: rememberedSeconds, runSeconds: 0, isAgreed: false };
}

export function addTime(time: ListenedTime, seconds: number): ListenedTime {
  return { ...time, runSeconds: time.runSeconds + seconds };
}

/**
 * With the first answer of a run: the master may know of more than the disk here, which lost the last moments or was put
 * back from a copy. Nothing of this run is in it, since nothing of it was reported yet.
 */
export function agree(time: ListenedTime, masterSeconds: number): ListenedTime {
  if (time.isAgreed) return time;
  const beforeSeconds = Math.max(time.beforeSeconds, masterSeconds);
  return { ...time, beforeSeconds, isAgreed: true };
}

export function sumOf({ beforeSeconds, runSeconds }: ListenedTime): number {
  return beforeSeconds + runSeconds;
}

/** null: not before the master has said what it knows. */
export function sumToReport(time: ListenedTime): number | null {
  return time.isAgreed ? sumOf(time) : null;
}
