import type { Playback } from "./playback-machine.ts";
import { isUnreachable } from "./playback-machine.ts";

/** What the player says about itself, and how it is marked. */
export interface PlayerStatus {
  readonly text: string;
  readonly tone: "live" | "busy" | "quiet" | "trouble";
}

export const UNREACHABLE = "Station unreachable";

export interface StationSituation {
  /** True when asking for the station has failed, not merely not ended. */
  readonly isUnreachable: boolean;
  /** undefined while the station has not answered yet. */
  readonly isStreaming: boolean | undefined;
  readonly isPlaying: boolean | undefined;
}

/** @param nowMs of the same clock as the playback's times */
export function describePlayback(
  playback: Playback,
  station: StationSituation,
  nowMs: number,
): PlayerStatus {
  switch (playback.status) {
    case "connecting":
      return { text: "Tuning in…", tone: "busy" };
    case "blocked":
      return { text: "Tap to listen", tone: "trouble" };
    case "reconnecting":
      return { text: describeOutage(playback, nowMs), tone: "trouble" };
    case "playing":
      return station.isPlaying === false
        ? { text: "Station paused", tone: "quiet" }
        : { text: "On air", tone: "live" };
    case "idle":
      return describeStation(station);
    default:
      return playback satisfies never;
  }
}

/** What a screen reader is told of it: not every second of a countdown. */
export function spokenStatus(text: string): string {
  return text.replace(/ in \d+ s$/, "");
}

function describeStation(station: StationSituation): PlayerStatus {
  if (station.isStreaming === undefined) {
    return station.isUnreachable
      ? { text: UNREACHABLE, tone: "trouble" }
      : { text: "Tuning in…", tone: "busy" };
  }
  if (!station.isStreaming) return { text: "Off air", tone: "quiet" };
  if (station.isPlaying === false) return { text: "Station paused", tone: "quiet" };
  return { text: "On air", tone: "live" };
}

function describeOutage(
  playback: Extract<Playback, { status: "reconnecting" }>,
  nowMs: number,
): string {
  if (isUnreachable(playback, nowMs)) return UNREACHABLE;
  if (playback.step.kind === "trying") return "Reconnecting…";
  const seconds = Math.max(1, Math.ceil((playback.step.retryAtMs - nowMs) / 1000));
  return `Signal lost — retrying in ${seconds} s`;
}
