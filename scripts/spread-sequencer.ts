import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Spreads the browser's suites evenly among those that wait for sound most of their time. One project after the other,
 * as vitest orders them by itself, three browsers keep both processors busy at first and nothing does at the end.
 */
export class SpreadSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = new Map<TestSpecification, number>();
    for (const suites of [sorted.filter(isOfBrowser), sorted.filter((file) => !isOfBrowser(file))])
      suites.forEach((file, index) => placeOf.set(file, index / suites.length));
    return sorted.toSorted((one, other) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0));
  }
}

function isOfBrowser({ project }: TestSpecification): boolean {
  return project.name === "e2e";
}
