import type { OnAirStatus } from "@neonrelay/on-air/protocol";

/** After this long without a message from on-air its last status no longer says anything about the present. */
const STATUS_HOLDS_MS = 5000;
/** Listeners stay while the link is away, so their last number is good for longer. */
const LISTENERS_HOLD_MS = 10_000;
/** A timer may fire a little early. */
const FORGET_MARGIN_MS = 20;

/** What on-air last reported, and how long that counts once the link is lost. */
export class KnownStatus {
  readonly #onForgotten: () => void;
  #status: OnAirStatus | null = null;
  #statusAtMs = 0;
  #lostAtMs: number | null = null;
  /** When on-air last sent anything, on the monotonic clock. */
  #heardAtMs: number | null = null;
  #forgetting: readonly NodeJS.Timeout[] = [];

  /** @param onForgotten what was last known no longer counts */
  constructor(onForgotten: () => void) {
    this.#onForgotten = onForgotten;
  }

  /** null when it is not known. */
  get status(): OnAirStatus | null {
    return this.#lostForMs < STATUS_HOLDS_MS ? this.#status : null;
  }

  /** What on-air reported over the link of now; null when nothing has come over it yet. */
  get current(): OnAirStatus | null {
    return this.#lostAtMs === null ? this.#status : null;
  }

  /** Listeners connected to the stream; null when on-air has not been reachable for a while. */
  get listeners(): number | null {
    return this.#lostForMs < LISTENERS_HOLD_MS ? (this.#status?.listeners ?? null) : null;
  }

  /** Time since on-air last sent anything; null before it ever did. */
  get heardAgoMs(): number | null {
    return this.#heardAtMs === null ? null : Math.round(performance.now() - this.#heardAtMs);
  }

  get statusAgeMs(): number {
    return Math.round(performance.now() - this.#statusAtMs);
  }

  get #lostForMs(): number {
    return this.#lostAtMs === null ? 0 : performance.now() - this.#lostAtMs;
  }

  recordMessage(): void {
    this.#heardAtMs = performance.now();
  }

  /** Ends a loss: until then a link that is up again says nothing about what on-air does. */
  recordStatus(status: OnAirStatus): void {
    this.#status = status;
    this.#statusAtMs = performance.now();
    this.#lostAtMs = null;
    this.close();
  }

  recordLinkLost(): void {
    this.close();
    this.#lostAtMs ??= this.#heardAtMs ?? performance.now();
    const lostForMs = this.#lostForMs;
    this.#forgetting = [STATUS_HOLDS_MS, LISTENERS_HOLD_MS].map((holdsMs) =>
      setTimeout(this.#onForgotten, holdsMs - lostForMs + FORGET_MARGIN_MS),
    );
  }

  close(): void {
    this.#forgetting.forEach(clearTimeout);
  }
}
