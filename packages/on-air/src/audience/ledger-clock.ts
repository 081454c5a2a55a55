/** A smaller difference between wall and monotonic clock is no jump. */
const LEAST_JUMP_MS = 1000;

/** Readings of the two clocks, in ms. */
export interface Clocks {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

/** The machine's clocks. */
export const systemClocks: Clocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/**
 * Wall-clock times whose differences are those of the monotonic clock: a wall clock that is set shows at `followJump`
 * only.
 */
export class LedgerClock {
  readonly #clocks: Clocks;
  /** Offset of our times from the monotonic clock. */
  #aheadMs: number;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#aheadMs = clocks.wallMs() - clocks.monotonicMs();
  }

  /** In whole ms. */
  nowMs(): number {
    return Math.round(this.#clocks.monotonicMs() + this.#aheadMs);
  }

  /** By how much the wall clock was set since it was last followed; 0: not at all. */
  get jumpMs(): number {
    const jumpMs = this.#clocks.wallMs() - this.nowMs();
    return Math.abs(jumpMs) < LEAST_JUMP_MS ? 0 : jumpMs;
  }

  /** From now on times have jumped by that much. */
  followJump(jumpMs: number): void {
    this.#aheadMs += jumpMs;
  }
}
