/** A period in which nothing is cued, because no track can be played or heard. */
export class CuePause {
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  /** Does nothing during a pause, however long. */
  begin(lengthMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onOver();
    }, lengthMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
