import { decideRestart, type RestartHistory } from "@neonrelay/process/restart-rules";

/** A server that can't start is tried again after 1, 2, 4, 8 and then 10 s. */
const firstTries: RestartHistory = { restartsInARow: 3 };

/**
 * [P95] What becomes of a server that can't start. The person who makes a new station corrects its settings at once, so the
 * start fails as a whole. Once there are data, sound goes before everything else: on-air plays, and the server is tried
 * again.
 */
export class ServerTries {
  readonly #isTrial: boolean;
  #history = firstTries;
  #goesOn: boolean;

  /** @param hasRun a server has opened these data before */
  constructor({ isTrial, hasRun }: { readonly isTrial: boolean; readonly hasRun: boolean }) {
    this.#isTrial = isTrial;
    this.#goesOn = hasRun && !isTrial;
  }

  /** Whether the station goes on without its server. */
  get goesOn(): boolean {
    return this.#goesOn;
  }

  /** How long the next start waits when it fails, before another one is tried, in ms; null: it fails at once. */
  nextMs(): number | null {
    if (!this.#goesOn) return null;
    const { delayMs, history } = decideRestart({ history: this.#history, uptimeMs: 0 });
    this.#history = history;
    return delayMs;
  }

  /** The server has started. */
  worked(): void {
    this.#history = firstTries;
    this.#goesOn = !this.#isTrial;
  }
}
