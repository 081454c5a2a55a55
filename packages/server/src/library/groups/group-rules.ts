import type { Facet } from "@neonrelay/contract";
import { foldText } from "../track-rules.ts";

/** Letters for names that sort before A and after Z. */
const BEFORE_LETTERS = "#";
const BEHIND_LETTERS = "…";
/** Maximum characters in an index entry, which holds about 2700 bytes: up to four bytes each, with room for the key. */
const MAX_IN_SORT_NAME = 200;

/** The sort form of a group's name; case and accents are ignored. */
export function sortNameOf(name: string): string {
  return foldText(name).slice(0, MAX_IN_SORT_NAME).toWellFormed();
}

/** The letter a group is listed under. Groups of one letter are adjacent when sorted by name. */
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
 * Pause after a counting round, in ms. Large groups take long, so they are counted less often while an import keeps
 * changing them.
 */
export function restAfter(tookMs: number): number {
  return Math.min(60_000, Math.max(200, tookMs * 10));
}

/** How many marks to process in the next round, to keep rounds short enough for others to wait. */
export function nextBatch(before: number, tookMs: number): number {
  const wanted = tookMs < 50 ? before * 2 : tookMs > 200 ? before / 2 : before;
  return Math.min(4000, Math.max(250, Math.round(wanted)));
}
