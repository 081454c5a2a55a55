import { valuesAt } from "./page-tables.ts";
import { workKinds, type WorkKind } from "./perf-rules.ts";
import { spreadOf } from "./result-rules.ts";
import type { StoredResult } from "./stored-result.ts";

export type Results = readonly StoredResult[];

/** A performance goal, and where the results show whether it is met. */
export interface Aim {
  readonly text: string;
  readonly bench: string;
  readonly what: string;
  readonly figure: string;
  readonly limit: { readonly most: number } | { readonly least: number };
  /** Where the time or memory goes when the aim is missed. */
  readonly why: string | ((results: Results) => string);
}

/** @returns null when not measured */
export function medianAt(results: Results, place: Parameters<typeof valuesAt>[1]): number | null {
  const values = valuesAt(results, place);
  return values === null ? null : spreadOf(values).median;
}

/** @returns null when not measured */
export function percentAt(results: Results, column: string, kind: WorkKind): number | null {
  return medianAt(results, { bench: "profile", what: `${kind}, %`, figure: column });
}

/** @returns null when none of it was measured */
export function kernelPercent(results: Results, column: string): number | null {
  const percents = workKinds
    .filter((kind) => kind.startsWith("kernel: "))
    .flatMap((kind) => percentAt(results, column, kind) ?? []);
  return percents.length === 0 ? null : percents.reduce((sum, percent) => sum + percent, 0);
}
