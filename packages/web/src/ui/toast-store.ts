import { createContext, use } from "react";

/** The action a toast offers. */
interface ToastAction {
  readonly name: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  /** `neutral`: a rule says no, and nothing has failed. */
  readonly tone: "success" | "neutral" | "error";
  readonly title: string;
  readonly text: string | undefined;
  readonly action: ToastAction | undefined;
}

export interface ToastRequest {
  readonly tone: Toast["tone"];
  readonly title: string;
  readonly text?: string;
  readonly durationMs: number;
  readonly action?: ToastAction;
  /** The fact it reports. News is dropped if an answer reports the same fact. */
  readonly fact?: string;
}

/** Reports an event that the visitor did not cause. */
interface News extends ToastRequest {
  readonly kind?: string;
  /** How long it waits for newer news to replace it; GATHER_NEWS_MS by default. */
  readonly waitMs?: number;
  /** The kind of news that this one replaces. */
  readonly completes?: string;
}

/** Messages that the station sends together, and the answer to the visitor who caused them, arrive within this time. */
export const GATHER_NEWS_MS = 400;

/**
 * Holds the one toast on the screen. An answer to the visitor replaces it at once. News waits until that is gone, and
 * at least a moment, so that an answer that follows doesn't cut it off.
 */
export class ToastStore {
  readonly #subscribers = new Set<() => void>();
  #toast: Toast | undefined;
  #shown: News | undefined;
  #waiting: News | undefined;
  #lastId = 0;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  #newsTimer: ReturnType<typeof setTimeout> | undefined;

  get toast(): Toast | undefined {
    return this.#toast;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** The answer to an action of the visitor. */
  show(answer: ToastRequest): void {
    if (tellsTheSame(answer, this.#waiting)) this.#waiting = undefined;
    this.#put(answer);
  }

  /** If several news items wait, only the newest is shown. */
  announce(news: News): void {
    if (tellsTheSame(news, this.#shown)) return;
    this.#waiting = news;
    clearTimeout(this.#newsTimer);
    this.#newsTimer = setTimeout(() => this.#showNews(), news.waitMs ?? GATHER_NEWS_MS);
  }

  dismiss(): void {
    clearTimeout(this.#endTimer);
    this.#shown = undefined;
    const news = this.#waiting;
    if (news === undefined) this.#become(undefined);
    else this.#put(news);
  }

  #showNews(): void {
    const news = this.#waiting;
    if (news === undefined) return;
    const isInTheWay = this.#shown !== undefined && !completes(news, this.#shown);
    if (!isInTheWay) this.#put(news);
  }

  #put(request: News): void {
    if (this.#waiting === request) this.#waiting = undefined;
    const { tone, title, text, action, durationMs } = request;
    this.#lastId += 1;
    this.#shown = request;
    this.#become({ id: this.#lastId, tone, title, text, action });
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => this.dismiss(), durationMs);
  }

  #become(toast: Toast | undefined): void {
    this.#toast = toast;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function tellsTheSame(a: ToastRequest, b: ToastRequest | undefined): boolean {
  return a.fact !== undefined && a.fact === b?.fact;
}

function completes(news: News, shown: News): boolean {
  return news.completes !== undefined && news.completes === shown.kind;
}

export const ToastContext = createContext<ToastStore | undefined>(undefined);

export function useToasts(): ToastStore {
  const toasts = use(ToastContext);
  if (toasts === undefined) throw new Error("ToastContext is missing above this component");
  return toasts;
}
