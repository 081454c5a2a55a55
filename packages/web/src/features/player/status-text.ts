import type { Playback } from "./playback-machine.ts";
import { isUnreachable } from "./playback-machine.ts";

/** The player's status text and its tone. */
export interface PlayerStatus {
  readonly text: string;
  readonly tone: "live" | "busy" | "quiet" | "trouble";
  /** The button that ends this state: Retry, or an operator's Fade In. */
  readonly wayBack: "retry" | "fade-in" | "none";
}

const unreachable: PlayerStatus = {
  text: "Station unreachable",
  tone: "trouble",
  wayBack: "retry",
};
const offAir: PlayerStatus = { text: "Off air", tone: "quiet", wayBack: "none" };
const tuningIn: PlayerStatus = { text: "Tuning in…", tone: "busy", wayBack: "none" };

interface StationSituation {
  /** True if loading the station's state has failed, not while it loads. */
  readonly isUnreachable: boolean;
  /** undefined until the station has answered. */
  readonly isStreaming: boolean | undefined;
  /** By an operator. */
  readonly isStopped: boolean;
  readonly isPlaying: boolean | undefined;
  readonly isFadedOut: boolean;
  /** Whether this visitor may fade it in again. */
  readonly mayFadeIn: boolean;
  /** What the title says in place of a track; undefined while one is heard. */
  readonly withoutMusic: string | undefined;
}

/** @param nowMs on the same clock as the playback's times */
export function describePlayback(
  playback: Playback,
  station: StationSituation,
  nowMs: number,
): PlayerStatus {
  switch (playback.status) {
    case "connecting":
      return tuningIn;
    case "blocked":
      return { text: "Tap to listen", tone: "trouble", wayBack: "none" };
    case "paused-by-device":
      return { text: "Paused by this device", tone: "quiet", wayBack: "none" };
    case "reconnecting":
      return describeOutage(playback, nowMs);
    case "off-air":
      return { text: "Off air — starts by itself", tone: "quiet", wayBack: "none" };
    case "playing":
      return station.isStopped ? offAir : describeProgramme(station);
    case "idle":
      return describeStation(station);
    default:
      return playback satisfies never;
  }
}

/** The text for screen readers: without the countdown's seconds. */
export function spokenStatus(text: string): string {
  return text.replace(/ in \d+ s$/, "");
}

function describeStation(station: StationSituation): PlayerStatus {
  if (station.isStreaming === undefined) {
    return station.isUnreachable ? unreachable : tuningIn;
  }
  if (!station.isStreaming) return offAir;
  return describeProgramme(station);
}

function describeProgramme(station: StationSituation): PlayerStatus {
  const { isPlaying, isFadedOut, mayFadeIn, withoutMusic } = station;
  if (isPlaying === false) return { text: "Station paused", tone: "quiet", wayBack: "none" };
  if (isFadedOut && mayFadeIn) return { text: "Faded out", tone: "quiet", wayBack: "fade-in" };
  if (isFadedOut) return { text: "Faded out until the next track", tone: "quiet", wayBack: "none" };
  if (withoutMusic !== undefined) return { text: withoutMusic, tone: "quiet", wayBack: "none" };
  return { text: "On air", tone: "live", wayBack: "none" };
}

function describeOutage(
  playback: Extract<Playback, { status: "reconnecting" }>,
  nowMs: number,
): PlayerStatus {
  if (isUnreachable(playback, nowMs)) return unreachable;
  const trouble = { tone: "trouble", wayBack: "none" } as const;
  if (playback.step.kind === "trying") return { text: "Reconnecting…", ...trouble };
  const seconds = Math.max(1, Math.ceil((playback.step.retryAtMs - nowMs) / 1000));
  return { text: `Signal lost — retrying in ${seconds} s`, ...trouble };
}
