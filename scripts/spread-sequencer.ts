import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longSuites } from "./long-suites.ts";
import { longestFirst, spreadAmong } from "./spread-rules.ts";

/**
 * Begins with what takes longest, and spreads the browser's suites evenly among those that wait for sound most of their
 * time. One project after the other, as vitest orders them by itself, three browsers keep both processors busy at first
 * and nothing does at the end.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = longestFirst(await super.sort(files), {
      nameOf: ({ moduleId }) => path.basename(moduleId),
      longest: longSuites,
    });
    return spreadAmong(sorted, ({ project }) => project.name === "e2e");
  }
}
