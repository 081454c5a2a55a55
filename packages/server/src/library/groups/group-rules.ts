import type { Facet } from "@neonrelay/contract";
import { foldText } from "../track-rules.ts";

/** Of names that stand before those with A, and behind those with Z. */
const BEFORE_LETTERS = "#";
const BEHIND_LETTERS = "…";
/** Of an index entry, which holds about 2700 bytes; four bytes a character stay below it, with the key beside. */
const MAX_IN_SORT_NAME = 200;

/** How a group's name is sorted. Upper and lower case, and accents, make no difference. */
export function sortNameOf(name: string): string {
  return foldText(name).slice(0, MAX_IN_SORT_NAME).toWellFormed();
}

/** Where a group stands in an alphabet; the groups of a letter stand together in the order of names. */
export function letterOf(sortName: string): string {
  const first = sortName.charAt(0);
  if (first < "a") return BEFORE_LETTERS;
  return first > "z" ? BEHIND_LETTERS : first.toUpperCase();
}

/** The keys of each facet. */
export function keysByFacet(
  changed: readonly { readonly facet: Facet; readonly key: string }[],
): ReadonlyMap<Facet, readonly string[]> {
  return new Map(
    [...Map.groupBy(changed, ({ facet }) => facet)].map(([facet, groups]) => [
      facet,
      groups.map(({ key }) => key),
    ]),
  );
}

/**
 * How long to leave the database alone after a round of counting, so that large groups, which take long, are counted
 * more rarely while an import changes them all the time.
 */
export function restAfter(tookMs: number): number {
  return Math.min(60_000, Math.max(200, tookMs * 10));
}

/** How many notes to work off in the next round: as many as make a short one, which others can wait for. */
export function nextBatch(before: number, tookMs: number): number {
  const wanted = tookMs < 50 ? before * 2 : tookMs > 200 ? before / 2 : before;
  return Math.min(4000, Math.max(250, Math.round(wanted)));
}
