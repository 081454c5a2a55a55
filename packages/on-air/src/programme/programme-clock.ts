import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";

/**
 * When each sample of the programme is due: ties a programme position to CLOCK_MONOTONIC, so that steps of the wall
 * clock change nothing.
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

/** The position due at that moment; fractional. */
export function positionAt(clock: ProgrammeClock, nowNs: bigint): number {
  return (
    clock.positionSamples + (Number(nowNs - clock.dueNs) * PROGRAMME_RATE_HZ * clock.speed) / 1e9
  );
}

/** Wall-clock time, in ms, at which that position is or was due. */
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
