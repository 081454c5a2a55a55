import type { TestProject } from "vitest/node";
import { startTestPostgres } from "./test-postgres.ts";

/**
 * vitest's global setup for projects on PostgreSQL: runs a server, whose address in the environment makes every test of
 * the project use it instead of the embedded database.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.config.env = { ...project.config.env, TEST_DATABASE_URL: postgres.url };
  return async () => {
    await postgres[Symbol.asyncDispose]();
  };
}
