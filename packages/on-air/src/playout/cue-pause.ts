/** A time in which nothing is cued, since what there is can't be played or heard. */
export class CuePause {
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  /** Nothing while a pause is under way, however long that is. */
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
