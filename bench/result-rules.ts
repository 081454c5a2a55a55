import { medianOf } from "./process-figures.ts";
import type { BenchRow, StoredRow } from "./stored-result.ts";

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  return { median: medianOf(values), least: Math.min(...values), most: Math.max(...values) };
}

/** Rows as stored: the texts of a row form its name. Figures that are not numbers are dropped. */
export function storedRows(rows: readonly BenchRow[]): StoredRow[] {
  return rows.map((row) => {
    const texts: string[] = [];
    const figures: Record<string, number[]> = {};
    for (const [column, value] of Object.entries(row)) {
      if (typeof value === "string") {
        texts.push(value);
        continue;
      }
      const values = [value].flat().filter(Number.isFinite);
      if (values.length > 0) figures[column] = values;
    }
    return { what: texts.join(", "), figures };
  });
}

/** A row for the terminal: medians, and the range of the rounds. */
export function shownRow(row: BenchRow): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "object" ? (value.length === 0 ? "" : shownSpread(value)) : value,
    ]),
  );
}

/** `12.3 (11.9 to 12.8)`; without the range if there is none. */
export function shownSpread(values: readonly number[]): string {
  const { median, least, most } = spreadOf(values);
  const [middle, from, to] = [median, least, most].map(shownNumber);
  return from === to ? `${middle}` : `${middle} (${from} to ${to})`;
}

/** Three significant digits, and whole numbers whole. */
export function shownNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Ratio of one side's figure to another's in each round. */
export function ratiosOf(ones: readonly number[], others: readonly number[]): number[] {
  return ones.flatMap((one, round) => {
    const other = others[round];
    return other === undefined || other === 0 ? [] : [Math.round((one / other) * 1000) / 1000];
  });
}
