/** The byte order mark tells spreadsheets that a table is UTF-8. */
export const CSV_START = "\uFEFF";

/**
 * A line of an RFC 4180 table. Text that begins like a formula gets an apostrophe, so that spreadsheets don't execute
 * it.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(typeof cell === "number" ? String(cell) : defused(cell))).join(",")}\r\n`;
}

function defused(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
