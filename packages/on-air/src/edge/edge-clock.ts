import { msToSamples, samplesToMs } from "../programme/programme-clock.ts";
import type { BridgeTime } from "../programme/mount-feed.ts";
import { followArrival, noArrivals, type Arrivals } from "./edge-clock-rules.ts";

/** When the sound of one mount is due, by the end of the sound received from the master. */
export class EdgeClock implements BridgeTime {
  readonly speed = 1;
  #positionSamples: number;
  /** On the monotonic clock. */
  #dueMs = performance.now();
  #arrivals: Arrivals = noArrivals(this.#dueMs);

  /** Makes a position due now. */
  constructor(positionSamples: number) {
    this.#positionSamples = positionSamples;
  }

  overdueMs(positionSamples: number): number {
    return performance.now() - this.#dueMs - samplesToMs(positionSamples - this.#positionSamples);
  }

  /** Master audio received up to this position. @returns how far this moved the clock forward, in ms */
  arrived(endSamples: number): number {
    const nowMs = performance.now();
    const aheadMs = -this.overdueMs(endSamples);
    const { arrivals, laterMs } = followArrival({ arrivals: this.#arrivals, aheadMs, nowMs });
    this.#arrivals = arrivals;
    this.#dueMs += laterMs;
    return Math.max(0, -laterMs);
  }

  /** Makes a position due now, whatever was due before. */
  tie(positionSamples: number): void {
    this.#positionSamples = positionSamples;
    this.#dueMs = performance.now();
    this.#arrivals = noArrivals(this.#dueMs);
  }

  /** For a new connection, which may be faster or slower. */
  forgetArrivals(): void {
    this.#arrivals = noArrivals(performance.now());
  }

  /** The position due now. */
  get positionSamples(): number {
    return this.#positionSamples + msToSamples(performance.now() - this.#dueMs);
  }
}
