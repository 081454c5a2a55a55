import type { TrackCues } from "@neonrelay/contract";
import { findCueProblem } from "../library/cues/cue-edit-rules.ts";

/** A track with its cue points, fades and gain set by operators. */
export interface SetCues {
  readonly userCueInMs: number | null;
  readonly userCueOutMs: number | null;
  readonly userStartNextMs: number | null;
  readonly userFadeInMs: number | null;
  readonly userFadeOutMs: number | null;
  readonly userGainDb: number | null;
}

type CuedSound = Parameters<typeof findCueProblem>[1];

export function cuesOf(track: SetCues): TrackCues {
  return {
    cueInMs: track.userCueInMs,
    cueOutMs: track.userCueOutMs,
    startNextMs: track.userStartNextMs,
    fadeInMs: track.userFadeInMs,
    fadeOutMs: track.userFadeOutMs,
    gainDb: track.userGainDb,
  };
}

/** What a merge's kept track inherits: the first cues of a copy that fit it, if it has none. null: nothing. */
export function inheritCues(
  kept: SetCues & CuedSound,
  copies: readonly SetCues[],
): TrackCues | null {
  if (hasAny(cuesOf(kept))) return null;
  return (
    copies.map(cuesOf).find((cues) => hasAny(cues) && findCueProblem(cues, kept) === null) ?? null
  );
}

function hasAny(cues: TrackCues): boolean {
  return Object.values(cues).some((value) => value !== null);
}

export function isSameCues(one: TrackCues, other: TrackCues): boolean {
  return (
    one.cueInMs === other.cueInMs &&
    one.cueOutMs === other.cueOutMs &&
    one.startNextMs === other.startNextMs &&
    one.fadeInMs === other.fadeInMs &&
    one.fadeOutMs === other.fadeOutMs &&
    // The database stores seven digits.
    Math.abs((one.gainDb ?? 0) - (other.gainDb ?? 0)) < 0.001
  );
}

/** What an undone merge left as it is. */
interface LeftChanges {
  /** Number of changes since, by kind. */
  readonly favourites: number;
  readonly playlists: number;
  readonly clocks: number;
  /** Copies that are gone for good. */
  readonly goneCopies: number;
  readonly hasOtherCues: boolean;
}

/** What stays as it is and why, in sentences. */
export function leftInWords({
  goneCopies,
  favourites,
  playlists,
  clocks,
  hasOtherCues,
}: LeftChanges): readonly string[] {
  const told: string[] = [];
  if (goneCopies === 1) told.push("1 merged track was erased since, and does not come back.");
  if (goneCopies > 1)
    told.push(`${goneCopies} merged tracks were erased since, and do not come back.`);
  if (playlists === 1) told.push("1 playlist was changed since, and stays as it is.");
  if (playlists > 1) told.push(`${playlists} playlists were changed since, and stay as they are.`);
  if (clocks === 1) told.push("1 clock was changed since, and stays as it is.");
  if (clocks > 1) told.push(`${clocks} clocks were changed since, and stay as they are.`);
  if (favourites === 1) told.push("1 favourite was removed since, and stays so.");
  if (favourites > 1) told.push(`${favourites} favourites were removed since, and stay so.`);
  if (hasOtherCues)
    told.push("The cue points of the kept track were changed since, and stay as they are.");
  return told;
}
