import { Session, type Profiler } from "node:inspector/promises";

/** The project code reached by inputs, block by block, as counted by V8. */
export class Coverage implements Disposable {
  readonly #session = new Session();
  /** Block starts by function, and whether an input has reached them. */
  readonly #reached = new Map<string, Map<number, boolean>>();

  private constructor() {
    this.#session.connect();
  }

  static async start(): Promise<Coverage> {
    const coverage = new Coverage();
    await coverage.#session.post("Profiler.enable");
    await coverage.#session.post("Profiler.startPreciseCoverage", {
      callCount: true,
      detailed: true,
    });
    return coverage;
  }

  get blocks(): number {
    let count = 0;
    for (const points of this.#reached.values())
      for (const isReached of points.values()) if (isReached) count += 1;
    return count;
  }

  /** Code reached since the last look, with a function that records it; a trial look is not recorded. */
  async look(): Promise<{ readonly isNew: boolean; readonly keep: () => void }> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    const fresh: (() => void)[] = [];
    for (const { scriptId, url, functions } of result) {
      if (!url.includes("/packages/")) continue;
      for (const each of functions)
        if ((each.ranges[0]?.count ?? 0) > 0) fresh.push(...this.#freshIn(scriptId, each));
    }
    return {
      isNew: fresh.length > 0,
      keep: () => {
        for (const each of fresh) each();
      },
    };
  }

  [Symbol.dispose](): void {
    this.#session.disconnect();
  }

  /** V8 reports a block only when its count differs from that of the enclosing block. */
  #freshIn(scriptId: string, { ranges }: Profiler.FunctionCoverage): readonly (() => void)[] {
    const key = `${scriptId}:${ranges[0]?.startOffset ?? 0}`;
    const points = this.#reached.get(key) ?? new Map<number, boolean>();
    this.#reached.set(key, points);
    for (const { startOffset } of ranges)
      if (!points.has(startOffset)) points.set(startOffset, false);
    return [...points]
      .filter(([point, isReached]) => !isReached && countAt(ranges, point) > 0)
      .map(
        ([point]) =>
          () =>
            void points.set(point, true),
      );
  }
}

/** The count of the innermost range, which comes last. */
function countAt(ranges: readonly Profiler.CoverageRange[], point: number): number {
  return (
    ranges.findLast(({ startOffset, endOffset }) => startOffset <= point && point < endOffset)
      ?.count ?? 0
  );
}
