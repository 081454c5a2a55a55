import type { TestProject } from "vitest/node";
import { startTestPostgres } from "./test-postgres.ts";

/**
 * What vitest does before and after a project on PostgreSQL: a server runs meanwhile, and with its address in the
 * environment every test of the project takes its databases from there instead of the embedded one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  project.config.env = { ...project.config.env, TEST_DATABASE_URL: postgres.url };
  return async () => {
    await postgres[Symbol.asyncDispose]();
  };
}
