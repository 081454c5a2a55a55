import type { Connection } from "./database.ts";

/**
 * A statement that is written once for each connection, and not with each call. One with a name is planned once by the
 * database too, for any values; one whose plan depends on its values has "" for a name.
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
