import type { Pick, PickReason, PlaylistPool } from "./playlist-pool.ts";
import {
  separationRules,
  type PlanTrack,
  type RecentPlays,
  type SeparationRule,
  type Undo,
} from "./recent-plays.ts";

/** When the turn of a playlist comes. */
type PlaylistTurn =
  /** Whenever no other rule holds, so often compared with the others of this kind; above 0. */
  | { readonly kind: "weight"; readonly weight: number }
  /** After so many tracks of other playlists. */
  | { readonly kind: "every-tracks"; readonly tracks: number }
  /** So many minutes after it came last. */
  | { readonly kind: "every-minutes"; readonly minutes: number }
  /** Once an hour, with the first join at that minute or after it. */
  | { readonly kind: "minute-of-hour"; readonly minute: number }
  /** Never by itself. */
  | { readonly kind: "off" };

/** A playlist as the plan needs it. */
export interface PlannedPlaylist {
  readonly id: string;
  readonly name: string;
  readonly turn: PlaylistTurn;
  readonly pool: PlaylistPool;
  /** Whether the rules of separation hold for its tracks. */
  readonly isSeparated: boolean;
  /** When it came last, in ms since 1970; null: never. */
  readonly lastAtMs: number | null;
  /** Tracks of other playlists since. */
  readonly tracksSince: number;
  /** Tracks it gave lately, for its weight. */
  readonly spins: number;
}

/** Why an item of the plan is there. */
interface PlanReason {
  /** Which rule chose the playlist; `library`: no playlist could give a track. */
  readonly rule: PlaylistTurn["kind"] | "library";
  readonly playlistId: string | null;
  /** Playlists whose turn it was and that had nothing to give. */
  readonly empty: readonly string[];
  readonly pick: PickReason;
}

export interface PlannedTrack {
  readonly startsAtMs: number;
  readonly track: PlanTrack;
  readonly reason: PlanReason;
}

/** Plans tracks one after the other. */
export interface Planner {
  /** What begins then; null while there is no track at all. It counts as played until it is taken back. */
  next(startsAtMs: number): PlannedTrack | null;
  /** A track that begins then for another reason: a request, one that was played, or that a person put there. */
  note(play: {
    readonly track: PlanTrack;
    readonly atMs: number;
    /** null: of no playlist. */
    readonly playlistId: string | null;
  }): void;
  /** Whether a rule of separation that has not given way keeps a track of that playlist from beginning then. */
  isBlocked(play: {
    readonly track: PlanTrack;
    readonly atMs: number;
    readonly playlistId: string | null;
    readonly gaveWay: readonly SeparationRule[];
  }): boolean;
  /** Takes back every call of `next` and `note`. */
  takeBack(): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface PlannerOptions {
  readonly playlists: readonly PlannedPlaylist[];
  /** All music that may be in the rotation: what comes when no playlist gives anything. */
  readonly library: PlaylistPool;
  readonly recent: RecentPlays;
}

/** @param playlists in the order in which they are asked where several are due */
export function createPlanner({ playlists, library, recent }: PlannerOptions): Planner {
  const turns = playlists.map((playlist) => ({
    playlist,
    lastAtMs: playlist.lastAtMs,
    tracksSince: playlist.tracksSince,
    spins: playlist.spins,
  }));
  type Turn = (typeof turns)[number];
  const done: Undo[] = [];

  const note: Planner["note"] = ({ track, atMs, playlistId }) => {
    const undos = [
      recent.note(track, atMs),
      library.take(track.id, atMs),
      ...turns.map((turn) =>
        takeTurn(turn, { track, atMs, isOwn: turn.playlist.id === playlistId }),
      ),
    ];
    done.push(() => {
      for (const undo of undos.toReversed()) undo();
    });
  };

  /** Those that are due, in the order in which they are asked. */
  const dueAt = (atMs: number): readonly Turn[] => [
    ...turns.filter((turn) => turn.playlist.turn.kind === "minute-of-hour" && isDue(turn, atMs)),
    ...turns.filter((turn) => turn.playlist.turn.kind === "every-minutes" && isDue(turn, atMs)),
    ...turns.filter((turn) => turn.playlist.turn.kind === "every-tracks" && isDue(turn, atMs)),
    ...turns
      .filter(({ playlist }) => playlist.turn.kind === "weight")
      .toSorted((a, b) => shareOf(a) - shareOf(b)),
  ];

  return {
    note,
    next: (startsAtMs) => {
      const empty: string[] = [];
      const choose = (): { readonly turn: Turn | null; readonly pick: Pick } | null => {
        for (const turn of dueAt(startsAtMs)) {
          const pick = turn.playlist.pool.pick(recent, startsAtMs);
          if (pick !== null) return { turn, pick };
          empty.push(turn.playlist.id);
        }
        const pick = library.pick(recent, startsAtMs);
        return pick === null ? null : { turn: null, pick };
      };
      const chosen = choose();
      if (chosen === null) return null;
      const playlist = chosen.turn?.playlist ?? null;
      const { track, reason } = chosen.pick;
      note({ track, atMs: startsAtMs, playlistId: playlist?.id ?? null });
      return {
        startsAtMs,
        track,
        reason: {
          rule: playlist?.turn.kind ?? "library",
          playlistId: playlist?.id ?? null,
          empty,
          pick: reason,
        },
      };
    },
    isBlocked: ({ track, atMs, playlistId, gaveWay }) => {
      const playlist = playlists.find(({ id }) => id === playlistId);
      if (playlist?.isSeparated === false) return false;
      const rules = separationRules.filter((rule) => !gaveWay.includes(rule));
      return recent.blocks(track, atMs, new Set(rules)) !== null;
    },
    takeBack: () => {
      while (done.length > 0) done.pop()?.();
    },
  };
}

/** Counts a play for one playlist. */
function takeTurn(
  turn: { lastAtMs: number | null; tracksSince: number; spins: number } & {
    readonly playlist: PlannedPlaylist;
  },
  play: { readonly track: PlanTrack; readonly atMs: number; readonly isOwn: boolean },
): Undo {
  const { lastAtMs, tracksSince, spins } = turn;
  const undoPool = turn.playlist.pool.take(play.track.id, play.atMs);
  if (play.isOwn) {
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
  {
    playlist,
    lastAtMs,
    tracksSince,
  }: {
    readonly playlist: PlannedPlaylist;
    readonly lastAtMs: number | null;
    readonly tracksSince: number;
  },
  atMs: number,
): boolean {
  const { turn } = playlist;
  switch (turn.kind) {
    case "every-tracks":
      return tracksSince >= turn.tracks;
    case "every-minutes":
      return lastAtMs === null || atMs - lastAtMs >= turn.minutes * MINUTE_MS;
    case "minute-of-hour": {
      // Minutes of the hour are the same in every time zone but those of a half or a quarter of an hour.
      const minuteMs = turn.minute * MINUTE_MS;
      const dueMs = Math.floor((atMs - minuteMs) / HOUR_MS) * HOUR_MS + minuteMs;
      return lastAtMs === null || lastAtMs < dueMs;
    }
    case "weight":
    case "off":
      return false;
    default:
      return turn satisfies never;
  }
}

function shareOf({
  playlist: { turn },
  spins,
}: {
  readonly playlist: PlannedPlaylist;
  readonly spins: number;
}): number {
  return turn.kind === "weight" ? (spins + 1) / turn.weight : Infinity;
}
