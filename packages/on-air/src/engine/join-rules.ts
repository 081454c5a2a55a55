import { overlapSamples } from "../audio/crossfade.ts";
import type { CuePoints, PlayableTrack } from "../protocol/index.ts";
import type { Prepared } from "./cue-queue.ts";
import { type AlbumPlace, type EnginePlay, PROGRAMME_RATE_HZ } from "./engine-protocol.ts";
import { hasOwnFadeIn, hasOwnFadeOut } from "./own-fades.ts";
import {
  type DeckState,
  isFailed,
  remainingOf,
  type TrackState,
  type VoiceState,
} from "./voice.ts";

/** How the track on air and the next one join, in samples. */
export interface Join {
  /** How long until the next one starts; 0 or less: now. */
  readonly dueInSamples: number;
  /** How long the one on air keeps fading out. */
  readonly outSamples: number;
  /** How long the next one takes to reach full level. */
  readonly inSamples: number;
}

/** A prepared play. */
export interface ComingPlay extends Pick<Prepared, "play" | "purpose"> {
  readonly deck: DeckState;
}

export interface JoinSituation {
  readonly current: VoiceState;
  /** What can start now. */
  readonly next: ComingPlay | undefined;
  /** A play is on its way, startable or not. */
  readonly isPreparing: boolean;
  /** Used for unknown endings. */
  readonly crossfadeSamples: number;
}

/** [P22] 10 ms, so that a cut does not click. */
export const RAMP_SAMPLES = Math.round(PROGRAMME_RATE_HZ * 0.01);
/** [P22] Ramp at the start of a file: too short to swallow its first sound. */
const BEGINNING_RAMP_SAMPLES = Math.round(PROGRAMME_RATE_HZ * 0.005);
/** [P18] A cue-in is this far before the first sound. */
const CUE_IN_RAMP_SAMPLES = Math.round(PROGRAMME_RATE_HZ * 0.1);
/** [P17] */
const MAX_OVERLAP_SAMPLES = 8 * PROGRAMME_RATE_HZ;
/** [P25] */
const MAX_OWN_OVERLAP_SAMPLES = 30 * PROGRAMME_RATE_HZ;

/** When and how the voice on air ends by itself; undefined while its end isn't in sight. */
export function planJoin(situation: JoinSituation): Join | undefined {
  const { current, next } = situation;
  if (current.kind === "emergency") return undefined;
  const toFileEnd = remainingOf(current);
  if (isFailed(current)) return cutAt(toFileEnd);
  // While the next track is still opening, the sound after the cue-out is better than the emergency loop.
  if (next === undefined)
    return cutAt(situation.isPreparing ? toFileEnd : samplesToEnd(current, toFileEnd));
  if (isSeamless(current.play, next.play))
    return toFileEnd === undefined
      ? undefined
      : { dueInSamples: toFileEnd, outSamples: 0, inSamples: 0 };
  return joinAtCues(current, next) ?? crossfadeAtEnd(current, next, situation.crossfadeSamples);
}

/** Length from a play's cue-in to its cue-out, in samples; undefined while unknown. */
function heardLength({ play, deck, fileSamples }: Omit<TrackState, "kind">): number | undefined {
  const cues = cuesOf(play);
  const fileLength = deck.isComplete ? fileSamples + deck.available : undefined;
  const end = earliest(fileLength, samplesOf(cues?.cueOutMs ?? null));
  return end === undefined ? undefined : Math.max(0, end - toSamples(cues?.cueInMs ?? 0));
}

/** The same for a play that has not started. */
export function comingLength({ play, deck }: ComingPlay): number | undefined {
  return heardLength({ play, deck, fileSamples: toSamples(play.offsetMs) });
}

/** [P16] [P17] [P18] */
function joinAtCues(current: TrackState, next: ComingPlay): Join | undefined {
  const cues = cuesOf(current.play);
  const startNext = samplesOf(cues?.startNextMs ?? null);
  if (cues === null || startNext === undefined) return undefined;
  const toFileEnd = remainingOf(current);
  const toEnd = samplesToEnd(current, toFileEnd);
  const fromStartNext =
    toEnd === undefined ? Infinity : Math.max(0, current.fileSamples + toEnd - startNext);
  const overlap = overlapSamples(
    Math.min(
      hasOwnFadeOut(current.play) ? MAX_OWN_OVERLAP_SAMPLES : MAX_OVERLAP_SAMPLES,
      fromStartNext,
    ),
    lengthsOf(current, next),
  );
  const outSamples = Math.max(RAMP_SAMPLES, overlap);
  return {
    // A track that ends at full level still needs its ramp.
    dueInSamples: Math.min(startNext - current.fileSamples, (toEnd ?? Infinity) - RAMP_SAMPLES),
    outSamples,
    inSamples: cues.isDecay || hasOwnFadeIn(next.play) ? entryRamp(next.play) : outSamples,
  };
}

/** [P20] */
function crossfadeAtEnd(
  current: TrackState,
  next: ComingPlay,
  crossfadeSamples: number,
): Join | undefined {
  const toEnd = samplesToEnd(current, remainingOf(current));
  if (toEnd === undefined) return undefined;
  const wanted = overlapSamples(crossfadeSamples, lengthsOf(current, next));
  const overlap = Math.max(RAMP_SAMPLES, wanted);
  const inSamples = hasOwnFadeIn(next.play) ? entryRamp(next.play) : overlap;
  return { dueInSamples: toEnd - overlap, outSamples: overlap, inSamples };
}

/** [P21] Whether these are consecutive tracks of one album with sound on both sides of the join. */
export function isSeamless(current: EnginePlay, next: EnginePlay): boolean {
  if (current.source.kind !== "file" || next.source.kind !== "file") return false;
  const { cues, albumPlace } = current.source;
  const { cues: nextCues, albumPlace: nextPlace } = next.source;
  return (
    isNextOnDisc(albumPlace, nextPlace) &&
    cues?.cueOutMs === null &&
    nextCues?.cueInMs === 0 &&
    next.offsetMs === 0 &&
    !hasOwnFadeOut(current) &&
    !hasOwnFadeIn(next)
  );
}

function cutAt(toEnd: number | undefined): Join | undefined {
  if (toEnd === undefined) return undefined;
  return {
    dueInSamples: toEnd - RAMP_SAMPLES,
    outSamples: RAMP_SAMPLES,
    inSamples: RAMP_SAMPLES,
  };
}

function entryRamp(next: EnginePlay): number {
  return next.offsetMs > 0 ? CUE_IN_RAMP_SAMPLES : BEGINNING_RAMP_SAMPLES;
}

function lengthsOf(current: TrackState, next: ComingPlay): readonly (number | undefined)[] {
  return [heardLength(current), comingLength(next)];
}

/** Samples to the cue-out or the end of the file, whichever comes first. */
export function samplesToEnd(
  voice: Pick<TrackState, "play" | "fileSamples">,
  toFileEnd: number | undefined,
): number | undefined {
  const cueOut = samplesOf(cuesOf(voice.play)?.cueOutMs ?? null);
  return earliest(toFileEnd, cueOut === undefined ? undefined : cueOut - voice.fileSamples);
}

function cuesOf({ source }: EnginePlay): CuePoints | null {
  return source.kind === "file" ? source.cues : null;
}

function samplesOf(ms: number | null): number | undefined {
  return ms === null ? undefined : toSamples(ms);
}

function toSamples(ms: number): number {
  return Math.round((ms * PROGRAMME_RATE_HZ) / 1000);
}

function earliest(first: number | undefined, second: number | undefined): number | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return Math.min(first, second);
}

/** Tracks of one disc share an album artist, or else their artist. */
export function albumPlaceOf(track: PlayableTrack): AlbumPlace | null {
  const { album, albumArtist, artist, discNumber, trackNumber } = track;
  if (album === null || trackNumber === null) return null;
  return {
    disc: JSON.stringify([album, albumArtist ?? artist, discNumber ?? 1]),
    number: trackNumber,
  };
}

/** Whether the second is the next track number on the same disc. */
export function isNextOnDisc(first: AlbumPlace | null, second: AlbumPlace | null): boolean {
  if (first === null || second === null) return false;
  return first.disc === second.disc && first.number + 1 === second.number;
}
