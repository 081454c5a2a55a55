import { createContext, use, useSyncExternalStore } from "react";
import type { HeardProgramme } from "../heard-programme.ts";
import type { Player } from "../player.ts";

const CHECK_INTERVAL_MS = 1000;

/** Ends listening as planned, by the clock, so that a sleeping screen does not matter. */
export class SleepTimer {
  readonly #player: Pick<Player, "state" | "subscribe" | "stop" | "fadeAway" | "cancelFade">;
  readonly #programme: Pick<HeardProgramme, "play" | "progress">;
  readonly #subscribers = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #plan: SleepPlan = { kind: "off" };
  #step: SleepStep = "wait";
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    player: Pick<Player, "state" | "subscribe" | "stop" | "fadeAway" | "cancelFade">,
    programme: Pick<HeardProgramme, "play" | "progress">,
  ) {
    this.#player = player;
    this.#programme = programme;
    // A plan ends when the listener stops.
    this.#unsubscribe = player.subscribe(() => {
      if (player.state.playback.status === "idle") this.#become({ kind: "off" });
    });
  }

  get plan(): SleepPlan {
    return this.#plan;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  setMinutes(minutes: number): void {
    this.#become({ kind: "at", endsAtMs: Date.now() + minutes * 60_000 });
  }

  /** Does nothing while no track is known to be playing. */
  setTrackEnd(): void {
    const playId = this.#programme.play?.id;
    if (playId !== undefined) this.#become({ kind: "track-end", playId });
  }

  cancel(): void {
    this.#become({ kind: "off" });
  }

  close(): void {
    this.#unsubscribe();
    clearInterval(this.#timer);
  }

  #become(plan: SleepPlan): void {
    if (plan.kind === "off" && this.#plan.kind === "off") return;
    this.#plan = plan;
    if (this.#step === "fade") this.#player.cancelFade();
    this.#step = "wait";
    clearInterval(this.#timer);
    if (plan.kind !== "off") this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    for (const subscriber of this.#subscribers) subscriber();
  }

  #check(): void {
    const { elapsedMs, durationMs } = this.#programme.progress();
    const step = sleepStep(this.#plan, {
      nowMs: Date.now(),
      playId: this.#programme.play?.id,
      remainingMs: elapsedMs === null || durationMs === null ? null : durationMs - elapsedMs,
    });
    if (step === this.#step) return;
    this.#step = step;
    if (step === "fade") this.#player.fadeAway(SLEEP_FADE_MS);
    if (step === "stop") this.#player.stop();
  }
}

/** When listening ends. */
export type SleepPlan =
  | { readonly kind: "off" }
  /** By the page's clock. */
  | { readonly kind: "at"; readonly endsAtMs: number }
  | { readonly kind: "track-end"; readonly playId: string };

type SleepStep = "wait" | "fade" | "stop";

/** Duration of the final fade. */
const SLEEP_FADE_MS = 10_000;
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

export const SleepContext = createContext<SleepTimer | undefined>(undefined);

export function useSleepTimer(): SleepTimer {
  const timer = use(SleepContext);
  if (timer === undefined) throw new Error("SleepContext is missing above this component");
  return timer;
}

export function useSleepPlan(): SleepPlan {
  const timer = useSleepTimer();
  return useSyncExternalStore(timer.subscribe, () => timer.plan);
}
