import { shownSpread } from "./result-rules.ts";
import type { StoredResult, StoredRow } from "./stored-result.ts";

/** A table as the formatter leaves it: padded cells, figures right-aligned. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => padded(cells[column] ?? "", { width, column })).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function padded(cell: string, { width, column }: { width: number; column: number }): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** All rows of a result, with a column for each figure in any of them. */
export function tableOfRows(rows: readonly StoredRow[]): string {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  return tableOf(
    ["", ...columns],
    rows.map(({ what, figures }) => [
      what,
      ...columns.map((column) => {
        const values = figures[column];
        return values === undefined ? "" : shownSpread(values);
      }),
    ]),
  );
}

/** @returns null when not measured */
export function valuesAt(
  results: readonly StoredResult[],
  {
    bench,
    what,
    figure,
  }: { readonly bench: string; readonly what: string; readonly figure: string },
): readonly number[] | null {
  const rows = results.find((result) => result.bench === bench)?.rows ?? [];
  return rows.find((row) => row.what === what)?.figures[figure] ?? null;
}
