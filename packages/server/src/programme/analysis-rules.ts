import type { Analysis, ContentKind, NeverPlayed, PlanReason } from "@neonrelay/contract";
import type { SeparationKeys } from "./separation-keys.ts";
import { eachOf, firstOf, type Steps } from "./small-steps.ts";

/** A past or future play, as far as the analysis needs it. */
export interface AiredTrack extends SeparationKeys {
  readonly atMs: number;
  /** null: no longer in the library. */
  readonly trackId: string | null;
  readonly title: string;
  /** As displayed. */
  readonly artist: string;
  /** Separate names, in the order of the artist keys; empty without an artist. */
  readonly artists: readonly string[];
  /** Separation applies only to music. */
  readonly isMusic: boolean;
  readonly playlistId: string | null;
}

/** A playlist and the tracks it can provide. */
export interface AnalysedPlaylist {
  readonly id: string;
  readonly name: string;
  readonly trackIds: readonly string[];
  /** Whether it has a turn, or a show or clock of the schedule uses it. */
  readonly isUsed: boolean;
}

/** A track that can be played. */
export interface AnalysedTrack {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly contentKind: ContentKind;
  readonly isInRotation: boolean;
}

type PlaylistTurnover = Analysis["playlists"][number];

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Spins of each playlist's tracks, and the time until each entry has played once. Omits playlists that are unused and
 * provided nothing.
 */
export function* turnoverOf(
  aired: readonly AiredTrack[],
  playlists: readonly AnalysedPlaylist[],
  spanMs: number,
): Steps<PlaylistTurnover[]> {
  const given = new Map<string, Map<string, number>>();
  yield* eachOf(aired, ({ playlistId, trackId }) => {
    if (playlistId === null || trackId === null) return;
    const spins = given.get(playlistId) ?? new Map<string, number>();
    given.set(playlistId, spins.set(trackId, (spins.get(trackId) ?? 0) + 1));
  });
  const turnovers: PlaylistTurnover[] = [];
  for (const { id, name, trackIds, isUsed } of playlists) {
    const own = given.get(id) ?? new Map<string, number>();
    const spins = [...own.values()].reduce((sum, count) => sum + count, 0);
    if (spins === 0 && !isUsed) continue;
    let lowest = Infinity;
    let highest = 0;
    let playedCount = 0;
    yield* eachOf(trackIds, (trackId) => {
      const count = own.get(trackId) ?? 0;
      lowest = Math.min(lowest, count);
      highest = Math.max(highest, count);
      if (count > 0) playedCount += 1;
    });
    turnovers.push({
      id,
      name,
      trackCount: trackIds.length,
      playedCount,
      spins,
      lowest: trackIds.length === 0 ? 0 : lowest,
      highest,
      turnoverHours: spins === 0 ? null : (spanMs * trackIds.length) / spins / HOUR_MS,
    });
  }
  return turnovers;
}

/** Artists of music by spins, most first. */
export function* artistSpins(
  aired: readonly AiredTrack[],
): Steps<readonly Analysis["artists"][number][]> {
  const byKey = new Map<string, { artist: string; tracks: Set<string>; spins: number }>();
  yield* eachOf(aired, (play) => {
    if (!play.isMusic) return;
    for (const artistKey of new Set(play.artistKeys)) {
      const artist = nameOfKey(play, artistKey);
      const own = byKey.get(artistKey) ?? { artist, tracks: new Set<string>(), spins: 0 };
      own.tracks.add(play.titleKey);
      own.spins += 1;
      byKey.set(artistKey, own);
    }
  });
  return [...byKey.values()]
    .map(({ artist, tracks, spins }) => ({ artist, trackCount: tracks.size, spins }))
    .toSorted((a, b) => b.spins - a.spins || (a.artist < b.artist ? -1 : 1));
}

function nameOfKey({ artists, artist, artistKeys }: AiredTrack, artistKey: string): string {
  return artists[artistKeys.indexOf(artistKey)] ?? artist;
}

/** Two plays subject to a separation rule, measured from start to start. */
export interface Gap {
  /** The shared artist or title; for an album, its artist. */
  readonly name: string;
  readonly minutes: number;
  readonly first: AiredTrack;
  readonly second: AiredTrack;
}

/** The shortest gap between plays of each artist, title or album; shortest first. */
export function* shortestGaps(
  aired: readonly AiredTrack[],
  { by, most }: { readonly by: "artist" | "title" | "album"; readonly most: number },
): Steps<readonly Gap[]> {
  const last = new Map<string, AiredTrack>();
  const shortest = new Map<string, Gap>();
  yield* eachOf(aired, (second) => {
    if (!second.isMusic) return;
    for (const key of new Set(by === "artist" ? second.artistKeys : [second[`${by}Key`]])) {
      if (key === null) continue;
      const first = last.get(key);
      last.set(key, second);
      if (first === undefined) continue;
      const minutes = (second.atMs - first.atMs) / MINUTE_MS;
      if (minutes >= (shortest.get(key)?.minutes ?? Infinity)) continue;
      const name =
        by === "artist" ? nameOfKey(second, key) : second[by === "title" ? by : "artist"];
      shortest.set(key, { name, minutes, first, second });
    }
  });
  return yield* firstOf(shortest.values(), { most, compare: (a, b) => a.minutes - b.minutes });
}

/** Counts playable tracks that did not play, and lists the first of them by artist and title, with their playlists. */
export function* neverPlayed(
  aired: readonly AiredTrack[],
  {
    tracks,
    playlists,
    kinds,
    most,
  }: {
    readonly tracks: ReadonlyMap<string, AnalysedTrack>;
    readonly playlists: readonly AnalysedPlaylist[];
    /** Kinds for which a slot takes any track. */
    readonly kinds: ReadonlySet<string>;
    readonly most: number;
  },
): Steps<{ readonly count: number; readonly first: readonly NeverPlayed[] }> {
  const played = new Set<string | null>();
  yield* eachOf(aired, ({ trackId }) => void played.add(trackId));
  const waiting: AnalysedTrack[] = [];
  yield* eachOf(tracks.values(), (track) => {
    if (!played.has(track.id)) waiting.push(track);
  });
  const shown = yield* firstOf(waiting, {
    most,
    compare: (a, b) => compare(a.artist, b.artist) || compare(a.title, b.title),
  });
  const having = new Map<string, AnalysedPlaylist[]>(shown.map(({ id }) => [id, []]));
  for (const playlist of playlists)
    yield* eachOf(new Set(playlist.trackIds), (trackId) => having.get(trackId)?.push(playlist));
  return {
    count: waiting.length,
    first: shown.map((track) => {
      const { id, title, artist, contentKind, isInRotation } = track;
      const own = having.get(id) ?? [];
      const isTaken =
        own.some(({ isUsed }) => isUsed) || (isInRotation && kinds.has(track.contentKind));
      return {
        trackId: id,
        title,
        artist,
        kind: contentKind,
        playlists: own.map((playlist) => ({ id: playlist.id, name: playlist.name })),
        reason: reasonOf({ isTaken, isInRotation, isInPlaylist: own.length > 0 }),
      };
    }),
  };
}

function reasonOf({
  isTaken,
  isInRotation,
  isInPlaylist,
}: {
  readonly isTaken: boolean;
  readonly isInRotation: boolean;
  readonly isInPlaylist: boolean;
}): NeverPlayed["reason"] {
  if (!isInRotation) return "not-in-rotation";
  if (isTaken) return "waits";
  return isInPlaylist ? "no-turn" : "no-playlist";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A deviation from the schedule at one time. */
export interface AiredProblem {
  readonly atMs: number;
  readonly sentence: string;
  readonly show: PlanReason["show"];
  readonly clock: PlanReason["clock"];
  readonly slotId: string | null;
  readonly playlist: PlanReason["playlist"];
}

/** The problems recorded with an item that is or was in the plan. */
export function problemsOf(
  { notes, empty, show, clock, slotId }: ProblemReason,
  atMs: number,
): readonly AiredProblem[] {
  const where = { atMs, show, clock, slotId };
  return [
    ...notes.map((sentence) => ({ ...where, sentence, playlist: null })),
    ...empty.map((playlist) => ({
      ...where,
      sentence: `Nothing can be played from “${playlist.name}”.`,
      playlist,
    })),
  ];
}

export type ProblemReason = Pick<PlanReason, "notes" | "empty" | "show" | "clock" | "slotId">;

const MAX_TIMES = 5;

/** Groups identical problems of a clock with their count; most frequent first. */
export function groupProblems(problems: readonly AiredProblem[]) {
  const groups = new Map<string, AiredProblem[]>();
  for (const problem of problems) {
    const key = `${problem.sentence} ${problem.clock?.id} ${problem.show?.id}`;
    const own = groups.get(key) ?? [];
    own.push(problem);
    groups.set(key, own);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { sentence, show, clock, slotId, playlist } = first;
      const at = group.slice(0, MAX_TIMES).map(({ atMs }) => new Date(atMs).toISOString());
      return { sentence, show, clock, slotId, playlist, times: group.length, at };
    })
    .toSorted((a, b) => b.times - a.times || compare(a.at[0] ?? "", b.at[0] ?? ""));
}
