import { separationRules, type SeparationRule } from "@neonrelay/contract";
import type { PlaylistPool } from "./playlist-pool.ts";
import type { Candidate, CandidateReach, Pick, PickReason } from "./pool-pick.ts";
import type { PlanTrack, RecentPlays, Undo } from "./recent-plays.ts";

/** When a playlist has its turn. */
type PlaylistTurn =
  /** When no other turn is due, in proportion to the weights; above 0. */
  | { readonly kind: "weight"; readonly weight: number }
  /** After this many tracks of other playlists. */
  | { readonly kind: "every-tracks"; readonly tracks: number }
  /** This many minutes after its last track. */
  | { readonly kind: "every-minutes"; readonly minutes: number }
  /** Once an hour, at the first join at or after this minute. */
  | { readonly kind: "minute-of-hour"; readonly minute: number }
  /** Never on its own. */
  | { readonly kind: "off" };

/** A playlist as planning needs it. */
export interface PlannedPlaylist {
  readonly id: string;
  readonly name: string;
  readonly turn: PlaylistTurn;
  readonly pool: PlaylistPool;
  /** Whether the separation rules apply to its tracks. */
  readonly isSeparated: boolean;
  /** Whether all its tracks are jingles; absent: no. */
  readonly isOfJingles?: boolean;
  /** When it was played last, in ms since 1970; null: never. */
  readonly lastAtMs: number | null;
  /** Tracks of other playlists since then. */
  readonly tracksSince: number;
  /** Its recent plays, to balance the weights. */
  readonly spins: number;
}

/** What selected the playlist, other than the turns. */
export type PlaceRule = "slot" | "break" | "requests" | "playlist" | "fallback";

/** Why an item is in the plan. */
export interface ChoiceReason {
  /** What selected the playlist; `library`: no playlist had a track. */
  readonly rule: PlaylistTurn["kind"] | "library" | PlaceRule;
  readonly playlistId: string | null;
  /** The entry of an ordered playlist; null: none. */
  readonly playlistEntryId: string | null;
  /** Playlists that had their turn but no track. */
  readonly empty: readonly string[];
  readonly pick: PickReason;
  /** Chosen out of turn so that a join falls close to a time of the clock. */
  readonly isFitted: boolean;
}

export interface ChosenTrack {
  readonly startsAtMs: number;
  readonly track: PlanTrack;
  readonly reason: ChoiceReason;
}

/** Proposes another track than the one in turn; null keeps that one. Only called when a pool has tracks. */
export type FitTrack = () => PlanTrack | null;

/** Plans tracks one after another by the playlists' turns. */
export interface Planner {
  /** The track to begin at this time; null when there are no tracks at all. Counts as played until undone. */
  next(startsAtMs: number, fit?: FitTrack): ChosenTrack | null;
  /** The same for one playlist, in turn or not; null when it has no tracks. */
  nextOf(
    playlistId: string,
    choice: {
      readonly startsAtMs: number;
      readonly rule: ChoiceReason["rule"];
      readonly empty: readonly string[];
      readonly fit?: FitTrack | undefined;
    },
  ): ChosenTrack | null;
  /** Candidates of a playlist at this time, next one first. @param playlistId null: the playlist in turn */
  candidates(playlistId: string | null, atMs: number, reach: CandidateReach): readonly Candidate[];
  /** Whether a playlist has any tracks. */
  hasTracks(playlistId: string): boolean;
  /** Whether a playlist contains only jingles. */
  isOfJingles(playlistId: string): boolean;
  /** Records a track that begins for another reason: requested, already played, or placed by an operator. */
  record(play: {
    readonly track: PlanTrack;
    readonly atMs: number;
    /** null: no playlist. */
    readonly playlistId: string | null;
    /** The entry of an ordered playlist; null: none, or unknown. */
    readonly playlistEntryId: string | null;
    /** The item was dropped: its playlist continues after it, and keeps its turn. */
    readonly isDropped?: boolean;
  }): void;
  /** Whether a separation rule not in `gaveWay` excludes this track at this time. */
  isBlocked(play: {
    readonly track: PlanTrack;
    readonly atMs: number;
    readonly playlistId: string | null;
    readonly gaveWay: readonly SeparationRule[];
  }): boolean;
  /** Undoes every call of `next` and `note` since the last `settle`. */
  takeBack(): void;
  /** Makes everything recorded so far permanent: it has been on air. */
  settle(): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface PlannerOptions {
  readonly playlists: readonly PlannedPlaylist[];
  /** All music in rotation: plays when no playlist has a track. */
  readonly library: PlaylistPool;
  readonly recent: RecentPlays;
  /** What is on air before the plan; absent: unknown. */
  readonly lastTrack?: PlanTrack | undefined;
  /** Start of the local hour that contains a time. */
  readonly hourStart?: (atMs: number) => number;
}

/** @param playlists in order of precedence when several are due */
export function createPlanner({
  playlists,
  library,
  recent,
  lastTrack,
  hourStart = (atMs) => Math.floor(atMs / HOUR_MS) * HOUR_MS,
}: PlannerOptions): Planner {
  const turns = playlists.map(stateOf);
  const byId = new Map(playlists.map((playlist) => [playlist.id, playlist]));
  const done: Undo[] = [];
  let last = lastTrack;

  const note: Planner["record"] = (play) => {
    const before = last;
    const undo = countBegin(play, { recent, library, turns });
    last = play.track;
    done.push(() => {
      undo();
      last = before;
    });
  };

  const dueAt = (atMs: number) => dueTurns(turns, { atMs, hourStart });
  const pickFrom = (pool: PlaylistPool, atMs: number, fit: FitTrack | undefined) =>
    fitPick(pool.pick(recent, atMs), fit);
  const take = (
    { track, playlistEntryId, reason: pick }: Pick,
    {
      startsAtMs,
      ...reason
    }: Omit<ChoiceReason, "pick" | "playlistEntryId"> & { readonly startsAtMs: number },
  ): ChosenTrack => {
    note({ track, atMs: startsAtMs, playlistId: reason.playlistId, playlistEntryId });
    return { startsAtMs, track, reason: { ...reason, playlistEntryId, pick } };
  };

  return {
    record: note,
    next: (startsAtMs, fit) => {
      const empty: string[] = [];
      for (const { playlist } of dueAt(startsAtMs)) {
        const { pick, isFitted } = pickFrom(playlist.pool, startsAtMs, fit);
        if (waits(playlist.turn, { track: pick?.track, last })) continue;
        const reason = { rule: playlist.turn.kind, playlistId: playlist.id, empty, isFitted };
        if (pick !== null) return take(pick, { startsAtMs, ...reason });
        empty.push(playlist.id);
      }
      const { pick, isFitted } = pickFrom(library, startsAtMs, fit);
      const reason = { rule: "library", playlistId: null, empty, isFitted } as const;
      return pick === null ? null : take(pick, { startsAtMs, ...reason });
    },
    nextOf: (playlistId, { startsAtMs, rule, empty, fit }) => {
      const playlist = byId.get(playlistId);
      if (playlist === undefined) return null;
      const { pick, isFitted } = pickFrom(playlist.pool, startsAtMs, fit);
      return pick === null ? null : take(pick, { startsAtMs, rule, playlistId, empty, isFitted });
    },
    candidates: (playlistId, atMs, reach) => {
      const pools =
        playlistId === null
          ? [...dueAt(atMs).map(({ playlist }) => playlist.pool), library]
          : [byId.get(playlistId)?.pool];
      return firstFilled(pools)?.candidates(recent, atMs, reach) ?? [];
    },
    hasTracks: (playlistId) => (byId.get(playlistId)?.pool.size ?? 0) > 0,
    isOfJingles: (playlistId) => byId.get(playlistId)?.isOfJingles === true,
    isBlocked: (play) => {
      const playlist = byId.get(play.playlistId ?? "");
      if (playlist?.isSeparated === false) return false;
      return isKeptOut(play, { pool: playlist?.pool ?? library, recent });
    },
    takeBack: () => {
      while (done.length > 0) done.pop()?.();
    },
    settle: () => {
      done.length = 0;
    },
  };
}

function firstFilled(pools: readonly (PlaylistPool | undefined)[]): PlaylistPool | undefined {
  return pools.find((pool) => pool !== undefined && pool.size > 0);
}

/** Even when the track rule gives way, it still applies to the half of the playlist played most recently. */
function isKeptOut(
  { track, atMs, gaveWay }: Parameters<Planner["isBlocked"]>[0],
  { pool, recent }: { readonly pool: PlaylistPool; readonly recent: RecentPlays },
): boolean {
  if (gaveWay.includes("track") && pool.isTooSoon(recent, track.id)) return true;
  const rules = separationRules.filter((rule) => !gaveWay.includes(rule));
  return recent.blocks(track, atMs, new Set(rules)) !== null;
}

/** The due playlists, in order of precedence. */
function dueTurns(
  turns: readonly TurnState[],
  { atMs, hourStart }: { readonly atMs: number; readonly hourStart: (atMs: number) => number },
): readonly TurnState[] {
  const dueBy = (kind: PlaylistTurn["kind"]) =>
    turns.filter((turn) => turn.playlist.turn.kind === kind && isDue(turn, atMs, hourStart));
  return [
    ...dueBy("minute-of-hour"),
    ...dueBy("every-minutes"),
    ...dueBy("every-tracks"),
    ...turns
      .filter(({ playlist }) => playlist.turn.kind === "weight")
      .toSorted((a, b) => shareOf(a) - shareOf(b)),
  ];
}

/** The pool's next track, or the one that fits better. */
function fitPick(
  pick: Pick | null,
  fit: FitTrack | undefined,
): { readonly pick: Pick | null; readonly isFitted: boolean } {
  const track = pick === null ? null : (fit?.() ?? null);
  return pick === null || track === null || track.id === pick.track.id
    ? { pick, isFitted: false }
    : { pick: { ...pick, track, playlistEntryId: null }, isFitted: true };
}

interface TurnState {
  readonly playlist: PlannedPlaylist;
  lastAtMs: number | null;
  tracksSince: number;
  spins: number;
}

function stateOf(playlist: PlannedPlaylist): TurnState {
  const { lastAtMs, tracksSince, spins } = playlist;
  return { playlist, lastAtMs, tracksSince, spins };
}

/** True for a jingle right after another, unless it has its own minute. */
function waits(
  { kind }: PlaylistTurn,
  { track, last }: { readonly track: PlanTrack | undefined; readonly last: PlanTrack | undefined },
): boolean {
  const mayWait = kind === "every-tracks" || kind === "every-minutes";
  return mayWait && track?.contentKind === "jingle" && last?.contentKind === "jingle";
}

/** Counts a start for the rules and for every playlist. */
function countBegin(
  { playlistId, isDropped = false, ...play }: Parameters<Planner["record"]>[0],
  {
    recent,
    library,
    turns,
  }: {
    readonly recent: RecentPlays;
    readonly library: PlaylistPool;
    readonly turns: readonly TurnState[];
  },
): Undo {
  const undos = [
    recent.record(play.track, play.atMs),
    library.take(play.track.id, { ...play, isOwn: playlistId === null }),
    ...turns.map((turn) =>
      takeTurn(turn, { ...play, isDropped, isOwn: turn.playlist.id === playlistId }),
    ),
  ];
  return () => {
    for (const undo of undos.toReversed()) undo();
  };
}

/** Counts a play for one playlist. */
function takeTurn(
  turn: TurnState,
  play: {
    readonly track: PlanTrack;
    readonly atMs: number;
    readonly isOwn: boolean;
    readonly playlistEntryId: string | null;
    readonly isDropped: boolean;
  },
): Undo {
  const { lastAtMs, tracksSince, spins } = turn;
  const undoPool = turn.playlist.pool.take(play.track.id, play);
  if (play.isOwn && !play.isDropped) {
    turn.lastAtMs = play.atMs;
    turn.tracksSince = 0;
    turn.spins += 1;
  } else turn.tracksSince += 1;
  return () => {
    undoPool();
    Object.assign(turn, { lastAtMs, tracksSince, spins });
  };
}

function isDue(
  { playlist, lastAtMs, tracksSince }: Readonly<TurnState>,
  atMs: number,
  hourStart: (atMs: number) => number,
): boolean {
  const { turn } = playlist;
  switch (turn.kind) {
    case "every-tracks":
      return tracksSince >= turn.tracks;
    case "every-minutes":
      return lastAtMs === null || atMs - lastAtMs >= turn.minutes * MINUTE_MS;
    case "minute-of-hour": {
      const minuteMs = turn.minute * MINUTE_MS;
      const dueMs = hourStart(atMs - minuteMs) + minuteMs;
      return lastAtMs === null || lastAtMs < dueMs;
    }
    case "weight":
    case "off":
      return false;
    default:
      return turn satisfies never;
  }
}

function shareOf({ playlist: { turn }, spins }: Readonly<TurnState>): number {
  return turn.kind === "weight" ? (spins + 1) / turn.weight : Infinity;
}
