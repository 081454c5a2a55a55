import { dueNsOf, positionAt, wallMsOf, type ProgrammeClock } from "./programme-clock.ts";

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
