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

/** Holds the one toast that is on the screen. An answer to the visitor takes its place, news wait until it is gone. */
export class ToastStore {
  readonly #subscribers = new Set<() => void>();
  #toast: Toast | undefined;
  #waiting: ToastRequest | undefined;
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

  /** For what happened without the visitor's doing: of several that wait the newest is shown. */
  announce(news: ToastRequest): void {
    if (this.#toast === undefined) this.show(news);
    else this.#waiting = news;
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    const news = this.#waiting;
    this.#waiting = undefined;
    if (news === undefined) this.#become(undefined);
    else this.show(news);
  }

  #become(toast: Toast | undefined): void {
    this.#toast = toast;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
