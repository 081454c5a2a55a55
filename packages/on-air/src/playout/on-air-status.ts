import type { EngineProcess } from "../engine-host/engine-process.ts";
import { type ProgrammeTime, samplesToMs } from "../programme/programme-clock.ts";
import type { ProgrammeSource, Transmitter } from "../programme/transmitter.ts";
import type { OnAirStatus } from "../protocol/index.ts";
import type { Playout } from "./playout.ts";

/** The current state as playout and programme know it. */
export type PlayoutStatus = Omit<
  OnAirStatus,
  "outputs" | "hlsStorage" | "live" | "probes" | "captureDevices" | "edges" | "ledger"
>;

/** What is on air now, as sent to the server. @param atMs current wall-clock time */
export function onAirStatus({
  playout,
  transmitter,
  engine,
  time,
  listeners,
  atMs,
}: {
  readonly playout: Pick<
    Playout,
    "now" | "next" | "settings" | "isFadedOut" | "requestStartsMs" | "quarantined"
  >;
  readonly transmitter: Pick<Transmitter, "source" | "encoderSpeed">;
  readonly engine: Pick<EngineProcess, "state">;
  readonly time: Pick<ProgrammeTime, "positionSamples">;
  readonly listeners: number;
  readonly atMs: number;
}): PlayoutStatus {
  const { now, next, settings, isFadedOut, quarantined } = playout;
  const { isPlaying } = settings;
  return {
    now,
    next,
    source: statusSource(transmitter.source, { isPlaying, isFadedOut }),
    engine: engine.state,
    encoderSpeed: transmitter.encoderSpeed,
    positionMs: samplesToMs(time.positionSamples),
    atMs,
    listeners,
    settings,
    requestStartsMs: [...playout.requestStartsMs(atMs)],
    quarantined,
  };
}

/** The source, as sent to the server. Intended silence is never a fault. */
export function statusSource(
  source: ProgrammeSource,
  { isPlaying, isFadedOut }: { readonly isPlaying: boolean; readonly isFadedOut: boolean },
): OnAirStatus["source"] {
  if (!isPlaying) return "paused";
  if (isFadedOut) return "faded-out";
  return source === "silence" ? "programme" : source;
}
