/** How strictly the server limits fast lines. `trusted`: our own server, without a limit. */
export type FloodPreset = "normal" | "strict" | "trusted";

/** The cost of a line, and how much may be owed before lines wait. Each second pays off one second of debt. */
export interface FloodLimits {
  readonly lineMs: number;
  readonly bytesPerSecond: number;
  readonly budgetMs: number;
}

/**
 * `normal` stays below the limits of InspIRCd (10 lines, then one a second) and of Solanum and Ergo (5, then two a
 * second); `strict` below the penalties of the irc2 and hybrid families.
 */
export const FLOOD_PRESETS: Readonly<Record<FloodPreset, FloodLimits>> = {
  normal: { lineMs: 1_000, bytesPerSecond: 400, budgetMs: 5_000 },
  strict: { lineMs: 2_000, bytesPerSecond: 100, budgetMs: 8_000 },
  trusted: { lineMs: 0, bytesPerSecond: Infinity, budgetMs: Infinity },
};

/** Debt at a moment. */
export interface FloodDebt {
  readonly owedMs: number;
  readonly atMs: number;
}

/** Debt after sending a line, whether or not it waited. */
export function addLine({
  debt,
  limits,
  bytes,
  nowMs,
}: {
  readonly debt: FloodDebt;
  readonly limits: FloodLimits;
  readonly bytes: number;
  readonly nowMs: number;
}): FloodDebt {
  return { owedMs: owedAt(debt, nowMs) + lineCostMs(limits, bytes), atMs: nowMs };
}

/** Delay before sending `bytes`; 0 while the debt including the line is within budget. */
export function decideWaitMs({
  debt,
  limits,
  bytes,
  nowMs,
}: {
  readonly debt: FloodDebt;
  readonly limits: FloodLimits;
  readonly bytes: number;
  readonly nowMs: number;
}): number {
  // A line above the budget goes once nothing is owed; otherwise it would never go.
  const allowedMs = Math.max(0, limits.budgetMs - lineCostMs(limits, bytes));
  return Math.max(0, owedAt(debt, nowMs) - allowedMs);
}

/** Limits after the server said we flood it: everything costs twice. */
export function halveRate(limits: FloodLimits): FloodLimits {
  return { ...limits, lineMs: limits.lineMs * 2, bytesPerSecond: limits.bytesPerSecond / 2 };
}

function lineCostMs(limits: FloodLimits, bytes: number): number {
  return limits.lineMs + (bytes / limits.bytesPerSecond) * 1_000;
}

function owedAt(debt: FloodDebt, nowMs: number): number {
  return Math.max(0, debt.owedMs - (nowMs - debt.atMs));
}
