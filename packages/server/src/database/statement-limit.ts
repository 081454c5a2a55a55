/** Current time limit for a statement of the embedded database. */
export class StatementLimit {
  readonly #usualMs: number;
  readonly #raised = new Set<{ readonly limitMs: number }>();

  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  /** The highest limit of any running work. */
  get ms(): number {
    return Math.max(this.#usualMs, ...[...this.#raised].map(({ limitMs }) => limitMs));
  }

  /** While `work` runs, its statements may take that long, and so may all others. */
  async raised<Outcome>(limitMs: number, work: () => Promise<Outcome>): Promise<Outcome> {
    const need = { limitMs };
    this.#raised.add(need);
    try {
      return await work();
    } finally {
      this.#raised.delete(need);
    }
  }
}
