/** How long a statement of the embedded database may take now. */
export class StatementLimit {
  readonly #usualMs: number;
  readonly #raised = new Set<{ readonly limitMs: number }>();

  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  /** The longest that any work under way may take. */
  get ms(): number {
    return Math.max(this.#usualMs, ...[...this.#raised].map(({ limitMs }) => limitMs));
  }

  /** While `work` goes on its statements may take that long; so may others beside it. */
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
