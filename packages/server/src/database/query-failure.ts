import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { DatabaseError } from "pg";

/**
 * A statement that failed, without its values: those hold password hashes, tokens and names, and this error may be
 * logged as it is. `cause` keeps the class, code and message of the failure.
 */
class QueryFailedError extends Error {
  override readonly name = "QueryFailedError";

  constructor(cause: unknown) {
    super("A database statement failed", { cause: withoutValues(cause) });
  }
}

/** Makes every statement of `connection`, which may be a transaction, fail with a QueryFailedError. */
export function hideValuesOf(connection: Pick<NodePgDatabase, "_">): void {
  const { session } = connection._;
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (...input) => {
    const prepared = prepare(...input);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (values) => {
      try {
        return await execute(values);
      } catch (error) {
        // Drizzle's own error spells out the parameters; its cause is the driver's error.
        throw new QueryFailedError(error instanceof Error ? (error.cause ?? error) : error);
      }
    };
    return prepared;
  };
}

/** PostgreSQL quotes the offending value at the end of a message, and more values in `detail`. */
function withoutValues(cause: unknown): unknown {
  if (!(cause instanceof DatabaseError)) return cause;
  const message = cause.message.replace(/: ".*$/s, "");
  return Object.assign(new Error(message), {
    code: cause.code ?? "",
    constraint: cause.constraint,
  });
}
