/** How long to wait for the sound of the stream that comes next. */
const HOLD_LIMIT_MS = 6000;

export interface Skip {
  readonly playId: string;
  readonly fadeMs: number;
}

/** [P74] A skip to an external stream: what is on air goes on until the stream has sound. */
export class HeldSkip {
  #held: (Skip & { readonly sinceMs: number }) | null = null;

  get isHeld(): boolean {
    return this.#held !== null;
  }

  hold(skip: Skip): void {
    this.#held ??= { ...skip, sinceMs: performance.now() };
  }

  /** @returns what is to be carried out now; null: nothing */
  release({
    currentId,
    isNextReady,
  }: {
    /** Of the play on air. */
    readonly currentId: string | null;
    readonly isNextReady: boolean;
  }): Skip | null {
    const held = this.#held;
    if (held === null) return null;
    const isOver = performance.now() - held.sinceMs >= HOLD_LIMIT_MS;
    if (held.playId === currentId && !isNextReady && !isOver) return null;
    this.#held = null;
    return held.playId === currentId ? { playId: held.playId, fadeMs: held.fadeMs } : null;
  }
}
