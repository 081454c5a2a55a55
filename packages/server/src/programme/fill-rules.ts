/** A track that could come next. */
export interface FillCandidate {
  readonly id: string;
  readonly artistKey: string;
  readonly lengthMs: number;
  /** 0: played as often as the least played tracks; 1: once more. */
  readonly level: number;
}

/** The candidates for one of the next places, the one whose turn it is first. */
export type FillPlace = readonly FillCandidate[];

export interface FillTarget {
  /** How far away the time is that a join should hit. */
  readonly remainingMs: number;
  /** How much earlier and how much later than that time the join may be. */
  readonly earlyMs: number;
  readonly lateMs: number;
}

interface Sought extends FillTarget {
  readonly places: readonly FillPlace[];
  /** Whether the tracks must be of different artists. */
  readonly isSeparated: boolean;
}

/** A join nearer than this counts as exact. */
const NEAR_ENOUGH_MS = 1000;
/** How many candidates to try on either side of a length. */
const NEIGHBOURS = 12;
/** The cost of choosing a track out of turn, as ms of distance of the join. */
const LEVEL_COST_MS = 20_000;

/**
 * Chooses the track for the first place so that, with the best choice for the places after it, a join falls within the
 * bounds and as near to the time as possible. Among tracks that are near enough, the one whose turn is first wins.
 * @returns its index in the first list; null: no choice brings a join within the bounds
 */
export function chooseFill({ places, isSeparated, ...target }: Sought): number | null {
  const [first = [], second = [], third = []] = places;
  const seconds = byLength(second);
  const thirds = byLength(third);
  let best: { readonly index: number; readonly cost: number } | null = null;
  for (const [index, candidate] of first.entries()) {
    const cost = candidate.level * LEVEL_COST_MS + costWith(candidate);
    if (cost !== Infinity && (best === null || cost < best.cost)) best = { index, cost };
    if (best?.cost === 0) break;
  }
  return best?.index ?? null;

  function costWith(candidate: FillCandidate): number {
    const left = target.remainingMs - candidate.lengthMs;
    const alone = costOf(left, target);
    if (alone === 0) return 0;
    return Math.min(alone, costOfRest([candidate], left, [seconds, thirds]));
  }

  /** The lowest cost of filling the rest with one track of each list, or of only the first lists. */
  function costOfRest(
    taken: readonly FillCandidate[],
    left: number,
    [own = [], ...others]: readonly (readonly FillCandidate[])[],
  ): number {
    if (own.length === 0 || left + target.lateMs <= 0) return Infinity;
    const costBehind = (candidate: FillCandidate, cost: number): number =>
      taken.every(
        ({ id, artistKey }) =>
          id !== candidate.id && (!isSeparated || artistKey !== candidate.artistKey),
      )
        ? candidate.level * LEVEL_COST_MS + cost
        : Infinity;
    const middle = indexFrom(own, left);
    // Tracks of about the remaining length; others are never better.
    let least = own
      .slice(Math.max(middle - NEIGHBOURS, 0), middle + NEIGHBOURS)
      .reduce(
        (lowest, candidate) =>
          Math.min(lowest, costBehind(candidate, costOf(left - candidate.lengthMs, target))),
        Infinity,
      );
    if (others.length === 0) return least;
    for (const candidate of own) {
      if (least === 0) return 0;
      const cost = costOfRest([...taken, candidate], left - candidate.lengthMs, others);
      least = Math.min(least, costBehind(candidate, cost));
    }
    return least;
  }
}

/** @param left from the join to the time; below 0: the join is later */
export function costOf(left: number, { earlyMs, lateMs }: Omit<FillTarget, "remainingMs">): number {
  if (left > earlyMs || -left > lateMs) return Infinity;
  const distance = Math.abs(left);
  return distance <= NEAR_ENOUGH_MS ? 0 : distance;
}

function byLength(place: FillPlace): readonly FillCandidate[] {
  return place.toSorted((a, b) => a.lengthMs - b.lengthMs);
}

/** The index of the first track that is at least this long. */
function indexFrom(sorted: readonly FillCandidate[], lengthMs: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.lengthMs ?? Infinity) < lengthMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
