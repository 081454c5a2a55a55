import { BaseSequencer, type TestSpecification } from "vitest/node";
import { spreadAmong } from "./spread-rules.ts";

/**
 * Spreads the browser's suites evenly among those that wait for sound most of their time. One project after the other,
 * as vitest orders them by itself, three browsers keep both processors busy at first and nothing does at the end.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return spreadAmong(await super.sort(files), ({ project }) => project.name === "e2e");
  }
}
