import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ClientBase } from "pg";

/** What statements run on: the pool, or one transaction. Only stores look inside. */
export type Connection = Pick<
  NodePgDatabase,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute" | "$count"
>;

/** The station's database. Inside a transaction use the connection it gives, never the outer one. */
export interface Database {
  readonly engine: "embedded" | "server";
  readonly connection: Connection;
  transaction<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome>;
  /** As `transaction`, in which each statement may take as long as one of a migration: for what writes every table. */
  longTransaction<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome>;
  /**
   * For statements people wrote: in a transaction that reads only, of which nothing is left and which no other call waits
   * for. The embedded database has one session, so they run on a copy of it.
   */
  look<Outcome>(work: (client: Pick<ClientBase, "query">) => Promise<Outcome>): Promise<Outcome>;
  /** While writes are held every statement that writes fails, see `areWritesHeld`. */
  holdWrites(isHeld: boolean): void;
  close(): Promise<void>;
}

/** A database before its tables are brought up to date. */
export type OlderDatabase = Pick<Database, "engine" | "connection" | "transaction">;
