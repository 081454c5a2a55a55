/** How long to wait for the next stream's sound. */
const HOLD_LIMIT_MS = 6000;

export interface Skip {
  readonly playId: string;
  readonly fadeMs: number;
}

/** [P74] Skips to an external stream: the play on air continues until the stream has sound. */
export class HeldSkip {
  #held: (Skip & { readonly sinceMs: number }) | null = null;

  get isHeld(): boolean {
    return this.#held !== null;
  }

  hold(skip: Skip): void {
    this.#held ??= { ...skip, sinceMs: performance.now() };
  }

  /** @returns what to do now; null: nothing */
  release({
    currentId,
    isNextReady,
  }: {
    /** The play on air. */
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
