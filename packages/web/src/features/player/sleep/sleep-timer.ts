import type { Player } from "../player.ts";
import type { HeardProgramme } from "../heard-programme.ts";
import { SLEEP_FADE_MS, sleepStep } from "./sleep-rules.ts";
import type { SleepPlan, SleepStep } from "./sleep-rules.ts";

const LOOK_EVERY_MS = 1000;

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
    if (plan.kind !== "off") this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    for (const subscriber of this.#subscribers) subscriber();
  }

  #look(): void {
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
