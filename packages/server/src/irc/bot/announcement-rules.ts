import type { OnAirStatus } from "@neonrelay/on-air/protocol";

/** Minimum interval between announcements, in ms. */
export const ANNOUNCEMENT_INTERVAL_MS = 15_000;

/** The last announcement. */
export interface Announced {
  readonly playId: string;
  readonly atMs: number;
}

type AnnouncementDecision =
  | { readonly kind: "nothing" }
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "announce"; readonly play: NonNullable<OnAirStatus["now"]> };

/** Whether to announce what is on air: only audible plays, and the newest at most every 15 s. */
export function decideAnnouncement({
  status,
  announced,
  nowMs,
}: {
  /** null: on-air is unreachable. */
  readonly status: Pick<OnAirStatus, "now" | "source" | "settings"> | null;
  readonly announced: Announced | null;
  readonly nowMs: number;
}): AnnouncementDecision {
  const play = status?.now ?? null;
  const isHeard = status?.source === "programme" && status.settings.isStreaming;
  if (play === null || !isHeard || play.playId === announced?.playId) return { kind: "nothing" };
  const waitMs = announced === null ? 0 : announced.atMs + ANNOUNCEMENT_INTERVAL_MS - nowMs;
  // A clock that was set back must not make it wait longer.
  return waitMs > 0 && waitMs <= ANNOUNCEMENT_INTERVAL_MS
    ? { kind: "wait", waitMs }
    : { kind: "announce", play };
}
