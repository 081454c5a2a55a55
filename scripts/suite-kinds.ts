import { globSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./stage.ts";

/** A suite's file ending says where it runs. */
const named = (kind: string): string => `packages/*/{src,tests}/**/*.${kind}.test.ts`;

export interface SuiteKind {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** The projects of vitest.config.ts with the suites each of them runs. */
export const suiteKinds = {
  /** Without a database or processes of ours. */
  unit: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "{scripts,bench,fuzz}/*.test.ts"],
    exclude: ["**/*.*.test.ts"],
  },
  /** The same for tests that read project files themselves, so that no import shows when to rerun them. */
  tree: { include: ["{scripts,bench}/*.tree.test.ts"] },
  /** The server with a database, here the embedded one; `.embedded`: logic before and after the database. */
  embedded: { include: [named("database"), named("embedded"), named("concurrency")] },
  /** The server's database suites, again on PostgreSQL. */
  postgres: { include: [named("database")] },
  /** Promises to the station's users, each proven once on a whole station: see the table in CONTRIBUTING.md. */
  promise: { include: [named("promise")] },
  /** On-air, checked to the sample. */
  sound: { include: [named("sound")] },
  /** Real processes and peers, with PostgreSQL where the machine has it. */
  integration: { include: [named("integration")] },
  /**
   * Whole stations that depend on the database; `.embedded-station`: how one with its own database starts and stops.
   */
  "embedded-stations": { include: [named("station"), named("embedded-station")] },
  /** `.concurrency`: fifty clients at once, here where nothing else has priority. */
  "postgres-stations": { include: [named("station"), named("concurrency")] },
  /** Chromium. */
  e2e: { include: [named("e2e")] },
  /** Parts, nodes and databases that die: one suite at a time, beside suites of lower priority only. */
  failover: { include: [named("failover")] },
  /** Needs the machine to itself. */
  alone: { include: [named("alone")] },
  /** Containers, proxies, services. */
  deploy: {
    include: ["packages/test-station/deploy/*.deploy.test.ts"],
    exclude: ["**/*.alone.deploy.test.ts"],
  },
  /** Deployment suites that measure how long the sound is interrupted. */
  "deploy-alone": { include: ["packages/test-station/deploy/*.alone.deploy.test.ts"] },
} as const satisfies Readonly<Record<string, SuiteKind>>;

export type ProjectName = keyof typeof suiteKinds;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys, in their order
export const projectNames = Object.keys(suiteKinds) as readonly ProjectName[];

/** The suites to run per project, in starting order. */
export type Selection = Readonly<Partial<Record<ProjectName, readonly string[]>>>;

/** A project's suites, by path within the project, in alphabetical order. */
export function suitesOf(project: ProjectName): readonly string[] {
  const { include, exclude }: SuiteKind = suiteKinds[project];
  const excluded = (exclude ?? []).map((pattern) => path.posix.basename(pattern));
  return globSync([...include], { cwd: projectRoot })
    .filter((suite) => !excluded.some((pattern) => path.matchesGlob(path.basename(suite), pattern)))
    .toSorted();
}
