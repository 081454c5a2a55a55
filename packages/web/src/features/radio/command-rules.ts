import type { Play } from "@neonrelay/contract/callers";

/** What ends or repeats the track that is on air. */
export type PlaybackCommand = "skip" | "restart";

/**
 * Why that can't be done to what is on air; undefined when it can.
 * @param play null and undefined: nothing, or not known
 */
export function impossibleBecause(
  command: PlaybackCommand,
  play: Pick<Play, "kind"> | null | undefined,
): string | undefined {
  if (play?.kind === "live") return "A DJ is on air";
  if (command === "restart" && play?.kind === "stream")
    return "A stream has no beginning to go back to";
  return undefined;
}
