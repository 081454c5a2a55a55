import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";

/** What statements run on: the pool or one transaction. Only stores use its contents. */
export type Connection = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$count"
>;

/** The station's database. Inside a transaction use its connection, never the outer one. */
export interface Database {
  readonly engine: "embedded" | "server";
  readonly connection: Connection;
  transaction<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome>;
  /** Like `transaction`, with the statement limit of a migration, for work that writes every table. */
  longTransaction<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome>;
  /**
   * Runs statements that people wrote, in a read-only transaction that leaves no trace and delays no other call. The
   * embedded database has only one session, so there they run on a copy.
   */
  inspect<Outcome>(work: (client: Pick<ClientBase, "query">) => Promise<Outcome>): Promise<Outcome>;
  /** While held, every statement that writes fails; see `areWritesHeld`. */
  holdWrites(isHeld: boolean): void;
  close(): Promise<void>;
}

/** A database whose tables are not up to date yet. */
export type OlderDatabase = Pick<Database, "engine" | "connection" | "transaction">;

/** Disk space reserved for the database, the journal and the logs. */
export const MINIMUM_FREE_BYTES = 256 * 1024 ** 2;
