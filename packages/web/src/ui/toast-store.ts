export interface Toast {
  readonly id: number;
  readonly tone: "success" | "error";
  readonly title: string;
  readonly text: string | undefined;
}

export interface ToastRequest {
  readonly tone: Toast["tone"];
  readonly title: string;
  readonly text?: string;
  readonly durationMs: number;
}

/** Holds the one toast that is on the screen; a newer one takes its place. */
export class ToastStore {
  readonly #subscribers = new Set<() => void>();
  #toast: Toast | undefined;
  #lastId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get toast(): Toast | undefined {
    return this.#toast;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  show({ tone, title, text, durationMs }: ToastRequest): void {
    this.#lastId += 1;
    this.#become({ id: this.#lastId, tone, title, text });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), durationMs);
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.#become(undefined);
  }

  #become(toast: Toast | undefined): void {
    this.#toast = toast;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
