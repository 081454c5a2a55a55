import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { SpreadSequencer } from "./scripts/spread-sequencer.ts";

/** Vitest's own second is too short where the machine has more to do than this. */
const patience = { expect: { poll: { timeout: 25_000 } } };
const longLimits = { testTimeout: 120_000, hookTimeout: 300_000, ...patience };
/** Two at a time keep both processors busy. */
const pairLimits = { ...longLimits, maxWorkers: 2 };
/** Most of what these suites do is to wait, so there is room for a third. */
const waitingLimits = { ...longLimits, maxWorkers: 3 };
/** Suites that keep both processors busy by themselves, change files that others read, or measure what is heard when. */
const aloneLimits = { ...longLimits, maxWorkers: 1 };

const integrationSuites = "packages/*/{src,tests}/**/*.integration.test.ts";
/** Suites whose sound is judged to the sample, apart from those that start browsers. */
const soundSuites = [
  "packages/on-air/src/*.integration.test.ts",
  "packages/on-air/src/!(media)/**/*.integration.test.ts",
];
const aloneSuites = [
  "packages/on-air/src/engine/engine-soak.integration.test.ts",
  "packages/on-air/src/engine/file-silence.integration.test.ts",
  "packages/on-air/src/engine/operator-fade.integration.test.ts",
  "packages/server/src/library/programme-loudness.integration.test.ts",
  "packages/test-station/tests/boundaries.integration.test.ts",
  "packages/test-station/tests/in-step.e2e.test.ts",
];
/**
 * Stations that a database can make a difference to: another process writes it beside the server, on-air and the queue
 * must agree about it, and it is there after a restart. What else a station keeps, the server's own suites show on both.
 */
const postgresStations =
  "packages/test-station/tests/{bad-input,queue-undo,restart}.integration.test.ts";
const databaseSuites = findDatabaseSuites();
/** Fifty clients at once, each with the limits of a real statement: on a server not beside what has the priority. */
const concurrencySuites = "packages/server/src/*/*-concurrency.integration.test.ts";
/** Who may call what, and what a client on IRC is told, is decided before and after the database. */
const sameOnEither = [
  "packages/server/src/http/rights.test.ts",
  "packages/server/src/irc/embedded-bridge.test.ts",
];
const stationSetup = "packages/test-station/src/station-project.ts";
const embeddedSetup = "packages/test-station/src/embedded-project.ts";
const postgresSetup = "packages/test-station/src/postgres-project.ts";

/**
 * unit: no database and no process of ours, under a minute. embedded: the server's suites with a database.
 * sound, integration: real processes and peers. alone: those of them that need the machine to themselves. postgres and
 * postgres-stations: what a database decides, once more on a PostgreSQL server. e2e: Chromium.
 */
export default defineConfig({
  test: {
    env: {
      // The processes of suites strip and compile what they load once, and not at each of a thousand starts.
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/neonrelay-test-code"),
    },
    sequence: { sequencer: SpreadSequencer },
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.{ts,tsx}", "scripts/*.test.ts"],
          exclude: [integrationSuites, ...databaseSuites],
          isolate: false,
          testTimeout: 30_000,
          ...patience,
        },
      },
      {
        test: {
          name: "embedded",
          include: databaseSuites,
          globalSetup: embeddedSetup,
          isolate: false,
          ...pairLimits,
        },
      },
      {
        test: {
          name: "postgres",
          include: databaseSuites,
          exclude: [...sameOnEither, concurrencySuites],
          globalSetup: postgresSetup,
          isolate: false,
          ...pairLimits,
        },
      },
      {
        test: {
          name: "sound",
          include: soundSuites,
          exclude: aloneSuites,
          ...waitingLimits,
        },
      },
      {
        test: {
          name: "integration",
          include: [integrationSuites],
          exclude: [...databaseSuites, ...aloneSuites, ...soundSuites],
          globalSetup: [stationSetup, embeddedSetup],
          ...waitingLimits,
        },
      },
      {
        test: {
          name: "postgres-stations",
          include: [postgresStations, concurrencySuites],
          globalSetup: [stationSetup, postgresSetup],
          ...waitingLimits,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["packages/*/tests/**/*.e2e.test.ts"],
          exclude: aloneSuites,
          globalSetup: stationSetup,
          ...waitingLimits,
        },
      },
      {
        test: {
          name: "alone",
          include: aloneSuites,
          globalSetup: stationSetup,
          ...aloneLimits,
        },
      },
    ],
  },
});

/** Test files of the server that open a database, found by what they import. */
function findDatabaseSuites(): string[] {
  return globSync("packages/server/src/**/*.test.ts").filter((file) => {
    const text = readFileSync(file, "utf8");
    // A suite with a server of its own is the same on either; peers on IRC are none of the database's.
    return (
      /from ".*\/(?:test-database|test-server)\.ts"/.test(text) &&
      !text.includes("startTestPostgres") &&
      !(text.includes("@neonrelay/irc/test-") && file.endsWith(".integration.test.ts"))
    );
  });
}
