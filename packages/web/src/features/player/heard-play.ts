import type { NowPlaying, Play } from "@neonrelay/contract/callers";

/** Older plays can't be heard any more: a listener lags at most 30 s. */
const PLAYS_KEPT = 5;
/** With nothing on air, a finished play stays on the screen this long, until its crossfade ends. */
const END_GRACE_MS = 1000;

/** The station's clock as last reported, and the local time of that report. */
export interface ProgrammeReading {
  readonly positionMs: number;
  readonly readAtMs: number;
}

/** Programme position at the speaker; includes the delays of the station's codecs. */
export function heardPositionMs(listening: {
  /** Programme position at the start of the connection. */
  readonly startMs: number;
  readonly currentTimeSeconds: number;
  /** Seconds between the audio context and the speaker; 0 if the sound does not go through one. */
  readonly outputLatencySeconds: number;
}): number {
  return (
    listening.startMs + listening.currentTimeSeconds * 1000 - listening.outputLatencySeconds * 1000
  );
}

/** Programme position of the live edge at a local time. */
export function liveEdgeMs(reading: ProgrammeReading, nowMs: number): number {
  return reading.positionMs + (nowMs - reading.readAtMs);
}

/** The play heard at a programme position; undefined if none. */
export function playAt(nowPlaying: NowPlaying, positionMs: number): Play | undefined {
  const plays = timelineOf(nowPlaying);
  const play = plays.find((candidate) => candidate.startMs <= positionMs) ?? plays.at(-1);
  if (play === undefined || nowPlaying.now !== null) return play;
  return isOver(play, positionMs) ? undefined : play;
}

/** Time until the next play is heard, in ms; undefined if no next play is known. */
export function nextPlayInMs(nowPlaying: NowPlaying, positionMs: number): number | undefined {
  const coming = timelineOf(nowPlaying).findLast(({ startMs }) => startMs > positionMs);
  return coming === undefined ? undefined : coming.startMs - positionMs;
}

/** The progress of a play, limited to its length. */
export function elapsedMs(play: Play, positionMs: number): number {
  const elapsed = Math.max(0, positionMs - play.audioStartMs);
  return play.durationMs === null ? elapsed : Math.min(elapsed, play.durationMs);
}

/** Plays newest first, each once. */
function timelineOf(nowPlaying: NowPlaying): readonly Play[] {
  const plays =
    nowPlaying.now === null
      ? nowPlaying.history
      : [nowPlaying.now, ...nowPlaying.history.filter((play) => play.id !== nowPlaying.now?.id)];
  return plays.toSorted((a, b) => b.startMs - a.startMs).slice(0, PLAYS_KEPT);
}

function isOver(play: Play, positionMs: number): boolean {
  if (play.durationMs === null) return true;
  return positionMs > play.audioStartMs + play.durationMs + END_GRACE_MS;
}
