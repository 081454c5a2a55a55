/** Delay before a tip opens, and the time after a tip during which the next one opens at once. */
const OPEN_AFTER_MS = 700;
const SKIP_WITHIN_MS = 300;

/** Decides when a control's tip is open: one at a time. */
export class TipDelay<Control> {
  readonly #show: (control: Control | undefined) => void;
  #shown: Control | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skipTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param show gets undefined when the tip should close */
  constructor(show: (control: Control | undefined) => void) {
    this.#show = show;
  }

  /** The pointer is on a control. */
  point(control: Control): void {
    clearTimeout(this.#timer);
    if (this.#skipTimer !== undefined || this.#shown !== undefined) this.open(control);
    else this.#timer = setTimeout(() => this.open(control), OPEN_AFTER_MS);
  }

  /** Opens at once, for the keyboard. */
  open(control: Control): void {
    clearTimeout(this.#timer);
    this.#shown = control;
    this.#show(control);
  }

  /** The pointer or the focus has left. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#shown === undefined) return;
    this.#shown = undefined;
    this.#show(undefined);
    clearTimeout(this.#skipTimer);
    this.#skipTimer = setTimeout(() => (this.#skipTimer = undefined), SKIP_WITHIN_MS);
  }

  /** A press closes the tip. */
  close(): void {
    this.leave();
    clearTimeout(this.#skipTimer);
    this.#skipTimer = undefined;
  }
}
