import { parseArgs } from "node:util";
import { runDeployment } from "./deploy-stages.ts";
import { needs, testNeeds } from "./needs.ts";
import { TestRun } from "./test-run.ts";

/**
 * Projects that run beside each other, one group after the other: what mostly waits, and what computes meanwhile at a lower
 * priority. Browsers leave no room for that: what they would keep from running would run into its limits.
 */
const groups = [
  { waiting: ["sound"], computing: ["embedded"] },
  { waiting: ["integration", "embedded-stations", "postgres-stations", "e2e"], computing: [] },
  { waiting: ["failover"], computing: ["postgres"] },
  { waiting: ["alone"], computing: [] },
] as const;

const { values } = parseArgs({ options: { deploy: { type: "boolean", default: false } } });
const run = new TestRun(values.deploy ? needs : testNeeds);
await Promise.all([run.runChecks(), run.runProjects(["unit", "tree"])]);
for (const { waiting, computing } of groups)
  await Promise.all([run.runProjects(waiting), run.runProjects(computing, { isBeside: true })]);
if (values.deploy) await runDeployment(run);
process.exit(run.end());
