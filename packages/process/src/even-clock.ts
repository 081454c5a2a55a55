import os from "node:os";

/** What the wall clock may gain or lose between two looks and still be right: it is being set bit by bit. */
const EVEN_MS = 60_000;
/** By then a wrong clock was put right, or the new time is right. */
const WITHHELD_MS = 30 * 60_000;

/**
 * The wall clock for what deletes by age. A clock that is wrong by a year would delete for good, so after it was set the
 * time is withheld for half an hour.
 */
export class EvenClock {
  readonly #wallMs: () => number;
  readonly #upMs: () => number;
  #aheadMs: number;
  #setAtMs = -Infinity;

  /** @param upMs goes on evenly, also while the machine sleeps */
  constructor({
    wallMs = () => Date.now(),
    upMs = () => os.uptime() * 1000,
  }: { readonly wallMs?: () => number; readonly upMs?: () => number } = {}) {
    this.#wallMs = wallMs;
    this.#upMs = upMs;
    this.#aheadMs = wallMs() - upMs();
  }

  /** In ms since 1970; null: the clock was set lately, and what is old is not known. */
  nowMs(): number | null {
    const [nowMs, upMs] = [this.#wallMs(), this.#upMs()];
    const aheadMs = nowMs - upMs;
    if (Math.abs(aheadMs - this.#aheadMs) > EVEN_MS) this.#setAtMs = upMs;
    this.#aheadMs = aheadMs;
    return upMs - this.#setAtMs < WITHHELD_MS ? null : nowMs;
  }
}
