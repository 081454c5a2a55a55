import {
  type Candidate,
  type CandidateReach,
  candidatesOf,
  isOfLaterHalf,
  MAX_NEAR,
  nearOf,
  noneKeptOut,
  type Pick,
  pickFrom,
} from "./pool-pick.ts";
import {
  type ArtistPlaces,
  compareArtists,
  createArtistPlaces,
  type Place,
  placeOf,
  replacePlace,
} from "./pool-places.ts";
import { groupKeyOf, type PoolTracks } from "./pool-tracks.ts";
import type { PlanTrack, RecentPlays, Undo } from "./recent-plays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How far ahead an ordered playlist is searched for the next tracks, since one may be repeated. */
const FAR_AHEAD = 3 * MAX_NEAR;

/** The order in which a playlist's tracks play. */
type PlaylistOrder = "ordered" | "shuffled" | "least-recent";

/** A playlist's tracks in order of their turns. */
export interface PlaylistPool {
  readonly size: number;
  /** The track for this time; null for an empty playlist. It keeps its turn until it begins. */
  pick(recent: RecentPlays, atMs: number): Pick | null;
  /** Some of the tracks that no rule excludes at this time, roughly in order of their turns. */
  candidates(recent: RecentPlays, atMs: number, reach: CandidateReach): readonly Candidate[];
  /** Whether the track is outside the half that rested longest, which may play when every track rests. */
  isTooSoon(recent: RecentPlays, trackId: string): boolean;
  /**
   * Records that a track begins; `isOwn`: from this playlist. Tracks outside the playlist have no effect, and plays
   * from elsewhere don't move the position in an ordered one.
   */
  take(
    trackId: string,
    begin: {
      readonly atMs: number;
      readonly isOwn: boolean;
      /** In this playlist; null when unknown, which means the track's next entry. */
      readonly playlistEntryId: string | null;
    },
  ): Undo;
}

export interface PoolOptions {
  readonly order: PlaylistOrder;
  readonly tracks: PoolTracks;
  /** The entry of each track; null in a smart playlist. */
  readonly entryIds: readonly string[] | null;
  /** An ordered playlist continues after this place; null: it starts at the beginning. */
  readonly last: PlaylistPlace | null;
  /** Recent spins of each track, from any playlist, and its last play; absent: never. */
  readonly played: ReadonlyMap<string, { readonly spins: number; readonly lastAtMs: number }>;
  /** The same seed yields the same order. */
  readonly seed: number;
  /** Whether the separation rules apply, as they do to music but not to jingles and spots. */
  readonly isSeparated: boolean;
}

/** A place in an ordered playlist. */
export interface PlaylistPlace {
  readonly trackId: string;
  /** null: unknown. */
  readonly playlistEntryId: string | null;
}

export function createPlaylistPool(options: PoolOptions): PlaylistPool {
  return options.order === "ordered" ? orderedPool(options) : drawnPool(options);
}

/** Plays in playlist order, ignoring all rules, after the entry last played from it. */
function orderedPool({ tracks: { tracks }, entryIds, last }: PoolOptions): PlaylistPool {
  let next = 0;
  /** What begins is nearly always the next entry, so the search ends at once. */
  const indexOf = ({ trackId, playlistEntryId }: PlaylistPlace): number | undefined => {
    for (let ahead = 0; ahead < tracks.length; ahead += 1) {
      const index = (next + ahead) % tracks.length;
      const isThere =
        playlistEntryId === null
          ? tracks[index]?.id === trackId
          : entryIds?.[index] === playlistEntryId;
      if (isThere) return index;
    }
    return undefined;
  };
  if (last !== null) next = (indexOf(last) ?? -1) + 1;
  return {
    size: tracks.length,
    pick: () => {
      const index = next % tracks.length;
      const track = tracks[index];
      if (track === undefined) return null;
      const coming = Array.from(
        { length: Math.min(FAR_AHEAD, tracks.length) },
        (_, ahead) => tracks[(index + ahead) % tracks.length] ?? track,
      );
      const others = [...new Set(coming)].filter((each) => each !== track).slice(0, MAX_NEAR);
      const nearest = others.map((each) => nearOf(each, "turn"));
      return {
        track,
        playlistEntryId: entryIds?.[index] ?? null,
        reason: { considered: tracks.length, keptOut: noneKeptOut, gaveWay: [], nearest },
      };
    },
    candidates: () => {
      const track = tracks[next % tracks.length];
      return track === undefined ? [] : [{ track, level: 0 }];
    },
    isTooSoon: () => false,
    take: (trackId, { isOwn, playlistEntryId }) => {
      const before = next;
      const index = isOwn ? indexOf({ trackId, playlistEntryId }) : undefined;
      if (index !== undefined) next = index + 1;
      return () => {
        next = before;
      };
    },
  };
}

/** Most pools of a plan are never used, so this one is built on first use and then replays earlier starts. */
function drawnPool(options: PoolOptions): PlaylistPool {
  const { order, tracks, isSeparated } = options;
  const size = tracks.tracks.length;
  let made: DrawnPlaces | null = null;
  const waiting = new Set<WaitingTake>();
  const places = (): DrawnPlaces => {
    if (made !== null) return made;
    made = makePlaces(options);
    for (const take of waiting) take.undo = made.take(take.trackId, take.atMs);
    waiting.clear();
    return made;
  };
  return {
    size,
    pick: (recent, atMs) => {
      if (size === 0) return null;
      const { artists, groupsOf } = places();
      const { byId } = tracks.groups();
      return pickFrom({ artists, groupsOf, byId, recent, atMs, isSeparated });
    },
    candidates: (recent, atMs, reach) => {
      const { artists } = places();
      const isByTurn = order === "shuffled";
      return candidatesOf({ artists, recent, atMs, isSeparated, isByTurn, reach });
    },
    isTooSoon: (recent, trackId) =>
      isSeparated && isOfLaterHalf(trackId, { byId: tracks.groups().byId, recent }),
    take: (trackId, { atMs }) => {
      if (made !== null) return made.take(trackId, atMs);
      const take: WaitingTake = { trackId, atMs, undo: () => waiting.delete(take) };
      waiting.add(take);
      return () => take.undo();
    },
  };
}

/** A start recorded before the pool was built. */
interface WaitingTake {
  readonly trackId: string;
  readonly atMs: number;
  undo: () => void;
}

interface DrawnPlaces {
  readonly artists: readonly ArtistPlaces[];
  readonly groupsOf: ReadonlyMap<string, readonly ArtistPlaces[]>;
  take(trackId: string, atMs: number): Undo;
}

function makePlaces({ order, tracks, played, seed }: PoolOptions): DrawnPlaces {
  const { byId, artists: artistTracks } = tracks.groups();
  const lowest = lowestTurn(byId, played);
  const startOf = (track: PlanTrack): Place => {
    const past = played.get(track.id);
    const turn =
      order === "least-recent"
        ? (past?.lastAtMs ?? -Infinity)
        : Math.max(lowest - 1, (past?.spins ?? 0) / track.weight);
    const lastDay = dayOf(past?.lastAtMs ?? -Infinity);
    return { track, turn, lastDay, lot: drawLot(seed, track.id, past?.spins ?? 0) };
  };
  const groups = new Map<string, ArtistPlaces>();
  const groupsOf = new Map<string, ArtistPlaces[]>();
  for (const [groupKey, artist] of artistTracks) {
    const group = createArtistPlaces(artist, startOf);
    groups.set(groupKey, group);
    for (const key of new Set(artist.artistKeys)) {
      const ofArtist = groupsOf.get(key);
      if (ofArtist === undefined) groupsOf.set(key, [group]);
      else ofArtist.push(group);
    }
  }
  const artists = [...groups.values()].toSorted(compareArtists);
  /** Current places of tracks that have begun. */
  const moved = new Map<string, Place>();

  const replace = (before: Place, after: Place): void => {
    const group = groups.get(groupKeyOf(after.track));
    if (group === undefined) return;
    artists.splice(placeOf(artists, group, compareArtists), 1);
    replacePlace(group, before, after);
    artists.splice(placeOf(artists, group, compareArtists), 0, group);
    moved.set(after.track.id, after);
  };

  return {
    artists,
    groupsOf,
    take: (trackId, atMs) => {
      const track = byId.get(trackId);
      if (track === undefined) return () => {};
      const before = moved.get(trackId) ?? startOf(track);
      const turn = order === "least-recent" ? atMs : before.turn + 1 / track.weight;
      const lot = drawLot(before.lot, trackId, 1);
      const after = { track, turn, lastDay: dayOf(atMs), lot };
      replace(before, after);
      return () => replace(after, before);
    },
  };
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/**
 * The turn of the least played tracks. A new track begins one spin below it: it plays soon without having to catch up.
 */
function lowestTurn(byId: ReadonlyMap<string, PlanTrack>, played: PoolOptions["played"]): number {
  let lowest = Infinity;
  for (const [id, { spins }] of played) {
    const track = byId.get(id);
    if (track !== undefined && spins > 0) lowest = Math.min(lowest, spins / track.weight);
  }
  return lowest === Infinity ? 0 : lowest;
}

/** A pseudo-random number from 0 to 2³² - 1, always the same for the same input (FNV-1a, mixed). */
export function drawLot(seed: number, text: string, round: number): number {
  let hash = (0x811c9dc5 ^ seed ^ Math.imul(round, 0x9e3779b1)) >>> 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
