import { parseArgs } from "node:util";
import { runDeployment } from "./deploy-stages.ts";
import { needs, testNeeds } from "./needs.ts";
import { TestRun } from "./test-run.ts";

/** Mostly wait, one after another: what is judged by its sound apart from whole stations and browsers. */
const waiting = [
  ["sound"],
  ["integration", "embedded-stations", "postgres-stations", "e2e"],
] as const;
/** Compute meanwhile, at a lower priority. */
const computing = ["embedded", "postgres"] as const;

const { values } = parseArgs({ options: { deploy: { type: "boolean", default: false } } });
const run = new TestRun(values.deploy ? needs : testNeeds);
await Promise.all([run.runChecks(), run.runProjects(["unit"])]);
await Promise.all([runWaiting(), run.runProjects(computing, { isBeside: true })]);
await run.runProjects(["alone"]);
if (values.deploy) await runDeployment(run);
process.exit(run.end());

async function runWaiting(): Promise<void> {
  for (const projects of waiting) await run.runProjects(projects);
}
