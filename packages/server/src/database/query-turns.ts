import type { Client } from "pg";

/** Asks over one connection: one query after the other, in the order they came in, as pg wants it. */
export class QueryTurns {
  readonly client: Client;
  #last: Promise<boolean> = Promise.resolve(true);

  /** @param client stays the caller's, who also ends it */
  constructor(client: Client) {
    this.client = client;
  }

  /** @returns whether the database did it; never rejects */
  async do(
    statement: string,
    values: readonly (string | readonly string[])[] = [],
  ): Promise<boolean> {
    const turn = this.#last.then(() => this.#isAnswered(statement, values));
    this.#last = turn;
    return await turn;
  }

  async #isAnswered(
    statement: string,
    values: readonly (string | readonly string[])[],
  ): Promise<boolean> {
    try {
      // Only a statement without values may be several.
      await (values.length === 0
        ? this.client.query(statement)
        : this.client.query(statement, [...values]));
      return true;
    } catch {
      return false;
    }
  }
}
