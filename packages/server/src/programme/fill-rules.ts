/** A track that could come next. */
export interface FillCandidate {
  readonly id: string;
  readonly artistKeys: readonly string[];
  readonly lengthMs: number;
  /** 0: as few plays as the least played tracks; 1: one more, and so on. */
  readonly level: number;
}

/** Candidates for one of the next places, first in turn first. */
export type FillPlace = readonly FillCandidate[];

export interface FillTarget {
  /** Time left until the moment a join should hit. */
  readonly remainingMs: number;
  /** How much earlier or later the join may be. */
  readonly earlyMs: number;
  readonly lateMs: number;
}

interface Sought extends FillTarget {
  readonly places: readonly FillPlace[];
  /** Whether the tracks must be of different artists. */
  readonly isSeparated: boolean;
}

interface FillChoice {
  /** Index in the list of the first place. */
  readonly index: number;
  /**
   * Cost of the best combination that starts with it: distance of the join in ms, plus penalties for tracks out of
   * turn.
   */
  readonly cost: number;
}

/** A join nearer than this counts as exact. */
const NEAR_ENOUGH_MS = 1000;
/** Candidates tried on either side of a length. */
const NEIGHBOURS = 12;
/** The penalty for a track out of turn, as ms of distance. */
const LEVEL_COST_MS = 20_000;

/**
 * Chooses the first track such that, with the best choices after it, a join falls within the bounds and as close to the
 * time as possible. Among equally good tracks the first in turn wins.
 * @returns null when no choice brings a join within the bounds
 */
export function chooseFill({ places, isSeparated, ...target }: Sought): FillChoice | null {
  const [first = [], second = [], third = []] = places;
  const seconds = byLength(second);
  const thirds = third === second ? seconds : byLength(third);
  let best: FillChoice | null = null;
  for (const [index, candidate] of first.entries()) {
    const ownCost = candidate.level * LEVEL_COST_MS;
    // A candidate's own penalty is a lower bound, so most need no closer look once a choice is found.
    if (best !== null && ownCost >= best.cost) continue;
    const cost: number =
      ownCost + costWith(candidate, best === null ? Infinity : best.cost - ownCost);
    if (cost !== Infinity && (best === null || cost < best.cost)) best = { index, cost };
    if (best?.cost === 0) break;
  }
  return best;

  /** @param below costs at or above it don't matter */
  function costWith(candidate: FillCandidate, below: number): number {
    const left = target.remainingMs - candidate.lengthMs;
    const alone = costOf(left, target);
    // The first join within the bounds counts; later tracks would begin after it anyway.
    if (alone !== Infinity || left + target.lateMs <= 0) return alone;
    let least = costOfLast(seconds, left, [candidate]);
    for (const next of seconds) {
      if (least === 0) return 0;
      const ownCost = next.level * LEVEL_COST_MS;
      if (ownCost >= least || ownCost >= below || !isApart(next, candidate)) continue;
      if (costOf(left - next.lengthMs, target) !== Infinity) continue;
      const rest = costOfLast(thirds, left - next.lengthMs, [candidate, next]);
      least = Math.min(least, ownCost + rest);
    }
    return least;
  }

  /** The lowest cost of filling the rest with one track from a list. Examines only tracks of about that length. */
  function costOfLast(
    sorted: readonly FillCandidate[],
    left: number,
    taken: readonly FillCandidate[],
  ): number {
    if (left + target.lateMs <= 0 || !isWithin(sorted, left)) return Infinity;
    const middle = indexFrom(sorted, left);
    let least = Infinity;
    /** @returns false when the track, like all further ones, ends too far from the time */
    const look = (index: number): boolean => {
      const candidate = sorted[index];
      const cost = candidate === undefined ? Infinity : costOf(left - candidate.lengthMs, target);
      if (candidate === undefined || cost === Infinity) return false;
      if (taken.every((other) => isApart(candidate, other)))
        least = Math.min(least, candidate.level * LEVEL_COST_MS + cost);
      return true;
    };
    for (let index = middle - 1; index >= middle - NEIGHBOURS && look(index);) index -= 1;
    for (let index = middle; index < middle + NEIGHBOURS && look(index);) index += 1;
    return least;
  }

  function isWithin(sorted: readonly FillCandidate[], left: number): boolean {
    const shortest = sorted[0];
    const longest = sorted.at(-1);
    if (shortest === undefined || longest === undefined) return false;
    return left - longest.lengthMs <= target.earlyMs && shortest.lengthMs - left <= target.lateMs;
  }

  function isApart(one: FillCandidate, other: FillCandidate): boolean {
    if (one.id === other.id) return false;
    return !isSeparated || !one.artistKeys.some((key) => other.artistKeys.includes(key));
  }
}

/** @param left from the join to the time; negative: the join is later */
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
