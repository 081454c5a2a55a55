import type { SharedRound } from "../../socket/shared-rounds.ts";

/** How long a holder may be silent, in ms: it speaks each second. */
const SILENCE_LIMIT_MS = 4000;

/**
 * What a round is to a node: the next one, one that it has already, a sign of life, or proof that it has missed some.
 */
export type RoundDecision = "take" | "stale" | "heard" | "gap";

/** @param last the round before; null: this is the first of this holder that is heard */
export function decideRound({
  last,
  round,
}: {
  readonly last: number | null;
  readonly round: SharedRound;
}): RoundDecision {
  const { sequence, messages } = round;
  // A socket that joins from here on has it in its first messages, or is sent away.
  if (last === null) return "heard";
  if (messages.length === 0 && sequence === last) return "heard";
  if (sequence <= last) return "stale";
  return messages.length > 0 && sequence === last + 1 ? "take" : "gap";
}

/** Both moments of one monotonic clock. */
export function isSilent(heardAtMs: number, nowMs: number): boolean {
  return nowMs - heardAtMs > SILENCE_LIMIT_MS;
}
