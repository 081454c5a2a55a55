/** How strict the server is about lines that come fast. `trusted`: it is our own and has no limit. */
export type FloodPreset = "normal" | "strict" | "trusted";

/** What a line costs, and how much may be owed before lines have to wait; time pays off one second each second. */
export interface FloodLimits {
  readonly lineMs: number;
  readonly bytesPerSecond: number;
  readonly budgetMs: number;
}

/**
 * `normal` stays below InspIRCd's 10 lines and then one a second, Solanum's and Ergo's 5 and then two; `strict` below
 * the penalties of the irc2 and hybrid families.
 */
export const FLOOD_PRESETS: Readonly<Record<FloodPreset, FloodLimits>> = {
  normal: { lineMs: 1_000, bytesPerSecond: 400, budgetMs: 5_000 },
  strict: { lineMs: 2_000, bytesPerSecond: 100, budgetMs: 8_000 },
  trusted: { lineMs: 0, bytesPerSecond: Infinity, budgetMs: Infinity },
};

/** What was owed at a moment. */
export interface FloodDebt {
  readonly owedMs: number;
  readonly atMs: number;
}

/** What is owed once a line has been sent, in time or not. */
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

/** How long a line of so many bytes has to wait: not at all, when what is owed with it is within the budget. */
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
  // A line dearer than the budget goes when nothing is owed, or it would never go.
  const allowedMs = Math.max(0, limits.budgetMs - lineCostMs(limits, bytes));
  return Math.max(0, owedAt(debt, nowMs) - allowedMs);
}

/** Limits for a server that has said we flood it: everything costs twice. */
export function halveRate(limits: FloodLimits): FloodLimits {
  return { ...limits, lineMs: limits.lineMs * 2, bytesPerSecond: limits.bytesPerSecond / 2 };
}

function lineCostMs(limits: FloodLimits, bytes: number): number {
  return limits.lineMs + (bytes / limits.bytesPerSecond) * 1_000;
}

function owedAt(debt: FloodDebt, nowMs: number): number {
  return Math.max(0, debt.owedMs - (nowMs - debt.atMs));
}
