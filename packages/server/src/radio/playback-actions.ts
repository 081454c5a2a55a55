import type { Operator } from "../identity/rights-rules.ts";
import type { Actor } from "../logs/system-log-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import { LinkDownError } from "../on-air-link/open-commands.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";

/** Length of the fade-out on skip. */
const SKIP_FADE_MS = 500;
const CROSSFADE_MS = 4000;
/** Play is audible at once: this is a ramp, not a fade. */
const RAMP_MS = 50;
const FADE_MS = 3000;

interface PlaybackParts {
  readonly link: OnAirLink;
  readonly systemLog: SystemLog;
}

interface TrackEnd {
  /** The play to end, so that two people who press at once end only one; defaults to the last one on-air reported. */
  readonly playId: string | undefined;
  readonly who: Actor;
}

/**
 * @returns whether it was on air and has been skipped
 * @throws LinkDownError, CommandRefusedError
 */
export async function skipTrack(parts: PlaybackParts, end: TrackEnd): Promise<boolean> {
  return endTrack(parts, { ...end, fadeMs: SKIP_FADE_MS, action: "skipped a track" });
}

/**
 * @returns whether it was on air and is fading into the next track
 * @throws LinkDownError, CommandRefusedError
 */
export async function crossfade(parts: PlaybackParts, end: TrackEnd): Promise<boolean> {
  const action = "crossfaded to the next track";
  return endTrack(parts, { ...end, fadeMs: CROSSFADE_MS, action });
}

async function endTrack(
  { link, systemLog }: PlaybackParts,
  { playId, who, fadeMs, action }: TrackEnd & { readonly fadeMs: number; readonly action: string },
): Promise<boolean> {
  const now = link.status?.now;
  const endedId = playId ?? now?.playId;
  const { skipped } = await link.run("skip", {
    fadeMs,
    ...(endedId !== undefined && { playId: endedId }),
  });
  if (skipped) {
    const details = { title: now?.title, artist: now?.artist };
    systemLog.recordOperatorAction({ who, action, details });
  }
  return skipped;
}

/**
 * Fades the whole programme; the radio state does not change.
 * @returns whether the engine is running
 * @throws LinkDownError, CommandRefusedError
 */
export async function fade(
  { link, systemLog }: PlaybackParts,
  { direction, by }: { readonly direction: "in" | "out"; readonly by: Operator },
): Promise<boolean> {
  const { faded } = await link.run("fade", { direction, fadeMs: FADE_MS });
  if (faded)
    systemLog.recordOperatorAction({
      who: by.caller,
      action: direction === "in" ? "faded the programme in" : "faded the programme out",
      details: null,
    });
  return faded;
}

/**
 * @returns whether something was on air and starts over
 * @throws LinkDownError, CommandRefusedError
 */
export async function restartTrack(
  { link, systemLog }: PlaybackParts,
  { by }: { readonly by: Operator },
): Promise<boolean> {
  const now = link.status?.now;
  const { restarted } = await link.run("restart", {});
  if (restarted) {
    const details = { title: now?.title, artist: now?.artist };
    systemLog.recordOperatorAction({ who: by.caller, action: "restarted a track", details });
  }
  return restarted;
}

/** [P83] Play ends a fade-out while the programme is playing; resuming from a pause does so anyway. */
export async function endFadeOut({ link }: Pick<PlaybackParts, "link">): Promise<void> {
  if (link.status?.source !== "faded-out") return;
  try {
    await link.run("fade", { direction: "in", fadeMs: RAMP_MS });
  } catch (error) {
    // on-air is down: there is nothing else to do.
    if (!(error instanceof LinkDownError)) throw error;
  }
}
