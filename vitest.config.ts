import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Suites with whole stations, or whatever else must have the machine to itself. */
const aloneLimits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 1,
  fileParallelism: false,
};
const databaseLimits = { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 };

const integrationSuites = "packages/*/{src,tests}/**/*.integration.test.ts";
const postgresSetup = "packages/test-station/src/postgres-project.ts";

/**
 * unit: no database and no process of ours, under a minute. embedded: the server's suites with a database.
 * integration: real processes and peers. postgres and postgres-stations: whatever touches a database, once more on a
 * PostgreSQL server. e2e: Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.{ts,tsx}"],
          exclude: [integrationSuites, ...databaseSuites("server")],
          testTimeout: 20_000,
        },
      },
      { test: { name: "embedded", include: databaseSuites("server"), ...databaseLimits } },
      {
        test: {
          name: "integration",
          include: [integrationSuites],
          exclude: databaseSuites("server"),
          ...aloneLimits,
        },
      },
      {
        test: {
          name: "postgres",
          include: databaseSuites("server"),
          globalSetup: postgresSetup,
          ...databaseLimits,
        },
      },
      {
        test: {
          name: "postgres-stations",
          include: databaseSuites("test-station"),
          globalSetup: postgresSetup,
          ...databaseLimits,
        },
      },
      { test: { name: "e2e", include: ["packages/*/tests/**/*.e2e.test.ts"], ...aloneLimits } },
    ],
  },
});

/** Test files of a package that open a database or start a station, found by what they import. */
function databaseSuites(packageName: "server" | "test-station"): string[] {
  const suites = globSync(`packages/${packageName}/{src,tests}/**/*.test.ts`);
  return suites.filter((file) => {
    const text = readFileSync(file, "utf8");
    // A suite with a server of its own is the same on either, and Chromium is none of the database's.
    return (
      /from ".*\/(?:test-database|test-server|test-station)\.ts"/.test(text) &&
      !text.includes("startTestPostgres") &&
      !file.endsWith(".e2e.test.ts")
    );
  });
}
