import { getTableName, Subquery, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Rows chosen by a statement, readable as if they were the whole table. */
export function inPlaceOf(table: PgTable, chosen: SQL): Subquery {
  return new Subquery(chosen, {}, getTableName(table));
}
