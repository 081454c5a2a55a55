import type { Client } from "pg";

/** Queries over one connection, one at a time and in order, as pg requires. */
export class QueryTurns {
  readonly client: Client;
  #last: Promise<boolean> = Promise.resolve(true);

  /** @param client stays the caller's, who also ends it */
  constructor(client: Client) {
    this.client = client;
  }

  /** @returns whether it succeeded; never rejects */
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
      // Only a statement without values may contain several.
      await (values.length === 0
        ? this.client.query(statement)
        : this.client.query(statement, [...values]));
      return true;
    } catch {
      return false;
    }
  }
}

/** How long a server may take to say goodbye, in ms. */
const END_LIMIT_MS = 500;

/** Ends a connection, and cuts it if the server stays silent. Never throws. */
export async function endClient(client: Client): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    client.connection.stream.destroy();
    limit.resolve();
  }, END_LIMIT_MS);
  await Promise.race([client.end(), limit.promise]).catch(() => {}); // it is gone already
  clearTimeout(timer);
}
