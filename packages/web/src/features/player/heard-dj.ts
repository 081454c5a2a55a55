import type { Play, StreamInfo } from "@neonrelay/contract/callers";

/** The DJ on air, and since when, as wall-clock time. */
interface HeardDj {
  readonly name: string;
  /** Already shown in the artist's place: the DJ's software sends none. */
  readonly isNamedAsArtist: boolean;
  readonly sinceMs: number;
}

/**
 * @param live of the stream; undefined until the station has answered
 * @returns undefined if no DJ is heard
 */
export function heardDj(
  play: Pick<Play, "kind" | "djName" | "artist" | "startedAtMs"> | undefined,
  live: Pick<StreamInfo["live"], "djName" | "sinceMs"> | undefined,
): HeardDj | undefined {
  if (play?.kind !== "live") return undefined;
  const name = play.djName ?? "a DJ";
  // The audible sound is some seconds old: another DJ may be on air by now.
  const sinceMs = live?.djName === play.djName ? live.sinceMs : null;
  const isNamedAsArtist = play.artist === play.djName;
  return { name, isNamedAsArtist, sinceMs: sinceMs ?? play.startedAtMs };
}
