import type { SqlRow } from "./sql-dump.ts";

/** Parses a number of seconds, or older versions' `3.5` or `1:03.5`; null for 0, which means not set. */
export function secondsIn(value: unknown): number | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const parts = String(value).split(":").map(Number);
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

export function milliseconds(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds * 1000);
}

export function text(row: SqlRow, column: string): string {
  return row[column] ?? "";
}

export function number(row: SqlRow, column: string): number {
  const value = Number(row[column] ?? 0);
  return Number.isFinite(value) ? Math.trunc(value) : 0;
}
