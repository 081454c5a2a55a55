const MAX_IDS = 2_000;
const MAX_CHANNELS = 200;

/** Messages already reported, across a client's connections, so that history is reported once. */
export class SeenMessages {
  readonly #ids = new Set<string>();
  readonly #lastMs = new Map<string, number>();

  /**
   * Records a message.
   * @param target case-folded
   * @returns whether it is new
   */
  add(message: {
    readonly target: string;
    readonly msgid: string | undefined;
    readonly serverTimeMs: number | undefined;
    readonly isPlayback: boolean;
  }): boolean {
    const { target, msgid, serverTimeMs, isPlayback } = message;
    const lastMs = this.#lastMs.get(target);
    if (msgid !== undefined) {
      if (this.#ids.has(msgid)) return false;
      keepNewest(this.#ids, msgid, MAX_IDS);
    } else if (isPlayback && lastMs !== undefined && (serverTimeMs ?? 0) <= lastMs) return false;
    if (serverTimeMs !== undefined && serverTimeMs > (lastMs ?? 0)) {
      this.#lastMs.delete(target);
      this.#lastMs.set(target, serverTimeMs);
      const [oldest] = this.#lastMs.keys();
      if (this.#lastMs.size > MAX_CHANNELS && oldest !== undefined) this.#lastMs.delete(oldest);
    }
    return true;
  }

  /** The server time of the newest message there. */
  lastMs(target: string): number | undefined {
    return this.#lastMs.get(target);
  }
}

function keepNewest(ids: Set<string>, id: string, most: number): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > most && oldest !== undefined) ids.delete(oldest);
}
