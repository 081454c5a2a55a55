import type { Play } from "@neonrelay/contract/callers";

/** Commands for the track on air. */
export type PlaybackCommand = "skip" | "restart";

/**
 * Why the command can't run now; undefined if it can.
 * @param play null and undefined: nothing, or unknown
 */
export function impossibleBecause(
  command: PlaybackCommand,
  play: Pick<Play, "kind"> | null | undefined,
): string | undefined {
  if (play?.kind === "live") return "A DJ is on air";
  if (command === "restart" && play?.kind === "stream") return "A stream can't be restarted";
  return undefined;
}
