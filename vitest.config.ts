import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { missingNeeds, needs } from "./scripts/needs.ts";
import { SpreadSequencer } from "./scripts/spread-sequencer.ts";
import { suiteKinds, type ProjectName, type SuiteKind } from "./scripts/suite-kinds.ts";

/** Vitest's own second is too short where the machine has more to do than this. */
const patience = { expect: { poll: { timeout: 25_000 } } };
/** One worker, as Vitest has it on two processors, leaves one of them idle whenever a test waits. */
const unitWorkers = Math.max(2, availableParallelism() - 1);
const unitLimits = {
  ...groupOf(0),
  isolate: false,
  testTimeout: 30_000,
  env: { TEST_WAIT_LIMIT_MS: "25000" },
  maxWorkers: unitWorkers,
  ...patience,
};
const longLimits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A look at a server or a station costs it milliseconds.
  expect: { poll: { timeout: 60_000, interval: 150 } },
};
/** Two at a time keep both processors busy. */
const pairLimits = { ...longLimits, ...groupOf(1), maxWorkers: 2, isolate: false };
/** Most of what these suites do is to wait, so there is room for a third of sound, and for a fourth with stations. */
const soundLimits = { ...longLimits, ...groupOf(2), maxWorkers: 3, isolate: false };
const stationLimits = { ...longLimits, ...groupOf(3), maxWorkers: 4, isolate: false };
/** Suites that keep both processors busy by themselves, change files that others read, or measure what is heard when. */
const aloneLimits = { ...longLimits, ...groupOf(4), maxWorkers: 1 };
/** An image is built, a registry asked, a backup restored: each of it takes minutes on a slow machine, but mostly waits. */
const deployLimits = {
  ...groupOf(5),
  testTimeout: 600_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: 3,
};
const deployAloneLimits = { ...deployLimits, ...groupOf(6), maxWorkers: 1 };

/** Projects with the same number of workers run beside each other where one command runs several, the others in turn. */
function groupOf(groupOrder: number) {
  return { sequence: { groupOrder } };
}

const missing = missingNeeds(needs);
/** What a test needs of the machine is its tag; without it the test is left out. */
const tags = needs.map((need) => ({ name: need.tag, skip: missing.includes(need) }));

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
      project("unit", unitLimits),
      project("tree", unitLimits),
      project("embedded", { globalSetup: embeddedSetup, ...pairLimits }),
      project("postgres", { globalSetup: postgresSetup, ...pairLimits }),
      project("sound", soundLimits),
      project("promise", { globalSetup: [stationSetup, ...quickDatabases], ...stationLimits }),
      project("integration", {
        globalSetup: [stationSetup, embeddedSetup, ...quickDatabases],
        ...stationLimits,
      }),
      project("embedded-stations", { globalSetup: stationSetup, ...stationLimits }),
      project("postgres-stations", {
        globalSetup: [stationSetup, postgresSetup],
        ...stationLimits,
      }),
      project("e2e", { globalSetup: [stationSetup, ...quickDatabases], ...stationLimits }),
      project("failover", { globalSetup: stationSetup, ...aloneLimits }),
      project("alone", { globalSetup: stationSetup, ...aloneLimits }),
      project("deploy", { globalSetup: [stationSetup, deploySetup], ...deployLimits }),
      project("deploy-alone", { globalSetup: stationSetup, ...deployAloneLimits }),
    ],
  },
});

/** A project with the suites that its name stands for. */
function project<Options extends object>(name: ProjectName, options: Options) {
  const { include, exclude }: SuiteKind = suiteKinds[name];
  return {
    test: { name, include: [...include], ...(exclude && { exclude: [...exclude] }), ...options },
  };
}
