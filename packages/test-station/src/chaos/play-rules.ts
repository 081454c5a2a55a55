import type { Play } from "@neonrelay/contract";

/** Maximum overlap at the end of a track, of which up to 3 s may be missing. */
const JOIN_MS = 10_000;

type AiredPlay = Pick<Play, "id" | "title" | "startMs" | "audioStartMs" | "durationMs">;

/**
 * Checks a history against the programme's time line, where plays follow one another.
 * @param plays in any order
 * @param skipped ids of plays that were cut short
 * @returns what is wrong, as sentences
 */
export function wrongPlays(
  plays: readonly AiredPlay[],
  skipped: ReadonlySet<string>,
): readonly string[] {
  const inOrder = plays.toSorted((one, other) => one.startMs - other.startMs);
  return inOrder.flatMap((play, place) => {
    const before = inOrder[place - 1];
    if (before === undefined) return [];
    if (before.startMs === play.startMs)
      return [`"${before.title}" and "${play.title}" begin at the same moment of the history`];
    if (skipped.has(before.id) || before.durationMs === null) return [];
    const endMs = before.audioStartMs + before.durationMs;
    return play.startMs < endMs - JOIN_MS
      ? [`"${play.title}" begins in the middle of "${before.title}" in the history`]
      : [];
  });
}

/**
 * Checks for the play of a track that has begun on air.
 * @returns what is wrong, as sentences
 */
export function wrongPlay(plays: readonly AiredPlay[], begun: AiredPlay): readonly string[] {
  const { title, startMs } = begun;
  const found = plays.filter((play) => play.title === title && play.startMs >= startMs);
  return found.length === 1
    ? []
    : [`"${title}", which began after all was well, is in the history ${found.length} times`];
}
