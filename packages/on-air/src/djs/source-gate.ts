import { networkOf } from "@neonrelay/process/client-address";
import type { DjKey } from "../protocol/index.ts";
import type { Credentials, DjKeys } from "./dj-keys.ts";

/** Free attempts: people mistype. */
const FREE_FAILURES = 3;
const MAX_WAIT_MS = 60_000;
/** Failures are forgotten this long after the last one. */
const MEMORY_MS = 15 * 60_000;
const MAX_ADDRESSES = 10_000;

type GateOutcome =
  | { readonly kind: "let-in"; readonly key: DjKey }
  | { readonly kind: "unknown" }
  | { readonly kind: "wait"; readonly seconds: number };

/** Checks stream keys. Each wrong key makes its address wait longer. */
export class SourceGate {
  readonly #keys: DjKeys;
  readonly #onRefused: (refusal: {
    readonly address: string;
    readonly username: string;
    readonly reason: string;
  }) => void;
  readonly #throttle = new SourceThrottle();

  constructor({
    keys,
    onRefused,
  }: {
    readonly keys: DjKeys;
    readonly onRefused: (refusal: {
      readonly address: string;
      readonly username: string;
      readonly reason: string;
    }) => void;
  }) {
    this.#keys = keys;
    this.#onRefused = onRefused;
  }

  /** @param credentials null if none were given: a question, not a try */
  check(credentials: Credentials | null, address: string): GateOutcome {
    if (credentials === null) return { kind: "unknown" };
    // The right key always works, whatever else was tried from there: nobody guesses 128 bits.
    const key = this.#keys.find(credentials);
    if (key !== null) {
      this.#throttle.succeeded(address);
      return { kind: "let-in", key };
    }
    const nowMs = performance.now();
    const waitMs = this.#throttle.waitMs(address, nowMs);
    if (waitMs > 0) return { kind: "wait", seconds: Math.ceil(waitMs / 1000) };
    this.#throttle.failed(address, nowMs);
    const username = credentials.username.slice(0, 64);
    this.#onRefused({ address, username, reason: "wrong user name or stream key" });
    return { kind: "unknown" };
  }
}

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
