import { pingDatabase } from "../database/open-database.ts";
import type { Database } from "../database/database.ts";

const LIMIT_MS = 1000;

export type DatabaseAnswer =
  | { readonly kind: "answered"; readonly latencyMs: number }
  | { readonly kind: "failed" }
  | { readonly kind: "late" };

/** Pings the database and waits at most a second. */
export type DatabaseProbe = () => Promise<DatabaseAnswer>;

/** One query at a time: while the database is away, callers must not pile up. */
export function createDatabaseProbe(database: Database): DatabaseProbe {
  let asked: Promise<DatabaseAnswer> | null = null;
  return async () => {
    asked ??= askOnce(database).finally(() => (asked = null));
    return await withinLimit(asked);
  };
}

async function askOnce(database: Database): Promise<DatabaseAnswer> {
  const startedAtMs = performance.now();
  return await pingDatabase(database).then(
    () => ({ kind: "answered", latencyMs: performance.now() - startedAtMs }),
    () => ({ kind: "failed" }),
  );
}

async function withinLimit(answer: Promise<DatabaseAnswer>): Promise<DatabaseAnswer> {
  const late = Promise.withResolvers<DatabaseAnswer>();
  const timer = setTimeout(() => late.resolve({ kind: "late" }), LIMIT_MS);
  try {
    return await Promise.race([late.promise, answer]);
  } finally {
    clearTimeout(timer);
  }
}
