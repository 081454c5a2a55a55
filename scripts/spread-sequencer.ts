import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longSuites } from "./long-suites.ts";
import { longestFirst, spreadAmong } from "./spread-rules.ts";

/**
 * Begins with what takes longest, and spreads the browser's suites evenly among those that wait for sound most of their
 * time. One project after the other, as vitest orders them by itself, three browsers keep both processors busy at first
 * and nothing does at the end. A run that is short of time gives an order of its own.
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
