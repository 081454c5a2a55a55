import { randomUUID } from "node:crypto";
import type { AlbumPlace, EnginePlay } from "../engine/engine-protocol.ts";
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
    case "queue":
      return planEntry(choice.entry);
    case "rotation":
      return { playId: randomUUID(), track: choice.track, entryId: null, requestedBy: null };
    case "nothing":
      return null;
    default:
      return choice satisfies never;
  }
}

export function planEntry(entry: QueueEntry): PlannedPlay {
  const { entryId, requestedBy } = entry;
  return { playId: randomUUID(), track: trackOf(entry), entryId, requestedBy };
}

/** The same track and entry once more. */
export function planAgain(play: PlannedPlay): PlannedPlay {
  const { track, entryId, requestedBy } = play;
  return { playId: randomUUID(), track, entryId, requestedBy };
}

/** @param offsetMs where in the file to begin, but not before the cue-in */
export function enginePlay(play: PlannedPlay, offsetMs: number): EnginePlay {
  const { path, gainDb, cues } = play.track;
  return {
    playId: play.playId,
    source: { kind: "file", path, cues, albumPlace: albumPlaceOf(play.track) },
    gainDb,
    offsetMs: Math.max(offsetMs, cues?.cueInMs ?? 0),
  };
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
  const { entryId: _entryId, requestedBy: _requestedBy, ...track } = entry;
  return track;
}

/** Tracks of one disc have one artist of the album, or for want of that one artist. */
function albumPlaceOf(track: PlayableTrack): AlbumPlace | null {
  const { album, albumArtist, artist, discNumber, trackNumber } = track;
  if (album === null || trackNumber === null) return null;
  return {
    disc: JSON.stringify([album, albumArtist ?? artist, discNumber ?? 1]),
    number: trackNumber,
  };
}
