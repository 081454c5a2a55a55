import { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from "pg";

/** A period in which read-only statements have the connection. */
interface Share {
  readonly client: Promise<PoolClient>;
  isTaken: boolean;
  /** Statements without an answer yet. */
  users: number;
  sent: number;
  failure: ShareFailure | null;
}

interface ShareFailure {
  readonly error: Error;
  /** Send position of the first unanswered statement, the one that lost the connection. */
  readonly sentAt: number;
}

/**
 * Lets read-only statements share the one connection of a pool: while the database works on one, the next are already
 * sent. The connection needs `pipeline`.
 */
export class SharedReads {
  readonly #connect: () => Promise<PoolClient>;
  #share: Share | null = null;

  constructor(connect: () => Promise<PoolClient>) {
    this.#connect = connect;
  }

  /** Something else wants the connection: later reads wait until it has had it. */
  makeRoom(): void {
    this.#share = null;
  }

  /** Statements queued behind one that ended the connection are sent once more. */
  async query(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    const outcome = await this.#send(query, values);
    if (outcome.kind === "answered") return outcome.result;
    const again = await this.#send(query, values);
    if (again.kind === "answered") return again.result;
    throw again.error;
  }

  async #send(
    query: string | QueryConfig,
    values: unknown[] | undefined,
  ): Promise<
    | { readonly kind: "answered"; readonly result: QueryResult }
    | { readonly kind: "not begun"; readonly error: Error }
  > {
    const share = this.#join();
    let sentAt: number | null = null;
    try {
      const client = await share.client;
      sentAt = share.sent;
      share.sent += 1;
      return { kind: "answered", result: await client.query(query, values) };
    } catch (error) {
      if (sentAt === null || isRefusal(error)) throw error;
      share.failure ??= { error: toError(error), sentAt };
      if (share.failure.sentAt === sentAt) throw error;
      return { kind: "not begun", error: share.failure.error };
    } finally {
      await this.#leave(share);
    }
  }

  #join(): Share {
    const open = this.#share;
    const share = open === null || open.failure !== null ? this.#begin() : open;
    share.users += 1;
    return share;
  }

  #begin(): Share {
    const client = this.#connect();
    const share: Share = { client, isTaken: false, users: 0, sent: 0, failure: null };
    client.then(
      () => (share.isTaken = true),
      () => {}, // each of its users gets the error
    );
    this.#share = share;
    return share;
  }

  async #leave(share: Share): Promise<void> {
    share.users -= 1;
    if (share.users > 0) return;
    if (this.#share === share) this.#share = null;
    if (share.isTaken) (await share.client).release(share.failure?.error);
  }
}

/** The statement was refused, and the connection stays usable. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === "ERROR";
}

export function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
