import type { Connection } from "./database.ts";
import { getTableName, type SQL, Subquery } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Builds a statement once per connection instead of with each call. The database, too, plans a named statement once,
 * for any values; pass "" as the name if the plan depends on the values.
 */
export function prepareOnce<Statement>(
  prepare: (connection: Connection) => Statement,
): (connection: Connection) => Statement {
  const prepared = new WeakMap<Connection, Statement>();
  return (connection) => {
    const known = prepared.get(connection);
    if (known !== undefined) return known;
    const statement = prepare(connection);
    prepared.set(connection, statement);
    return statement;
  };
}

/** Rows chosen by a statement, readable as if they were the whole table. */
export function inPlaceOf(table: PgTable, chosen: SQL): Subquery {
  return new Subquery(chosen, {}, getTableName(table));
}

/** A page of a list, continued after the id of its last row. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Rows of all pages. */
  readonly total: number;
}

/** @param found one row more than the page size if there are more */
export function toRowPage<Row>(
  found: readonly Row[],
  { limit, total }: { readonly limit: number; readonly total: number },
): RowPage<Row> {
  return { rows: found.slice(0, limit), hasMore: found.length > limit, total };
}
