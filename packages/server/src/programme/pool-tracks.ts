import type { PlanTrack } from "./recent-plays.ts";
import type { ArtistKeys } from "./separation-keys.ts";

/** The tracks of a pool, shared by all plans as long as the list stays the same. */
export interface PoolTracks {
  /** In playlist order, including duplicates. */
  readonly tracks: readonly PlanTrack[];
  /** Built on first use, since most pools of a plan are never used. */
  groups(): TrackGroups;
}

/** Each track once; a duplicate in the playlist doubles its weight. */
interface TrackGroups {
  readonly byId: ReadonlyMap<string, PlanTrack>;
  /** By {@link groupKeyOf}. */
  readonly artists: ReadonlyMap<string, ArtistTracks>;
}

/** Tracks by one artist, or by the same several. */
export interface ArtistTracks {
  readonly artistKeys: ArtistKeys;
  /** Never empty. */
  readonly tracks: readonly [PlanTrack, ...PlanTrack[]];
  /** Track ids by title and by album; built on demand. */
  alike: ReadonlyMap<string, readonly string[]> | undefined;
}

export function poolTracks(tracks: readonly PlanTrack[]): PoolTracks {
  let made: TrackGroups | undefined;
  return {
    tracks,
    groups: () => (made ??= groupTracks(tracks)),
  };
}

/** Reuses the previous tracks and their groups if the list is unchanged. */
export function poolTracksAgain(
  before: PoolTracks | undefined,
  tracks: readonly PlanTrack[],
): PoolTracks {
  const isSame =
    before?.tracks.length === tracks.length &&
    before.tracks.every((track, index) => track === tracks[index]);
  return isSame ? before : poolTracks(tracks);
}

function groupTracks(tracks: readonly PlanTrack[]): TrackGroups {
  const byId = new Map<string, PlanTrack>();
  for (const track of tracks) {
    const before = byId.get(track.id);
    const weight = track.weight + (before?.weight ?? 0);
    byId.set(track.id, before === undefined ? track : { ...track, weight });
  }
  const artists = new Map<string, ArtistTracks & { readonly tracks: PlanTrack[] }>();
  for (const track of byId.values()) {
    const { artistKeys } = track;
    const key = groupKeyOf(track);
    const artist = artists.get(key);
    if (artist === undefined) artists.set(key, { artistKeys, tracks: [track], alike: undefined });
    else artist.tracks.push(track);
  }
  return { byId, artists };
}

/** Identical for all tracks by the same artists. */
export function groupKeyOf({ artistKeys }: Pick<PlanTrack, "artistKeys">): string {
  return artistKeys.length === 1 ? artistKeys[0] : artistKeys.join("\n");
}

/** Ids of the artist's tracks with this title or album key; the two never collide. */
export function idsAlike(artist: ArtistTracks, key: string): readonly string[] {
  artist.alike ??= indexAlike(artist.tracks);
  return artist.alike.get(key) ?? [];
}

function indexAlike(tracks: readonly PlanTrack[]): ReadonlyMap<string, readonly string[]> {
  const alike = new Map<string, string[]>();
  const add = (key: string, id: string): void => {
    const ids = alike.get(key);
    if (ids === undefined) alike.set(key, [id]);
    else ids.push(id);
  };
  for (const { id, titleKey, albumKey } of tracks) {
    add(titleKey, id);
    if (albumKey !== null) add(albumKey, id);
  }
  return alike;
}
