import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";

/**
 * When each sample of the programme is due: a point that ties a programme position to CLOCK_MONOTONIC, so that
 * steps of the wall clock change nothing.
 */
export interface ProgrammeClock {
  readonly positionSamples: number;
  /** CLOCK_MONOTONIC in ns, as process.hrtime.bigint() gives it. */
  readonly dueNs: bigint;
  /** 1 is real time. */
  readonly speed: number;
}

/** When that position is due, as CLOCK_MONOTONIC in ns. */
export function dueNsOf(clock: ProgrammeClock, positionSamples: number): bigint {
  const samples = positionSamples - clock.positionSamples;
  return clock.dueNs + BigInt(Math.round((samples * 1e9) / (PROGRAMME_RATE_HZ * clock.speed)));
}

/** The position that is due at that moment; fractional. */
export function positionAt(clock: ProgrammeClock, nowNs: bigint): number {
  return (
    clock.positionSamples + (Number(nowNs - clock.dueNs) * PROGRAMME_RATE_HZ * clock.speed) / 1e9
  );
}

/** Wall-clock time in ms at which that position is, or was, due. */
export function wallMsOf({
  clock,
  positionSamples,
  nowNs,
  nowMs,
}: {
  readonly clock: ProgrammeClock;
  readonly positionSamples: number;
  readonly nowNs: bigint;
  readonly nowMs: number;
}): number {
  return nowMs + Number(dueNsOf(clock, positionSamples) - nowNs) / 1e6;
}

export function samplesToMs(samples: number): number {
  return (samples / PROGRAMME_RATE_HZ) * 1000;
}

export function msToSamples(ms: number): number {
  return Math.round((ms / 1000) * PROGRAMME_RATE_HZ);
}

/** What is remembered of the programme's position between runs of on-air. */
export interface RememberedPosition {
  readonly endSamples: number;
  /** Wall clock of the note, in ms. */
  readonly atMs: number;
}

/**
 * Where a new run of on-air begins: the remembered end plus the wall-clock time since, so that positions keep
 * their meaning for browsers that were connected before. The programme position never goes back: a wall clock
 * that was set back counts as no time passed, and the margin covers what was sent after the last note.
 * @param marginSamples most that may have been sent since the note, beyond the wall-clock time
 */
export function firstPositionSamples({
  remembered,
  nowMs,
  marginSamples,
}: {
  readonly remembered: RememberedPosition | null;
  readonly nowMs: number;
  readonly marginSamples: number;
}): number {
  if (remembered === null) return 0;
  const passedMs = Math.max(0, nowMs - remembered.atMs);
  return remembered.endSamples + msToSamples(passedMs) + marginSamples;
}
