import { networkOf } from "@neonrelay/process/client-address";

/** Free attempts: people mistype. */
const FREE_FAILURES = 3;
const MAX_WAIT_MS = 60_000;
/** Failures are forgotten this long after the last one. */
const MEMORY_MS = 15 * 60_000;
const MAX_ADDRESSES = 10_000;

interface Failures {
  readonly count: number;
  readonly lastAtMs: number;
}

/** Network addresses that tried wrong keys, and how long each must wait. Times are from a monotonic clock. */
export class SourceThrottle {
  readonly #failures = new Map<string, Failures>();

  /** How long the address must wait before its next try, in ms; 0 if it may try now. */
  waitMs(address: string, nowMs: number): number {
    const failures = this.#failures.get(networkOf(address));
    if (failures === undefined || nowMs - failures.lastAtMs > MEMORY_MS) return 0;
    const doublings = failures.count - FREE_FAILURES;
    if (doublings < 0) return 0;
    const waitMs = Math.min(MAX_WAIT_MS, 1000 * 2 ** doublings);
    return Math.max(0, failures.lastAtMs + waitMs - nowMs);
  }

  failed(address: string, nowMs: number): void {
    const network = networkOf(address);
    const before = this.#failures.get(network);
    const isFresh = before !== undefined && nowMs - before.lastAtMs <= MEMORY_MS;
    this.#failures.delete(network);
    this.#failures.set(network, { count: isFresh ? before.count + 1 : 1, lastAtMs: nowMs });
    const oldest = this.#failures.keys().next();
    if (this.#failures.size > MAX_ADDRESSES && oldest.done !== true)
      this.#failures.delete(oldest.value);
  }

  succeeded(address: string): void {
    this.#failures.delete(networkOf(address));
  }
}
