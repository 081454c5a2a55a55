/** How many deliveries took how many ms, in any order; a duration may occur more than once. */
export type Deliveries = readonly (readonly [tookMs: number, count: number])[];

/** @returns the time in ms within which that share was delivered; NaN when there were none */
export function percentileOf(deliveries: Deliveries, share: number): number {
  const total = deliveries.reduce((sum, [, count]) => sum + count, 0);
  let counted = 0;
  for (const [tookMs, count] of deliveries.toSorted(([one], [other]) => one - other)) {
    counted += count;
    if (counted >= total * share) return tookMs;
  }
  return Number.NaN;
}
