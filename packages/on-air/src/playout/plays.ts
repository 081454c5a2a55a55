import { randomUUID } from "node:crypto";
import type { EnginePlay } from "../engine/engine-protocol.ts";
import type { AiredPlay, PlayableTrack, QueueEntry } from "../protocol.ts";
import type { NextChoice } from "./playout-rules.ts";
import { samplesToMs } from "./programme-clock.ts";

/** A play that may come on air. */
export interface PlannedPlay {
  readonly playId: string;
  readonly track: PlayableTrack;
  /** null: chosen from the rotation. */
  readonly entryId: string | null;
  readonly requestedBy: string | null;
}

/** A play that is, or was, on air. */
export interface StartedPlay extends PlannedPlay {
  /** Programme position of the track's first sample. */
  readonly audioStartSamples: number;
  /** Programme position from which its title holds. */
  readonly titleSamples: number;
  /** Wall clock of `audioStartSamples`, in ms. */
  readonly startedAtMs: number;
}

/** Gives what was chosen an identity of its own; null for nothing. */
export function planPlay(choice: NextChoice): PlannedPlay | null {
  switch (choice.kind) {
    case "queue": {
      const { entryId, requestedBy } = choice.entry;
      return { playId: randomUUID(), track: trackOf(choice.entry), entryId, requestedBy };
    }
    case "rotation":
      return { playId: randomUUID(), track: choice.track, entryId: null, requestedBy: null };
    case "nothing":
      return null;
    default:
      return choice satisfies never;
  }
}

/** The same track and entry once more. */
export function planAgain(play: PlannedPlay): PlannedPlay {
  const { track, entryId, requestedBy } = play;
  return { playId: randomUUID(), track, entryId, requestedBy };
}

export function enginePlay(play: PlannedPlay, offsetMs: number): EnginePlay {
  const { path, gainDb } = play.track;
  return { playId: play.playId, source: { kind: "file", path }, gainDb, offsetMs };
}

export function airedPlay(play: StartedPlay): AiredPlay {
  return {
    playId: play.playId,
    kind: "library",
    trackId: play.track.trackId,
    sessionId: null,
    djName: null,
    entryId: play.entryId,
    requestedBy: play.requestedBy,
    title: play.track.title,
    artist: play.track.artist,
    startMs: samplesToMs(play.titleSamples),
    audioStartMs: samplesToMs(play.audioStartSamples),
    startedAtMs: play.startedAtMs,
    durationMs: play.track.durationMs,
  };
}

function trackOf(entry: QueueEntry): PlayableTrack {
  const { trackId, path, title, artist, album, genre, durationMs, gainDb } = entry;
  return { trackId, path, title, artist, album, genre, durationMs, gainDb };
}
