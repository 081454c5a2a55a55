/**
 * An RFC 4180 table. A text that begins like a formula gets an apostrophe, so that spreadsheets don't execute it; numbers
 * stay numbers.
 */
export function csvOf(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${[heads, ...rows].map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("")}`;
}

function cellOf(cell: string | number): string {
  const text = typeof cell === "number" ? String(cell) : defused(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Listening time of a cell, in hours with two decimals. */
export function csvHours(seconds: number): number {
  return Math.round(seconds / 36) / 100;
}
