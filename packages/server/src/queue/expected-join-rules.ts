import type { OnAirStatus } from "@neonrelay/on-air/protocol";

/** When what is on air ends, if known. */
type ExpectedJoin =
  | { readonly kind: "in"; readonly waitMs: number }
  | { readonly kind: "paused" }
  /** A DJ or an external stream has no known end. */
  | { readonly kind: "unknown" };

/** @param status null: on-air can't be reached */
export function expectJoin({
  status,
  nowMs,
}: {
  readonly status: Pick<OnAirStatus, "now" | "source" | "positionMs" | "atMs"> | null;
  /** Wall clock. */
  readonly nowMs: number;
}): ExpectedJoin {
  if (status === null) return { kind: "unknown" };
  if (status.source === "paused") return { kind: "paused" };
  const { now } = status;
  if (now !== null && (now.kind !== "library" || now.durationMs === null))
    return { kind: "unknown" };
  const positionMs = status.positionMs + (nowMs - status.atMs);
  const leftMs =
    now === null || now.durationMs === null
      ? 0
      : Math.max(now.audioStartMs + now.durationMs - positionMs, 0);
  return { kind: "in", waitMs: leftMs };
}
