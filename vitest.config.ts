import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { missingNeeds, needs } from "./scripts/needs.ts";
import { SpreadSequencer } from "./scripts/spread-sequencer.ts";

/** Vitest's own second is too short where the machine has more to do than this. */
const patience = { expect: { poll: { timeout: 25_000 } } };
/** One worker, as Vitest has it on two processors, leaves one of them idle whenever a test waits. */
const unitWorkers = Math.max(2, availableParallelism() - 1);
const unitLimits = {
  isolate: false,
  testTimeout: 30_000,
  env: { TEST_WAIT_LIMIT_MS: "25000" },
  maxWorkers: unitWorkers,
  ...patience,
};
const longLimits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
/** Two at a time keep both processors busy. */
const pairLimits = { ...longLimits, maxWorkers: 2 };
/** Most of what these suites do is to wait, so there is room for a third of sound, and for a fourth with stations. */
const soundLimits = { ...longLimits, maxWorkers: 3 };
const stationLimits = { ...longLimits, maxWorkers: 4, isolate: false };
/** Suites that keep both processors busy by themselves, change files that others read, or measure what is heard when. */
const aloneLimits = { ...longLimits, maxWorkers: 1 };
/** An image is built, a registry asked, a backup restored: each of it takes minutes on a slow machine, but mostly waits. */
const deployLimits = {
  testTimeout: 600_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: 3,
};

const missing = missingNeeds(needs);
/** What a test needs of the machine is its tag; without it the test is left out. */
const tags = needs.map((need) => ({ name: need.tag, skip: missing.includes(need) }));

/** The end of a suite's name says where it runs. */
const suites = (kind: string) => `packages/*/{src,tests}/**/*.${kind}.test.ts`;
const quickDrizzle = new URL("packages/server/src/database/test-quick-drizzle.ts", import.meta.url)
  .href;
const ownGroup = new URL("packages/test-station/src/keep-own-group.ts", import.meta.url).href;
const shortLives = new URL("packages/test-station/src/short-lives.mjs", import.meta.url).href;
const stationSetup = "packages/test-station/src/station-project.ts";
const deploySetup = "packages/test-station/deploy/deploy-project.ts";
const embeddedSetup = "packages/test-station/src/embedded-project.ts";
const postgresSetup = "packages/test-station/src/postgres-project.ts";
/** A station's server takes half as much of the processor as on the embedded database, which other suites prove. */
const quickDatabases = missing.some(({ tag }) => tag === "postgresql") ? [] : [postgresSetup];

/**
 * `.test.ts`: no database and no process of ours. `.tree.test.ts`: the same, of what reads files of the project by itself, so
 * that no import tells when to run it again. `.database.test.ts`: the server with a database, once on the embedded
 * one and once on PostgreSQL; `.embedded.test.ts`: what is decided before and after the database. `.sound.test.ts`:
 * on-air, judged to the sample. `.integration.test.ts`: real processes and peers, with PostgreSQL where the machine has
 * it. `.station.test.ts`: whole stations that a database can make a difference to, on both; `.embedded-station.test.ts`:
 * how a station with its own database starts and stops. `.concurrency.test.ts`: fifty clients at once, on PostgreSQL with
 * the stations, where nothing has the priority. `.e2e.test.ts`: Chromium. `.failover.test.ts`: parts, nodes and databases
 * that die, one suite at a time with nothing beside it but suites of a lower priority. `.alone.test.ts`: needs the machine
 * to itself. `.deploy.test.ts`: containers, proxies, services; not part of `npm test`. `.alone.deploy.test.ts`: those of
 * them that measure how long nothing is heard.
 */
export default defineConfig({
  test: {
    env: {
      // The processes of suites strip and compile what they load once, and not at each of a thousand starts.
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/neonrelay-test-code"),
      NODE_OPTIONS: `--import=${shortLives}`,
    },
    // Room for what a test makes and drops saves a tenth of what suites of the server take.
    execArgv: ["--import", quickDrizzle, "--import", ownGroup, "--max-semi-space-size=64"],
    sequence: { sequencer: SpreadSequencer },
    tags,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/*/src/**/*.test.{ts,tsx}",
            "scripts/*.test.ts",
            "bench/*.test.ts",
            "fuzz/*.test.ts",
          ],
          exclude: ["**/*.*.test.ts"],
          ...unitLimits,
        },
      },
      {
        test: {
          name: "tree",
          include: ["{scripts,bench}/*.tree.test.ts"],
          ...unitLimits,
        },
      },
      {
        test: {
          name: "embedded",
          include: [suites("database"), suites("embedded"), suites("concurrency")],
          globalSetup: embeddedSetup,
          isolate: false,
          ...pairLimits,
        },
      },
      {
        test: {
          name: "postgres",
          include: [suites("database")],
          globalSetup: postgresSetup,
          isolate: false,
          ...pairLimits,
        },
      },
      {
        test: {
          name: "sound",
          include: [suites("sound")],
          isolate: false,
          ...soundLimits,
        },
      },
      {
        test: {
          name: "integration",
          include: [suites("integration")],
          globalSetup: [stationSetup, embeddedSetup, ...quickDatabases],
          ...stationLimits,
        },
      },
      {
        test: {
          name: "embedded-stations",
          include: [suites("station"), suites("embedded-station")],
          globalSetup: stationSetup,
          ...stationLimits,
        },
      },
      {
        test: {
          name: "postgres-stations",
          include: [suites("station"), suites("concurrency")],
          globalSetup: [stationSetup, postgresSetup],
          ...stationLimits,
        },
      },
      {
        test: {
          name: "e2e",
          include: [suites("e2e")],
          globalSetup: [stationSetup, ...quickDatabases],
          ...stationLimits,
        },
      },
      {
        test: {
          name: "failover",
          include: [suites("failover")],
          globalSetup: stationSetup,
          ...aloneLimits,
        },
      },
      {
        test: {
          name: "alone",
          include: [suites("alone")],
          globalSetup: stationSetup,
          ...aloneLimits,
        },
      },
      {
        test: {
          name: "deploy",
          include: ["packages/test-station/deploy/*.deploy.test.ts"],
          exclude: ["**/*.alone.deploy.test.ts"],
          globalSetup: [stationSetup, deploySetup],
          ...deployLimits,
        },
      },
      {
        test: {
          name: "deploy-alone",
          include: ["packages/test-station/deploy/*.alone.deploy.test.ts"],
          globalSetup: stationSetup,
          ...deployLimits,
          maxWorkers: 1,
        },
      },
    ],
  },
});
