import { drawLot } from "./draw-lot.ts";
import {
  candidatesOf,
  isOfLaterHalf,
  MAX_NEAR,
  nearOf,
  noneKeptOut,
  pickFrom,
  type Candidate,
  type CandidateReach,
  type Pick,
} from "./pool-pick.ts";
import {
  compareArtists,
  createArtistPlaces,
  placeOf,
  replacePlace,
  type ArtistPlaces,
  type Place,
} from "./pool-places.ts";
import { groupKeyOf, type PoolTracks } from "./pool-tracks.ts";
import type { PlanTrack, RecentPlays, Undo } from "./recent-plays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Entries of an ordered playlist among which the next tracks are looked for, since one may come again. */
const FAR_AHEAD = 3 * MAX_NEAR;

/** The order in which the tracks of a playlist come. */
type PlaylistOrder = "ordered" | "shuffled" | "least-recent";

/** The tracks of one playlist in the order of their turns. */
export interface PlaylistPool {
  readonly size: number;
  /** The track for that moment; null for an empty playlist. It stays in its place until it begins. */
  pick(recent: RecentPlays, atMs: number): Pick | null;
  /** Some of the tracks that no rule keeps from beginning then, roughly in the order of their turns. */
  candidates(recent: RecentPlays, atMs: number, reach: CandidateReach): readonly Candidate[];
  /** Whether the track is not of the half that may come where every track rests. */
  isTooSoon(recent: RecentPlays, trackId: string): boolean;
  /**
   * The track begins at that moment; `isOwn`: from this playlist. Tracks outside the playlist change nothing, and those
   * from elsewhere not the place in an ordered one.
   */
  take(
    trackId: string,
    begin: {
      readonly atMs: number;
      readonly isOwn: boolean;
      /** Of this playlist; null: not known, so it is the next entry of the track. */
      readonly playlistEntryId: string | null;
    },
  ): Undo;
}

export interface PoolOptions {
  readonly order: PlaylistOrder;
  readonly tracks: PoolTracks;
  /** The entry of each of the tracks; null: a rule found them. */
  readonly entryIds: readonly string[] | null;
  /** Behind which an ordered playlist goes on; null: it begins with its first. */
  readonly last: PlaylistPlace | null;
  /** How often each was played recently, wherever it came from, and when last; absent: never. */
  readonly played: ReadonlyMap<string, { readonly spins: number; readonly lastAtMs: number }>;
  /** The same seed gives the same order. */
  readonly seed: number;
  /** Whether the separation rules apply: to music, but not to jingles and spots. */
  readonly isSeparated: boolean;
}

/** A place in an ordered playlist. */
export interface PlaylistPlace {
  readonly trackId: string;
  /** null: not known. */
  readonly playlistEntryId: string | null;
}

export function createPlaylistPool(options: PoolOptions): PlaylistPool {
  return options.order === "ordered" ? orderedPool(options) : drawnPool(options);
}

/** In playlist order, ignoring all rules, starting after the entry that was played from it last. */
function orderedPool({ tracks: { tracks }, entryIds, last }: PoolOptions): PlaylistPool {
  let next = 0;
  /** What begins is nearly always next, so the search ends at once. */
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

/** Most pools of a plan are never used, so a pool is made at its first use and then catches up with earlier notes. */
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

/** A track that began before the pool was made. */
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
  /** The places of the tracks that have begun. */
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

/** A new track starts one spin behind the least played tracks: it comes soon, and does not have to catch up. */
function lowestTurn(byId: ReadonlyMap<string, PlanTrack>, played: PoolOptions["played"]): number {
  let lowest = Infinity;
  for (const [id, { spins }] of played) {
    const track = byId.get(id);
    if (track !== undefined && spins > 0) lowest = Math.min(lowest, spins / track.weight);
  }
  return lowest === Infinity ? 0 : lowest;
}
