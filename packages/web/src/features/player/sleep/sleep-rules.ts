/** When listening ends. */
export type SleepPlan =
  | { readonly kind: "off" }
  /** By the page's clock. */
  | { readonly kind: "at"; readonly endsAtMs: number }
  | { readonly kind: "track-end"; readonly playId: string };

export type SleepStep = "wait" | "fade" | "stop";

/** The last seconds fade out. */
export const SLEEP_FADE_MS = 10_000;
export const SLEEP_MINUTES = [15, 30, 45, 60] as const;

/** What a plan does now. */
export function sleepStep(
  plan: SleepPlan,
  situation: {
    readonly nowMs: number;
    /** What is heard; undefined when nothing is. */
    readonly playId: string | undefined;
    /** Of the track that is heard; null when it is not known. */
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
      // The next track is mixed in before this one is over, and is not heard at first.
      return situation.remainingMs !== null && situation.remainingMs <= SLEEP_FADE_MS
        ? "fade"
        : "wait";
    default:
      return plan satisfies never;
  }
}

/** Whole minutes until the end of a plan, or null when it has no time. */
export function minutesLeft(plan: SleepPlan, nowMs: number): number | null {
  return plan.kind === "at" ? Math.max(1, Math.ceil((plan.endsAtMs - nowMs) / 60_000)) : null;
}

function dueIn(leftMs: number): SleepStep {
  if (leftMs <= 0) return "stop";
  return leftMs <= SLEEP_FADE_MS ? "fade" : "wait";
}
