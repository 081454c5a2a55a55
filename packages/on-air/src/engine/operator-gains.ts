import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { PROGRAMME_RATE_HZ, type EngineEvent, type ToEngine } from "./engine-protocol.ts";
import { RAMP_SAMPLES } from "./join-rules.ts";
import { gainOfVolume, GainRamp } from "./volume.ts";

export type OperatorFade = Omit<Extract<ToEngine, { kind: "fade" }>, "kind">;

/** Two frames, 52 ms: for pause, resume and volume. */
const LEVEL_RAMP_SAMPLES = 2 * MIX_FRAME_SAMPLES;

/** The operators' controls over the whole programme: pause, play, volume, fade out and in. */
export class OperatorGains {
  readonly #emit: (event: EngineEvent) => void;
  readonly #level: GainRamp;
  readonly #transport: GainRamp;
  readonly #fader: GainRamp;

  constructor(
    start: {
      readonly isPlaying: boolean;
      readonly isFadedOut: boolean;
      readonly volume: number;
    },
    emit: (event: EngineEvent) => void,
  ) {
    this.#emit = emit;
    this.#level = new GainRamp(gainOfVolume(start.volume));
    this.#transport = new GainRamp(start.isPlaying ? 1 : 0);
    this.#fader = new GainRamp(start.isFadedOut ? 0 : 1);
  }

  /** Whether the programme is paused. */
  get isPaused(): boolean {
    return isShut(this.#transport);
  }

  /** [P84] Whether the programme is silent on purpose. */
  get isSilent(): boolean {
    return [this.#transport, this.#level, this.#fader].some(isShut);
  }

  /** Whether the mix is heard unchanged except for the volume. */
  get isOpen(): boolean {
    return [this.#transport, this.#fader].every(
      ({ value, remaining }) => value === 1 && remaining === 0,
    );
  }

  /** Samples until the programme is fully paused or fully back; Infinity while no such change is running. */
  get step(): number {
    return this.#transport.remaining > 0 ? this.#transport.remaining : Infinity;
  }

  /** [P83] Play also ends a fade-out. @returns whether the programme resumed from a pause */
  setPlaying(isPlaying: boolean): boolean {
    const target = isPlaying ? 1 : 0;
    if (this.#transport.target === target) return false;
    const wasPaused = this.isPaused;
    this.#transport.rampTo(target, LEVEL_RAMP_SAMPLES);
    if (isPlaying) this.#fadeTo(1, wasPaused ? 0 : LEVEL_RAMP_SAMPLES);
    return isPlaying && wasPaused;
  }

  setVolume(volume: number): void {
    this.#level.rampTo(gainOfVolume(volume), LEVEL_RAMP_SAMPLES);
  }

  /** [P80] A running fade continues from its level. */
  fade({ direction, fadeMs }: OperatorFade): void {
    const samples = Math.round((fadeMs * PROGRAMME_RATE_HZ) / 1000);
    this.#fadeTo(direction === "in" ? 1 : 0, Math.max(RAMP_SAMPLES, samples));
  }

  /** [P81] The next track is heard even after a fade-out. @returns how loud the outgoing one still is */
  openFader(): number {
    if (this.#fader.target === 1) return 1;
    const { value } = this.#fader;
    this.#fadeTo(1, 0);
    return value;
  }

  /** Applies play, pause and fades to a stretch, at most a `step`. */
  apply(target: Float32Array, at: number, count: number): void {
    this.#transport.apply(target, at, count);
    this.#fader.apply(target, at, count);
  }

  applyVolume(frame: Float32Array): void {
    this.#level.apply(frame, 0, MIX_FRAME_SAMPLES);
  }

  #fadeTo(target: 0 | 1, samples: number): void {
    if (this.#fader.target === target) return;
    this.#fader.rampTo(target, samples);
    this.#emit({ kind: "faded", direction: target === 1 ? "in" : "out" });
  }
}

/** Whether the programme stays silent until a command changes that. */
function isShut({ value, target }: GainRamp): boolean {
  return value === 0 && target === 0;
}
