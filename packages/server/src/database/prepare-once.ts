import type { Connection } from "./database.ts";

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
