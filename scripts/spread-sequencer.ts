import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longSuites } from "./long-suites.ts";
import { longestFirst, spreadAmong } from "./spread-rules.ts";

/**
 * Starts the longest suites first, and spreads browser suites evenly among those that mostly wait for sound. Vitest's
 * own order, one project after the other, would keep both CPUs busy with three browsers at first and idle at the end. A
 * run short of time passes its own order.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const given = process.env["TEST_ORDER"];
    if (given !== undefined)
      return longestFirst(files, {
        nameOf: ({ moduleId }) => path.relative(process.cwd(), moduleId),
        longest: given.split("\n"),
      });
    const sorted = longestFirst(await super.sort(files), {
      nameOf: ({ moduleId }) => path.basename(moduleId),
      longest: longSuites,
    });
    return spreadAmong(sorted, ({ project }) => project.name === "e2e");
  }
}
