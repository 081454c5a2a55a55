import { PROGRAMME_RATE_HZ } from "../engine/engine-protocol.ts";

/**
 * When each sample of the programme is due: ties a programme position to CLOCK_MONOTONIC, so that steps of the wall
 * clock change nothing.
 */
interface ProgrammeClock {
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

/** The running clock of the programme: what is due now, and how to recover when the machine could not keep up. */
export class ProgrammeTime {
  #clock: ProgrammeClock;

  /** Makes a position due now. @param speed 1 is real time */
  constructor({
    positionSamples,
    speed,
  }: {
    readonly positionSamples: number;
    readonly speed: number;
  }) {
    this.#clock = { positionSamples, dueNs: process.hrtime.bigint(), speed };
  }

  get speed(): number {
    return this.#clock.speed;
  }

  /** Programme position due now, in samples. */
  get positionSamples(): number {
    return positionAt(this.#clock, process.hrtime.bigint());
  }

  /** When that position is due, as CLOCK_MONOTONIC in ns. */
  dueNsOf(positionSamples: number): bigint {
    return dueNsOf(this.#clock, positionSamples);
  }

  /** Wall-clock time in ms at which that position is due. */
  wallMsOf(positionSamples: number): number {
    return wallMsOf({
      clock: this.#clock,
      positionSamples,
      nowNs: process.hrtime.bigint(),
      nowMs: Date.now(),
    });
  }

  /** How long that position has been due, in ms of real time; negative while early. */
  overdueMs(positionSamples: number): number {
    return Number(process.hrtime.bigint() - this.dueNsOf(positionSamples)) / 1e6;
  }

  /** Makes a position due after this much real time, whatever was due before. */
  tie({
    positionSamples,
    leadMs,
  }: {
    readonly positionSamples: number;
    readonly leadMs: number;
  }): void {
    const dueNs = process.hrtime.bigint() + BigInt(leadMs) * 1_000_000n;
    this.#clock = { positionSamples, dueNs, speed: this.#clock.speed };
  }
}
