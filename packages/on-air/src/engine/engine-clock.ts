import { PROGRAMME_RATE_HZ } from "./engine-protocol.ts";

const NS_PER_SECOND = 1_000_000_000;
/**
 * Further behind than this, sound is stale and the programme continues from now. An engine that replaces a dead one
 * starts as far behind as it took to start; catching up refills the listeners' bursts.
 */
const CATCH_UP_LIMIT_NS = 5 * NS_PER_SECOND;
/** The programme is always produced at least this far ahead of the wall clock. */
const LEAST_LEAD_NS = 50_000_000;

/**
 * When each sample is due, in absolute monotonic time, so lateness never accumulates. Times are nanoseconds of
 * `process.hrtime`, positions are samples of the programme.
 */
export class EngineClock {
  readonly #speed: number;
  readonly #leadSamples: number;
  #anchorNs: bigint;
  #anchorSamples: number;

  constructor({
    positionSamples,
    dueNs,
    clockSpeed,
    leadMs,
  }: {
    readonly positionSamples: number;
    readonly dueNs: bigint;
    readonly clockSpeed: number;
    readonly leadMs: number;
  }) {
    this.#speed = clockSpeed;
    this.#anchorNs = dueNs;
    this.#anchorSamples = positionSamples;
    const leastLeadMs = (LEAST_LEAD_NS / 1_000_000) * clockSpeed;
    this.#leadSamples = (Math.max(leadMs, leastLeadMs) * PROGRAMME_RATE_HZ) / 1000;
  }

  /** Position that is due now. */
  heardAt(nowNs: bigint): number {
    const elapsedSeconds = Number(nowNs - this.#anchorNs) / NS_PER_SECOND;
    return this.#anchorSamples + elapsedSeconds * PROGRAMME_RATE_HZ * this.#speed;
  }

  /** Position up to which sound must be produced now. */
  wantedAt(nowNs: bigint): number {
    return this.heardAt(nowNs) + this.#leadSamples;
  }

  /** Nanoseconds from now until `position` must be produced; negative when late. */
  untilWantedNs(position: number, nowNs: bigint): number {
    const samples = position - this.wantedAt(nowNs);
    return (samples / PROGRAMME_RATE_HZ / this.#speed) * NS_PER_SECOND;
  }

  isBeyondCatchUp(position: number, nowNs: bigint): boolean {
    return -this.untilWantedNs(position, nowNs) > CATCH_UP_LIMIT_NS;
  }

  /** Makes `position` due now and drops what was missed. */
  reanchor(position: number, nowNs: bigint): void {
    this.#anchorSamples = position - this.#leadSamples;
    this.#anchorNs = nowNs;
  }
}
