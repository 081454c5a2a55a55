import { separationRules, type SeparationRule } from "@neonrelay/contract";
import {
  comparePlaces,
  placeOf,
  placesInOrder,
  type ArtistPlaces,
  type Place,
} from "./pool-places.ts";
import { groupKeyOf, idsAlike } from "./pool-tracks.ts";
import type { PlanTrack, RecentPlays } from "./recent-plays.ts";

/** A runner-up, and why it was not chosen: a rule, or a later turn. */
interface NearTrack {
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  readonly lostBy: SeparationRule | "turn";
}

/** Why this track of the playlist was chosen. */
export interface PickReason {
  /** Playable tracks of the playlist. */
  readonly considered: number;
  /** How many of them each rule excluded; each track counts for its most important rule. */
  readonly keptOut: Readonly<Record<SeparationRule, number>>;
  /** Rules that had to give way, least important first. */
  readonly gaveWay: readonly SeparationRule[];
  /** The closest runners-up, at most five. */
  readonly nearest: readonly NearTrack[];
}

export interface Pick {
  readonly track: PlanTrack;
  /** The entry of an ordered playlist; null: none. */
  readonly playlistEntryId: string | null;
  readonly reason: PickReason;
}

/** A possible track, and how often it was played compared with the others. */
export interface Candidate {
  readonly track: PlanTrack;
  /** 0: as few plays as the least played tracks; 1: one more, and so on. */
  readonly level: number;
}

export const MAX_NEAR = 5;
export const noneKeptOut: PickReason["keptOut"] = {
  track: 0,
  title: 0,
  artist: 0,
  album: 0,
  hour: 0,
};

interface PickSituation {
  /** Sorted by next place. */
  readonly artists: readonly ArtistPlaces[];
  /** The groups of each artist, alone and with others. */
  readonly groupsOf: ReadonlyMap<string, readonly ArtistPlaces[]>;
  readonly byId: ReadonlyMap<string, PlanTrack>;
  readonly recent: RecentPlays;
  readonly atMs: number;
  readonly isSeparated: boolean;
}

export function pickFrom(situation: PickSituation): Pick | null {
  const near: (NearTrack & { readonly place: Place })[] = [];
  const all = situation.isSeparated ? separationRules : [];
  for (let given = 0; given <= all.length; given += 1) {
    const rules = new Set(all.slice(0, all.length - given));
    const found = soonest(situation, rules, (place, rule) => {
      if (given > 0) return;
      near.push({ ...nearOf(place.track, rule), place });
    });
    if (found === null) continue;
    const gaveWay = all.slice(all.length - given).toReversed();
    const nearest = nearestOf(situation, found, near);
    return {
      track: found.track,
      playlistEntryId: null,
      reason: {
        considered: situation.byId.size,
        keptOut: situation.isSeparated ? countKeptOut(situation) : noneKeptOut,
        gaveWay,
        nearest,
      },
    };
  }
  return null;
}

/** How far to search for candidates. `far`: accepts tracks played much more often than others. */
export type CandidateReach = "near" | "far";

interface CandidateLimits {
  readonly most: number;
  /** Maximum per artist, to give others a chance. */
  readonly ofArtist: number;
  /** How many more plays than the least played tracks are acceptable. */
  readonly level: number;
}

const candidateLimits: Readonly<Record<CandidateReach, CandidateLimits>> = {
  near: { most: 60, ofArtist: 2, level: 1 },
  far: { most: 1000, ofArtist: 10, level: Infinity },
};
const allRules: ReadonlySet<SeparationRule> = new Set(separationRules);
/** Rules for tracks whose artists don't rest. */
const otherRules: ReadonlySet<SeparationRule> = new Set(
  separationRules.filter((rule) => rule !== "artist"),
);

export function candidatesOf({
  artists,
  recent,
  atMs,
  isSeparated,
  isByTurn,
  reach,
}: Omit<PickSituation, "groupsOf" | "byId"> & {
  readonly isByTurn: boolean;
  readonly reach: CandidateReach;
}): readonly Candidate[] {
  const limits = candidateLimits[reach];
  const found: Candidate[] = [];
  // The baseline ignores tracks that must wait, or all others would look played too often.
  const next = artists.find(
    ({ first }) => !isSeparated || recent.blocks(first.track, atMs, allRules) === null,
  );
  const lowest = (next ?? artists[0])?.first.turn ?? 0;
  for (const artist of artists) {
    if (found.length >= limits.most) break;
    if (isSeparated && recent.artistRests(artist.artistKeys, atMs)) continue;
    // By turns, an artist's second track is as good as another's first. By age only the first one counts.
    let left = isByTurn || reach === "far" ? limits.ofArtist : 1;
    for (const { track, turn } of placesInOrder(artist)) {
      // By turns, a near track may play at most one turn early.
      const level = isByTurn
        ? Math.max(Math.floor((turn - lowest) * track.weight + 1e-9), 0)
        : Number(lowest === -Infinity && turn !== -Infinity);
      if (left === 0 || level > limits.level) break;
      if (isSeparated && recent.blocks(track, atMs, otherRules) !== null) continue;
      found.push({ track, level });
      left -= 1;
    }
  }
  return found;
}

/**
 * The next place that no rule excludes. When artists may play although they rest, the one that rested longest goes
 * first. When every track rests, the half that rested longest may play.
 */
function soonest(
  { artists, byId, recent, atMs, isSeparated }: PickSituation,
  rules: ReadonlySet<SeparationRule>,
  onKeptOut: (place: Place, rule: SeparationRule) => void,
): Place | null {
  const candidates =
    rules.has("artist") || !isSeparated
      ? artists
      : artists.toSorted(
          (a, b) => recent.artistAtMs(a.artistKeys) - recent.artistAtMs(b.artistKeys),
        );
  const halfMs = isSeparated && !rules.has("track") ? halfRestedMs(byId, recent) : Infinity;
  const ruleAgainst = ({ track }: Place): SeparationRule | null =>
    recent.trackAtMs(track.id) > halfMs ? "track" : recent.blocks(track, atMs, rules);
  let best: Place | null = null;
  for (const artist of candidates) {
    const { artistKeys, first } = artist;
    if (best !== null && (candidates !== artists || comparePlaces(best, first) <= 0)) break;
    if (rules.has("artist") && recent.artistRests(artistKeys, atMs)) {
      onKeptOut(first, recent.blocks(first.track, atMs, rules) ?? "artist");
      continue;
    }
    if (ruleAgainst(first) === null) {
      best = first;
      continue;
    }
    for (const place of placesInOrder(artist)) {
      if (best !== null && comparePlaces(best, place) <= 0) break;
      const rule = ruleAgainst(place);
      if (rule === null) {
        best = place;
        break;
      }
      onKeptOut(place, rule);
    }
  }
  return best;
}

/** The latest last play within the half that rested longest; of three tracks that half has two. */
function halfRestedMs(byId: ReadonlyMap<string, PlanTrack>, recent: RecentPlays): number {
  const begins = Float64Array.from(byId.keys(), (id) => recent.trackAtMs(id)).sort();
  return begins[Math.ceil(begins.length / 2) - 1] ?? Infinity;
}

/** Whether a track is outside the half that rested longest. Called for every item of a plan, so it avoids sorting. */
export function isOfLaterHalf(
  trackId: string,
  { byId, recent }: Omit<PickSituation, "artists" | "groupsOf" | "atMs" | "isSeparated">,
): boolean {
  const atMs = recent.trackAtMs(trackId);
  let left = Math.ceil(byId.size / 2);
  for (const id of byId.keys()) {
    if (recent.trackAtMs(id) >= atMs) continue;
    left -= 1;
    if (left === 0) return true;
  }
  return false;
}

/** Counts resting tracks rather than going through the playlist, which may be much larger. */
function countKeptOut({
  groupsOf,
  byId,
  recent,
  atMs,
}: PickSituation): Readonly<Record<SeparationRule, number>> {
  const keptOut: Record<SeparationRule, number> = { ...noneKeptOut };
  const counted = new Set<string>();
  const countedOf = new Map<string, number>();
  /** Groups whose tracks are all counted. */
  const wholeGroups = new Set<string>();
  const count = (rule: SeparationRule, id: string): void => {
    const track = byId.get(id);
    if (track === undefined || counted.has(id)) return;
    const group = groupKeyOf(track);
    if (wholeGroups.has(group)) return;
    counted.add(id);
    keptOut[rule] += 1;
    countedOf.set(group, (countedOf.get(group) ?? 0) + 1);
  };
  const countAlike = (rule: SeparationRule, track: PlanTrack, key: string | null): void => {
    if (key === null) return;
    // Titles and albums belong to the first artist.
    const groups = groupsOf.get(track.artistKeys[0]) ?? [];
    const alike = groups.flatMap(({ artist }) => idsAlike(artist, key));
    if (alike.length === 0 || !recent.keepsOut(rule, track, atMs)) return;
    for (const id of alike) count(rule, id);
  };
  // Most resting tracks are in other playlists.
  const resting = recent
    .resting(atMs)
    .filter(({ id, artistKeys }) => byId.has(id) || artistKeys.some((key) => groupsOf.has(key)));
  for (const track of resting)
    if (byId.has(track.id) && recent.keepsOut("track", track, atMs)) count("track", track.id);
  for (const track of resting) countAlike("title", track, track.titleKey);
  const artists = new Set<string>();
  for (const artistKey of resting.flatMap(({ artistKeys }) => artistKeys)) {
    const groups = groupsOf.get(artistKey);
    if (groups === undefined || artists.has(artistKey) || !recent.artistRests([artistKey], atMs))
      continue;
    artists.add(artistKey);
    for (const { artist } of groups) {
      const group = groupKeyOf(artist);
      if (wholeGroups.has(group)) continue;
      wholeGroups.add(group);
      keptOut.artist += artist.tracks.length - (countedOf.get(group) ?? 0);
    }
  }
  const others = resting.filter(({ artistKeys }) => !artists.has(artistKeys[0]));
  for (const track of others) countAlike("album", track, track.albumKey);
  for (const track of others)
    if (byId.has(track.id) && recent.keepsOut("hour", track, atMs)) count("hour", track.id);
  return keptOut;
}

/** Tracks excluded before the chosen one, and those with later turns. */
function nearestOf(
  { artists }: PickSituation,
  found: Place,
  near: readonly (NearTrack & { readonly place: Place })[],
): readonly NearTrack[] {
  const nearest = near
    .filter(({ place }) => place !== found)
    .toSorted(compareNear)
    .slice(0, MAX_NEAR);
  const left = new Set(near.map(({ place }) => place)).add(found);
  const isTooFar = (place: Place): boolean => {
    const last = nearest[MAX_NEAR - 1];
    return last !== undefined && comparePlaces(last.place, place) <= 0;
  };
  for (const artist of artists.slice(0, MAX_NEAR + near.length + 1)) {
    if (isTooFar(artist.first)) break;
    for (const place of placesInOrder(artist).slice(0, MAX_NEAR + 1)) {
      if (isTooFar(place)) break;
      if (left.has(place)) continue;
      const own = { ...nearOf(place.track, "turn"), place };
      nearest.splice(placeOf(nearest, own, compareNear), 0, own);
      nearest.length = Math.min(nearest.length, MAX_NEAR);
    }
  }
  return nearest.map(({ place, lostBy }) => nearOf(place.track, lostBy));
}

function compareNear(a: { readonly place: Place }, b: { readonly place: Place }): number {
  return comparePlaces(a.place, b.place);
}

export function nearOf({ id, title, artist }: PlanTrack, lostBy: NearTrack["lostBy"]): NearTrack {
  return { trackId: id, title, artist, lostBy };
}
