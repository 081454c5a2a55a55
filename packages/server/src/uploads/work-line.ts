/**
 * Runs jobs by id, in order, a few at a time. Each id runs at most once at a time; one added during its own job runs
 * once more afterwards.
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

  /** Resolves when running jobs have ended; waiting ones are dropped. */
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
