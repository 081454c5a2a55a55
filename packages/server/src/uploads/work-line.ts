/**
 * Deals with what is added, in the order of its coming, a few at a time. Each id is dealt with by one at a time; one that
 * is added while it is being dealt with is dealt with once more.
 */
export class WorkLine {
  readonly #atOnce: number;
  readonly #deal: (id: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  readonly #underWay = new Set<string>();
  readonly #lanes = new Set<Promise<void>>();
  #isClosed = false;

  /** @param deal never rejects */
  constructor({
    atOnce,
    deal,
  }: {
    readonly atOnce: number;
    readonly deal: (id: string) => Promise<void>;
  }) {
    this.#atOnce = atOnce;
    this.#deal = deal;
  }

  add(id: string): void {
    if (this.#isClosed) return;
    this.#waiting.add(id);
    this.#fillLanes();
  }

  /** Ends once what is under way has ended; what waits is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#lanes);
  }

  #fillLanes(): void {
    if (this.#isClosed) return;
    for (const id of this.#waiting) {
      if (this.#lanes.size >= this.#atOnce) return;
      if (this.#underWay.has(id)) continue;
      this.#waiting.delete(id);
      this.#underWay.add(id);
      const lane: Promise<void> = this.#deal(id).finally(() => {
        this.#underWay.delete(id);
        this.#lanes.delete(lane);
        this.#fillLanes();
      });
      this.#lanes.add(lane);
    }
  }
}
