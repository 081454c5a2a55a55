const MAX_IDS = 2_000;
const MAX_CHANNELS = 200;

/** Messages already reported, over all connections of a client, so that history is reported once. */
export class SeenMessages {
  readonly #ids = new Set<string>();
  readonly #lastMs = new Map<string, number>();

  /**
   * Notes a message.
   * @param target folded, as names are compared
   * @returns whether it is new
   */
  note(message: {
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

  /** When the newest message there was said, by the server's clock. */
  lastMs(target: string): number | undefined {
    return this.#lastMs.get(target);
  }
}

function keepNewest(ids: Set<string>, id: string, most: number): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > most && oldest !== undefined) ids.delete(oldest);
}
