import type { Play, StreamInfo } from "@neonrelay/contract/callers";

/** The DJ on air, and since when, as wall-clock time. */
export interface HeardDj {
  readonly name: string;
  /** Said already where the artist of a track stands: their program sends no artist. */
  readonly isNamedAsArtist: boolean;
  readonly sinceMs: number;
}

/**
 * @param live of the stream; undefined while the station has not answered
 * @returns undefined when no DJ is heard
 */
export function heardDj(
  play: Pick<Play, "kind" | "djName" | "artist" | "startedAtMs"> | undefined,
  live: Pick<StreamInfo["live"], "djName" | "sinceMs"> | undefined,
): HeardDj | undefined {
  if (play?.kind !== "live") return undefined;
  const name = play.djName ?? "a DJ";
  // What is heard is some seconds old: another DJ may be on air by now.
  const sinceMs = live?.djName === play.djName ? live.sinceMs : null;
  const isNamedAsArtist = play.artist === play.djName;
  return { name, isNamedAsArtist, sinceMs: sinceMs ?? play.startedAtMs };
}
