import type { DjKey } from "../protocol/index.ts";
import type { Credentials, DjKeys } from "./dj-keys.ts";
import { SourceThrottle } from "./source-throttle.ts";

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
