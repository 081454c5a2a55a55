import { drawLot } from "./draw-lot.ts";
import {
  candidatesOf,
  MOST_NEAR,
  nearOf,
  noneKeptOut,
  pickFrom,
  type Candidate,
  type Pick,
} from "./pool-pick.ts";
import {
  compareArtists,
  comparePlaces,
  placeOf,
  type ArtistPlaces,
  type Place,
} from "./pool-places.ts";
import type { PlanTrack, RecentPlays, Undo } from "./recent-plays.ts";

/** In which order the tracks of a playlist come. */
type PlaylistOrder = "ordered" | "shuffled" | "least-recent";

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
