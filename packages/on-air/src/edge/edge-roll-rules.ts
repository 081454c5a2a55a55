import type { EdgeReport } from "./edge-protocol.ts";

/** An edge without a report for this long is away, in ms: three reports. */
const AWAY_AFTER_MS = 7000;
/** An edge without a report for this long is forgotten. It remembers its own hours. */
const FORGET_AFTER_MS = 24 * 60 * 60_000;
/** Maximum edges known at a time. */
const MAX_EDGES = 100;

/** An edge as the master knows it. */
export interface KnownEdge {
  readonly id: string;
  readonly name: string;
  readonly startedAtMs: number;
  readonly publicUrl: string | null;
  readonly weight: number;
  readonly listeners: number;
  readonly state: EdgeReport["state"];
  readonly lagMs: number | null;
  /** Wall clock, ms: reporting without a break since. */
  readonly sinceMs: number;
  readonly reportedAtMs: number;
  /** The maximum it has reported. */
  readonly listenerSeconds: number;
}

export type ReportDecision =
  | { readonly kind: "taken"; readonly edge: KnownEdge }
  /** Another edge of that name is connected. */
  | { readonly kind: "name-taken" }
  /** A newer process has the same data. */
  | { readonly kind: "replaced" }
  | { readonly kind: "too-many" };

/** Whether a report counts, and what is known of the edge with it. */
export function decideReport({
  report,
  known,
  nowMs,
}: {
  readonly report: EdgeReport;
  readonly known: readonly KnownEdge[];
  readonly nowMs: number;
}): ReportDecision {
  const { id, name, startedAtMs, publicUrl, weight, listeners, state, lagMs } = report;
  const own = known.find((edge) => edge.id === id);
  const isTaken = known.some((edge) => edge.id !== id && edge.name === name && isHere(edge, nowMs));
  if (isTaken) return { kind: "name-taken" };
  if (own !== undefined && own.startedAtMs > startedAtMs && isHere(own, nowMs))
    return { kind: "replaced" };
  if (own === undefined && known.length >= MAX_EDGES) return { kind: "too-many" };
  const sinceMs = own !== undefined && isHere(own, nowMs) ? own.sinceMs : nowMs;
  const present = { id, name, startedAtMs, publicUrl, weight, listeners, state, lagMs };
  // The sum only grows, so the largest is the newest, however often and in whatever order reports arrive.
  const listenerSeconds = Math.max(own?.listenerSeconds ?? 0, report.listenerSeconds ?? 0);
  return { kind: "taken", edge: { ...present, sinceMs, reportedAtMs: nowMs, listenerSeconds } };
}

/** Whether the edge is reporting. */
export function isHere({ reportedAtMs }: Pick<KnownEdge, "reportedAtMs">, nowMs: number): boolean {
  return Math.abs(nowMs - reportedAtMs) < AWAY_AFTER_MS;
}

/** The same edges after the wall clock was set. @param jumpMs by how much; negative when set back */
export function afterJump(known: readonly KnownEdge[], jumpMs: number): readonly KnownEdge[] {
  return known.map((edge) => ({
    ...edge,
    sinceMs: edge.sinceMs + jumpMs,
    reportedAtMs: edge.reportedAtMs + jumpMs,
  }));
}

/** Edges worth remembering. */
export function stillKnown(known: readonly KnownEdge[], nowMs: number): readonly KnownEdge[] {
  return known.filter((edge) => nowMs - edge.reportedAtMs < FORGET_AFTER_MS);
}

/** Listeners of all reporting edges. */
export function listenersOf(known: readonly KnownEdge[], nowMs: number): number {
  return known
    .filter((edge) => isHere(edge, nowMs))
    .reduce((sum, { listeners }) => sum + listeners, 0);
}
