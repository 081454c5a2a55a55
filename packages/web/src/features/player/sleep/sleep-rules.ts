/** When listening ends. */
export type SleepPlan =
  | { readonly kind: "off" }
  /** By the page's clock. */
  | { readonly kind: "at"; readonly endsAtMs: number }
  | { readonly kind: "track-end"; readonly playId: string };

export type SleepStep = "wait" | "fade" | "stop";

/** Duration of the final fade. */
export const SLEEP_FADE_MS = 10_000;
export const SLEEP_MINUTES = [15, 30, 45, 60] as const;

/** What a plan does now. */
export function sleepStep(
  plan: SleepPlan,
  situation: {
    readonly nowMs: number;
    /** The play being heard; undefined if none. */
    readonly playId: string | undefined;
    /** Time left of that track; null if unknown. */
    readonly remainingMs: number | null;
  },
): SleepStep {
  switch (plan.kind) {
    case "off":
      return "wait";
    case "at":
      return dueIn(plan.endsAtMs - situation.nowMs);
    case "track-end":
      if (situation.playId !== plan.playId) return "stop";
      // The next track is mixed in before this one ends, and is inaudible at first.
      return situation.remainingMs !== null && situation.remainingMs <= SLEEP_FADE_MS
        ? "fade"
        : "wait";
    default:
      return plan satisfies never;
  }
}

/** Whole minutes until a plan's end; null if it has no fixed time. */
export function minutesLeft(plan: SleepPlan, nowMs: number): number | null {
  return plan.kind === "at" ? Math.max(1, Math.ceil((plan.endsAtMs - nowMs) / 60_000)) : null;
}

function dueIn(leftMs: number): SleepStep {
  if (leftMs <= 0) return "stop";
  return leftMs <= SLEEP_FADE_MS ? "fade" : "wait";
}
