import { decideRestart, type RestartHistory } from "@neonrelay/process/supervision-rules";

/** Retry delays of a server that can't start: 1, 2, 4, 8 and then 10 s. */
const firstTries: RestartHistory = { restartsInARow: 3 };

/**
 * [P95] Decides what happens when the server can't start. A new station fails as a whole: the person setting it up can
 * correct its settings at once. Once there is data, the stream comes first: on-air plays while the server is retried.
 */
export class ServerTries {
  readonly #isTrial: boolean;
  #history = firstTries;
  #goesOn: boolean;

  /** @param hasRun a server has opened this data before */
  constructor({ isTrial, hasRun }: { readonly isTrial: boolean; readonly hasRun: boolean }) {
    this.#isTrial = isTrial;
    this.#goesOn = hasRun && !isTrial;
  }

  /** Whether the station carries on without its server. */
  get goesOn(): boolean {
    return this.#goesOn;
  }

  /** Delay before the next attempt if this start fails, in ms; null: fail at once. */
  nextMs(): number | null {
    if (!this.#goesOn) return null;
    const { delayMs, history } = decideRestart({ history: this.#history, uptimeMs: 0 });
    this.#history = history;
    return delayMs;
  }

  /** Call when the server has started. */
  worked(): void {
    this.#history = firstTries;
    this.#goesOn = !this.#isTrial;
  }
}
