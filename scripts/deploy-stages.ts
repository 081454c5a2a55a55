import type { TestRun } from "./test-run.ts";

/** Most of them wait, two at a time; what measures how long nothing is heard has the machine to itself. */
export async function runDeployment(run: TestRun): Promise<void> {
  await run.runProjects(["deploy"]);
  await run.runProjects(["deploy-alone"]);
}
