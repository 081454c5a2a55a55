import { NEAR_MS } from "./frame-walk.ts";
import type { PlanFrame } from "./plan-frames.ts";
import type { AiredProblem } from "./analysis-rules.ts";

/** Times of filled clocks at which no track ends closely: sound would be cut off, or the join falls elsewhere. */
export function unfilledHours(
  frames: readonly PlanFrame[],
  /** Soonest first. */
  items: readonly { readonly startsAtMs: number; readonly track: { readonly lengthMs: number } }[],
): readonly AiredProblem[] {
  const ends = items.map(({ startsAtMs, track }) => startsAtMs + track.lengthMs);
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return [];
  let index = 0;
  return frames.flatMap(({ untilMs, fromMs, clock, span, slots }) => {
    if (clock?.isFilled !== true || fromMs < first.startsAtMs || untilMs > last.startsAtMs)
      return [];
    while ((ends[index] ?? Infinity) < untilMs - NEAR_MS) index += 1;
    const after = (ends[index] ?? Infinity) - untilMs;
    if (after <= NEAR_MS) return [];
    const seconds = Math.round(after / 1000);
    const { showId, showName } = span;
    return {
      atMs: untilMs,
      sentence: `No choice of tracks of “${clock.name}” ends near its next time: the last one would run ${minuteWords(seconds)} past it.`,
      show: showId === null ? null : { id: showId, name: showName ?? "" },
      clock: { id: clock.id, name: clock.name },
      slotId: slots.at(-1)?.id ?? null,
      playlist: null,
    };
  });
}

/** Rounded, so that identical problems get identical words. */
function minuteWords(seconds: number): string {
  if (seconds < 60) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
}
