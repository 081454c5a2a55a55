import { drawLot } from "./draw-lot.ts";
import {
  separationRules,
  type PlanTrack,
  type RecentPlays,
  type SeparationRule,
  type Undo,
} from "./recent-plays.ts";

/** In which order the tracks of a playlist come. */
type PlaylistOrder = "ordered" | "shuffled" | "least-recent";

/** A track that was near to be chosen, and what it lost by: a rule, or because its turn comes later. */
interface NearTrack {
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  readonly lostBy: SeparationRule | "turn";
}

/** Why a playlist gave the track it gave. */
export interface PickReason {
  /** Tracks of the playlist that can be played. */
  readonly considered: number;
  /** How many of them each rule kept out, counted under the most important one. */
  readonly keptOut: Readonly<Record<SeparationRule, number>>;
  /** Rules that had to give way, the least important first. */
  readonly gaveWay: readonly SeparationRule[];
  /** The nearest that lost, at most five. */
  readonly nearest: readonly NearTrack[];
}

export interface Pick {
  readonly track: PlanTrack;
  readonly reason: PickReason;
}

/** A track that could come, and how much more often than the others it has. */
export interface Candidate {
  readonly track: PlanTrack;
  /** 0: as often on air as those that were least; 1: once more. */
  readonly level: number;
}

/** The tracks of one playlist in the order of their turns. */
export interface PlaylistPool {
  readonly size: number;
  /** What should come at that moment; null for an empty playlist. It stays in its place until it is taken. */
  pick(recent: RecentPlays, atMs: number): Pick | null;
  /** Tracks that no rule keeps from beginning then, about in the order of their turns; not all of them. */
  candidates(recent: RecentPlays, atMs: number): readonly Candidate[];
  /** It begins at that moment, wherever it was chosen from. Tracks that are not in the playlist change nothing. */
  take(trackId: string, atMs: number): Undo;
}

export interface PoolOptions {
  readonly order: PlaylistOrder;
  /** Each once, in the order of the playlist. */
  readonly tracks: readonly PlanTrack[];
  /** How often each was played from this playlist lately, and when last; absent: never. */
  readonly played: ReadonlyMap<string, { readonly spins: number; readonly lastAtMs: number }>;
  /** The same seed gives the same order. */
  readonly seed: number;
  /** Whether the rules of separation hold: for music they do, for jingles and spots they don't. */
  readonly isSeparated: boolean;
}

const MOST_NEAR = 5;
const noneKeptOut: PickReason["keptOut"] = { track: 0, title: 0, artist: 0, album: 0, hour: 0 };

/** The place of a track in the order: the lowest turn first, then by lot. */
interface Place {
  readonly track: PlanTrack;
  readonly turn: number;
  readonly lot: number;
}

interface ArtistPlaces {
  readonly artistKey: string;
  /** The soonest first; never empty. */
  readonly places: Place[];
  /** Ids of the artist's tracks by title and by album; made when first needed. */
  alike: ReadonlyMap<string, readonly string[]> | undefined;
}

export function createPlaylistPool(options: PoolOptions): PlaylistPool {
  return options.order === "ordered" ? orderedPool(options) : drawnPool(options);
}

/** Comes as the playlist has it, whatever rests, from behind what was played last. */
function orderedPool({ tracks, played }: PoolOptions): PlaylistPool {
  const indexes = new Map(tracks.map(({ id }, index) => [id, index]));
  const last = [...played]
    .filter(([id]) => indexes.has(id))
    .toSorted(([, a], [, b]) => b.lastAtMs - a.lastAtMs)[0];
  let next = last === undefined ? 0 : (indexes.get(last[0]) ?? 0) + 1;
  return {
    size: tracks.length,
    pick: () => {
      const track = tracks[next % tracks.length];
      if (track === undefined) return null;
      const nearest = Array.from({ length: Math.min(MOST_NEAR, tracks.length - 1) }, (_, ahead) =>
        nearOf(tracks[(next + 1 + ahead) % tracks.length] ?? track, "turn"),
      );
      return {
        track,
        reason: { considered: tracks.length, keptOut: noneKeptOut, gaveWay: [], nearest },
      };
    },
    candidates: () => {
      const track = tracks[next % tracks.length];
      return track === undefined ? [] : [{ track, level: 0 }];
    },
    take: (trackId) => {
      const before = next;
      const index = indexes.get(trackId);
      if (index !== undefined) next = index + 1;
      return () => {
        next = before;
      };
    },
  };
}

function drawnPool({ order, tracks, played, seed, isSeparated }: PoolOptions): PlaylistPool {
  const lowest = lowestTurn(tracks, played);
  const places = new Map<string, Place>();
  const groups = new Map<string, ArtistPlaces>();
  for (const track of tracks) {
    const past = played.get(track.id);
    const turn =
      order === "least-recent"
        ? (past?.lastAtMs ?? -Infinity)
        : Math.max(lowest, (past?.spins ?? 0) / track.weight);
    const place = { track, turn, lot: drawLot(seed, track.id, past?.spins ?? 0) };
    places.set(track.id, place);
    const group = groups.get(track.artistKey);
    if (group === undefined)
      groups.set(track.artistKey, {
        artistKey: track.artistKey,
        places: [place],
        alike: undefined,
      });
    else group.places.push(place);
  }
  for (const { places: own } of groups.values()) own.sort(comparePlaces);
  const artists = [...groups.values()].toSorted(compareArtists);

  const replace = (before: Place, after: Place): void => {
    const group = groups.get(after.track.artistKey);
    if (group === undefined) return;
    artists.splice(placeOf(artists, group, compareArtists), 1);
    group.places.splice(placeOf(group.places, before, comparePlaces), 1);
    group.places.splice(placeOf(group.places, after, comparePlaces), 0, after);
    artists.splice(placeOf(artists, group, compareArtists), 0, group);
    places.set(after.track.id, after);
  };

  return {
    size: tracks.length,
    pick: (recent, atMs) =>
      pickFrom({ artists, groups, ids: places, size: tracks.length, recent, atMs, isSeparated }),
    candidates: (recent, atMs) =>
      candidatesOf({ artists, recent, atMs, isSeparated, isByTurn: order === "shuffled" }),
    take: (trackId, atMs) => {
      const before = places.get(trackId);
      if (before === undefined) return () => {};
      const turn = order === "least-recent" ? atMs : before.turn + 1 / before.track.weight;
      const after = { ...before, turn, lot: drawLot(before.lot, trackId, 1) };
      replace(before, after);
      return () => replace(after, before);
    },
  };
}

/** What is new begins where those stand that were played least: it has nothing to catch up. */
function lowestTurn(tracks: readonly PlanTrack[], played: PoolOptions["played"]): number {
  let lowest = Infinity;
  for (const { id, weight } of tracks) {
    const spins = played.get(id)?.spins ?? 0;
    if (spins > 0) lowest = Math.min(lowest, spins / weight);
  }
  return lowest === Infinity ? 0 : lowest;
}

interface PickSituation {
  /** By their soonest place. */
  readonly artists: readonly ArtistPlaces[];
  readonly groups: ReadonlyMap<string, ArtistPlaces>;
  readonly ids: ReadonlyMap<string, unknown>;
  readonly size: number;
  readonly recent: RecentPlays;
  readonly atMs: number;
  readonly isSeparated: boolean;
}

function pickFrom(situation: PickSituation): Pick | null {
  if (situation.size === 0) return null;
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
      reason: {
        considered: situation.size,
        keptOut: situation.isSeparated ? countKeptOut(situation) : noneKeptOut,
        gaveWay,
        nearest,
      },
    };
  }
  return null;
}

const MOST_CANDIDATES = 60;
/** Of one artist, so that the others have a chance. */
const MOST_OF_ARTIST = 2;
const everyRule: ReadonlySet<SeparationRule> = new Set(separationRules);

function candidatesOf({
  artists,
  recent,
  atMs,
  isSeparated,
  isByTurn,
}: Omit<PickSituation, "groups" | "ids" | "size"> & {
  readonly isByTurn: boolean;
}): readonly Candidate[] {
  const found: Candidate[] = [];
  const lowest = artists[0]?.places[0]?.turn ?? 0;
  for (const { artistKey, places } of artists) {
    if (found.length >= MOST_CANDIDATES) break;
    if (isSeparated && recent.artistRests(artistKey, atMs)) continue;
    let own = 0;
    for (const { track, turn } of places) {
      // What comes by its turn may come out of it by one turn at most.
      const level = isByTurn ? Math.floor((turn - lowest) * track.weight + 1e-9) : 0;
      if (own >= MOST_OF_ARTIST || level > 1) break;
      if (isSeparated && recent.blocks(track, atMs, everyRule) !== null) continue;
      found.push({ track, level });
      own += 1;
    }
  }
  return found;
}

/** The soonest place that no rule keeps out. Of artists that had to be let in although they rest, who rested longest. */
function soonest(
  { artists, recent, atMs, isSeparated }: PickSituation,
  rules: ReadonlySet<SeparationRule>,
  onKeptOut: (place: Place, rule: SeparationRule) => void,
): Place | null {
  const candidates =
    rules.has("artist") || !isSeparated
      ? artists
      : artists.toSorted((a, b) => recent.artistAtMs(a.artistKey) - recent.artistAtMs(b.artistKey));
  let best: Place | null = null;
  for (const { artistKey, places } of candidates) {
    const [head] = places;
    if (head === undefined) continue;
    if (best !== null && (candidates !== artists || comparePlaces(best, head) <= 0)) break;
    if (rules.has("artist") && recent.artistRests(artistKey, atMs)) {
      onKeptOut(head, recent.blocks(head.track, atMs, rules) ?? "artist");
      continue;
    }
    for (const place of places) {
      if (best !== null && comparePlaces(best, place) <= 0) break;
      const rule = recent.blocks(place.track, atMs, rules);
      if (rule === null) {
        best = place;
        break;
      }
      onKeptOut(place, rule);
    }
  }
  return best;
}

/** Counts by what is resting, not by what is in the playlist, which may be much more. */
function countKeptOut({
  groups,
  ids,
  recent,
  atMs,
}: PickSituation): Readonly<Record<SeparationRule, number>> {
  const keptOut: Record<SeparationRule, number> = { ...noneKeptOut };
  const resting = recent.resting(atMs);
  const counted = new Set<string>();
  const count = (rule: SeparationRule, track: PlanTrack, alike: readonly string[]): void => {
    if (recent.blocks(track, atMs, new Set([rule])) === null) return;
    for (const id of alike) {
      if (counted.has(id)) continue;
      counted.add(id);
      keptOut[rule] += 1;
    }
  };
  const alikeOf = ({ artistKey }: PlanTrack, key: string | null): readonly string[] => {
    const group = groups.get(artistKey);
    if (group === undefined || key === null) return [];
    group.alike ??= indexAlike(group.places);
    return group.alike.get(key) ?? [];
  };
  const own = (track: PlanTrack): readonly string[] => (ids.has(track.id) ? [track.id] : []);
  for (const track of resting) count("track", track, own(track));
  for (const track of resting) count("title", track, alikeOf(track, track.titleKey));
  const artists = new Set<string>();
  for (const { artistKey } of resting) {
    const group = groups.get(artistKey);
    if (group === undefined || artists.has(artistKey) || !recent.artistRests(artistKey, atMs))
      continue;
    artists.add(artistKey);
    const before = group.places.filter(({ track }) => counted.has(track.id)).length;
    keptOut.artist += group.places.length - before;
  }
  const others = resting.filter(({ artistKey }) => !artists.has(artistKey));
  for (const track of others) count("album", track, alikeOf(track, track.albumKey));
  for (const track of others) count("hour", track, own(track));
  return keptOut;
}

/** A key of a title is never one of an album. */
function indexAlike(places: readonly Place[]): ReadonlyMap<string, readonly string[]> {
  const alike = new Map<string, string[]>();
  const add = (key: string, id: string): void => {
    const ids = alike.get(key);
    if (ids === undefined) alike.set(key, [id]);
    else ids.push(id);
  };
  for (const { track } of places) {
    add(track.titleKey, track.id);
    if (track.albumKey !== null) add(track.albumKey, track.id);
  }
  return alike;
}

/** Those kept out before the one that was found, and those whose turn comes after it. */
function nearestOf(
  { artists }: PickSituation,
  found: Place,
  near: readonly (NearTrack & { readonly place: Place })[],
): readonly NearTrack[] {
  const later = artists
    .slice(0, MOST_NEAR + near.length + 1)
    .flatMap(({ places }) => places.slice(0, MOST_NEAR + 1))
    .filter((place) => place !== found && !near.some((other) => other.place === place))
    .map((place) => ({ ...nearOf(place.track, "turn"), place }));
  return [...near.filter(({ place }) => place !== found), ...later]
    .toSorted((a, b) => comparePlaces(a.place, b.place))
    .slice(0, MOST_NEAR)
    .map(({ place, lostBy }) => nearOf(place.track, lostBy));
}

function nearOf({ id, title, artist }: PlanTrack, lostBy: NearTrack["lostBy"]): NearTrack {
  return { trackId: id, title, artist, lostBy };
}

function comparePlaces(a: Place, b: Place): number {
  if (a.turn !== b.turn) return a.turn < b.turn ? -1 : 1;
  if (a.lot !== b.lot) return a.lot - b.lot;
  return a.track.id < b.track.id ? -1 : Number(a.track.id > b.track.id);
}

function compareArtists(a: ArtistPlaces, b: ArtistPlaces): number {
  const [first] = a.places;
  const [second] = b.places;
  return first === undefined || second === undefined ? 0 : comparePlaces(first, second);
}

/** Where a value is in a sorted list, or belongs. */
function placeOf<Value>(
  values: readonly Value[],
  value: Value,
  compare: (a: Value, b: Value) => number,
): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = values[middle];
    if (other !== undefined && compare(other, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
