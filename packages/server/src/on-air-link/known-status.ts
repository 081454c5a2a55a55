import type { OnAirStatus } from "@neonrelay/on-air/protocol";

/** Without a message from on-air for this long, its last status is stale. */
const STATUS_HOLDS_MS = 5000;
/** Listeners stay connected while the link is down, so their number stays valid longer. */
const LISTENERS_HOLD_MS = 10_000;
/** Timers may fire slightly early. */
const FORGET_MARGIN_MS = 20;

/** on-air's last report, and how long it stays valid after the link is lost. */
export class KnownStatus {
  readonly #onForgotten: () => void;
  #status: OnAirStatus | null = null;
  #statusAtMs = 0;
  #lostAtMs: number | null = null;
  /** When on-air last sent anything, in monotonic time. */
  #heardAtMs: number | null = null;
  #forgetting: readonly NodeJS.Timeout[] = [];

  /** @param onForgotten called when known values expire */
  constructor(onForgotten: () => void) {
    this.#onForgotten = onForgotten;
  }

  /** null when unknown. */
  get status(): OnAirStatus | null {
    return this.#lostForMs < STATUS_HOLDS_MS ? this.#status : null;
  }

  /** on-air's report over the current link; null before the first one. */
  get current(): OnAirStatus | null {
    return this.#lostAtMs === null ? this.#status : null;
  }

  /** Listeners connected to the stream; null once on-air has been unreachable for a while. */
  get listeners(): number | null {
    return this.#lostForMs < LISTENERS_HOLD_MS ? (this.#status?.listeners ?? null) : null;
  }

  /** Of these, without what is no player: crawlers and monitors. null: unknown, as above. */
  get people(): number | null {
    const { listeners } = this;
    if (listeners === null || this.#status === null) return null;
    const { ledger, edges } = this.#status;
    if (ledger === null) return listeners;
    return ledger.sessions + edges.reduce((sum, edge) => sum + edge.listeners, 0);
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

  /** Ends a loss: until then, a link that is up again says nothing about on-air's state. */
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
