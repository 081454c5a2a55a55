import { globSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./stage.ts";

/** The end of a suite's name says where it runs. */
const named = (kind: string): string => `packages/*/{src,tests}/**/*.${kind}.test.ts`;

export interface SuiteKind {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** The projects of vitest.config.ts and the suites that each of them runs. */
export const suiteKinds = {
  /** No database and no process of ours. */
  unit: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "{scripts,bench,fuzz}/*.test.ts"],
    exclude: ["**/*.*.test.ts"],
  },
  /** The same, of what reads files of the project by itself, so that no import tells when to run it again. */
  tree: { include: ["{scripts,bench}/*.tree.test.ts"] },
  /** The server with a database, here the embedded one; `.embedded`: what is decided before and after the database. */
  embedded: { include: [named("database"), named("embedded"), named("concurrency")] },
  /** What the server's suites of a database show differently on PostgreSQL. */
  postgres: { include: [named("database")] },
  /** A promise to the station's users, each proven once on a whole station: the table is in CONTRIBUTING.md. */
  promise: { include: [named("promise")] },
  /** On-air, judged to the sample. */
  sound: { include: [named("sound")] },
  /** Real processes and peers, with PostgreSQL where the machine has it. */
  integration: { include: [named("integration")] },
  /** Whole stations that a database can make a difference to; `.embedded-station`: how one with its own starts and stops. */
  "embedded-stations": { include: [named("station"), named("embedded-station")] },
  /** `.concurrency`: fifty clients at once, here where nothing has the priority. */
  "postgres-stations": { include: [named("station"), named("concurrency")] },
  /** Chromium. */
  e2e: { include: [named("e2e")] },
  /** Parts, nodes and databases that die: one suite at a time, with nothing beside it but suites of a lower priority. */
  failover: { include: [named("failover")] },
  /** Needs the machine to itself. */
  alone: { include: [named("alone")] },
  /** Containers, proxies, services. */
  deploy: {
    include: ["packages/test-station/deploy/*.deploy.test.ts"],
    exclude: ["**/*.alone.deploy.test.ts"],
  },
  /** Those of them that measure how long nothing is heard. */
  "deploy-alone": { include: ["packages/test-station/deploy/*.alone.deploy.test.ts"] },
} as const satisfies Readonly<Record<string, SuiteKind>>;

export type ProjectName = keyof typeof suiteKinds;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys, in their order
export const projectNames = Object.keys(suiteKinds) as readonly ProjectName[];

/** The suites to run of each project, in the order in which they begin. */
export type Selection = Readonly<Partial<Record<ProjectName, readonly string[]>>>;

/** The suites of a project, by their paths from the project's folder, in alphabetical order. */
export function suitesOf(project: ProjectName): readonly string[] {
  const { include, exclude }: SuiteKind = suiteKinds[project];
  const excluded = (exclude ?? []).map((pattern) => path.posix.basename(pattern));
  return globSync([...include], { cwd: projectRoot })
    .filter((suite) => !excluded.some((pattern) => path.matchesGlob(path.basename(suite), pattern)))
    .toSorted();
}
