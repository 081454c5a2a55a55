import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Suites with real processes and peers. */
const integrationLimits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 1,
  fileParallelism: false,
};

/**
 * unit: no process of ours, under a minute. integration: real processes and peers. Both on the embedded database.
 * postgres: those of them that touch a database, once more on a PostgreSQL server. e2e: Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.{ts,tsx}"],
          exclude: ["**/*.integration.test.ts"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "integration",
          include: ["packages/*/{src,tests}/**/*.integration.test.ts"],
          ...integrationLimits,
        },
      },
      {
        test: {
          name: "postgres",
          include: databaseSuites(),
          globalSetup: "packages/test-station/src/postgres-project.ts",
          ...integrationLimits,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["packages/*/tests/**/*.e2e.test.ts"],
          ...integrationLimits,
        },
      },
    ],
  },
});

/** Test files that open a database or start a station, found by what they import. */
function databaseSuites(): string[] {
  const suites = globSync([
    "packages/server/src/**/*.test.ts",
    "packages/test-station/tests/*.integration.test.ts",
  ]);
  return suites.filter((file) => {
    const text = readFileSync(file, "utf8");
    // A suite with a server of its own is the same on either.
    return (
      /from ".*\/(?:test-database|test-server|test-station)\.ts"/.test(text) &&
      !text.includes("startTestPostgres")
    );
  });
}
