import { startTestPostgres } from "./test-postgres.ts";

/**
 * What vitest does before and after the project `postgres`: a PostgreSQL server runs meanwhile, and with its address
 * in the environment every test takes its databases from there instead of the embedded one.
 */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  process.env["TEST_DATABASE_URL"] = postgres.url;
  return async () => {
    delete process.env["TEST_DATABASE_URL"];
    await postgres[Symbol.asyncDispose]();
  };
}
