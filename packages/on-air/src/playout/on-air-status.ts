import type { OnAirSettings, OnAirStatus } from "../protocol/index.ts";
import { airedPlay, type StartedPlay } from "./plays.ts";
import { samplesToMs } from "../programme/programme-clock.ts";
import type { Transmitter, ProgrammeSource } from "../programme/transmitter.ts";

/** What the playout knows of the present. */
export type PlayoutStatus = Omit<OnAirStatus, "outputs" | "live" | "probes" | "captureDevices">;

/** The present as the server is told it. @param atMs wall clock of now */
export function onAirStatus({
  current,
  next,
  programme,
  settings,
  isFadedOut,
  listeners,
  atMs,
}: {
  readonly current: StartedPlay | null;
  readonly next: OnAirStatus["next"];
  readonly programme: Pick<
    Transmitter,
    "source" | "engineState" | "encoderSpeed" | "positionSamples"
  >;
  readonly settings: OnAirSettings;
  readonly isFadedOut: boolean;
  readonly listeners: number;
  readonly atMs: number;
}): PlayoutStatus {
  return {
    now: current === null ? null : airedPlay(current),
    next,
    source: statusSource(programme.source, {
      isPlaying: settings.isPlaying,
      isFadedOut,
    }),
    engine: programme.engineState,
    encoderSpeed: programme.encoderSpeed,
    positionMs: samplesToMs(programme.positionSamples),
    atMs,
    listeners,
    settings,
  };
}

/** The source as the server is told it: intended silence is nothing to worry about, whatever is silent. */
export function statusSource(
  source: ProgrammeSource,
  { isPlaying, isFadedOut }: { readonly isPlaying: boolean; readonly isFadedOut: boolean },
): OnAirStatus["source"] {
  if (!isPlaying) return "paused";
  if (isFadedOut) return "faded-out";
  return source === "silence" ? "programme" : source;
}
