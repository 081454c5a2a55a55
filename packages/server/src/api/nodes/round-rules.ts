import type { SharedRound } from "../../socket/shared-rounds.ts";

/** Longest silence of a holder, in ms: it sends something each second. */
const SILENCE_LIMIT_MS = 4000;

/** What a round means to a node: the next one, an old one, a sign of life, or proof that it missed some. */
export type RoundDecision = "take" | "stale" | "heard" | "gap";

/** @param last the previous round; null: the first one heard from this holder */
export function decideRound({
  last,
  round,
}: {
  readonly last: number | null;
  readonly round: SharedRound;
}): RoundDecision {
  const { sequence, messages } = round;
  // A socket that joins from now on has it in its first messages, or is sent away.
  if (last === null) return "heard";
  if (messages.length === 0 && sequence === last) return "heard";
  if (sequence <= last) return "stale";
  return messages.length > 0 && sequence === last + 1 ? "take" : "gap";
}

/** Both times on one monotonic clock. */
export function isSilent(heardAtMs: number, nowMs: number): boolean {
  return nowMs - heardAtMs > SILENCE_LIMIT_MS;
}
