import type { Analysis, AnalysisGap, Separation } from "@neonrelay/contract";
import type { Connection } from "../database/database.ts";
import { findTracks } from "../library/track-store.ts";
import { listStoredPlaylists } from "../playlists/playlist-store.ts";
import { listPlaylistTrackIds } from "../playlists/playlist-track-store.ts";
import {
  artistSpins,
  groupProblems,
  neverPlayed,
  problemsOf,
  shortestGaps,
  turnoverOf,
  type AiredProblem,
  type AiredTrack,
  type AnalysedPlaylist,
  type Gap,
} from "./analysis-rules.ts";
import type { ComingProgramme } from "./coming-days.ts";
import { loadPastPlays, loadPastProblems } from "./past-plays-store.ts";
import type { PlanEntry } from "./plan-entry.ts";
import { runInSlices } from "./small-steps.ts";

interface AnalysisInput {
  readonly connection: Connection;
  readonly timeZone: string;
  readonly separation: Separation;
  readonly programme: ComingProgramme;
  readonly nowMs: number;
  /** Maximum rows per table. */
  readonly mostRows: number;
}

const DAY_MS = 24 * 3_600_000;
/** About twelve weeks of three-minute tracks. */
const MAX_PLAYS = 50_000;
const MAX_PROBLEMS = 5000;
const MAX_GAPS = 10;
const MINUTE_MS = 60_000;

/** Analyses what would be on air in the coming days. */
export async function analyseComing(input: AnalysisInput): Promise<Analysis> {
  const { items, tracks, unfilled, isWhole } = input.programme;
  const aired = items.map(({ track, startsAtMs, playlistId }): AiredTrack => ({
    ...track,
    artists: tracks.get(track.id)?.artists ?? [],
    atMs: startsAtMs,
    trackId: track.id,
    isMusic: tracks.get(track.id)?.contentKind === "music",
    playlistId,
  }));
  const said = items.flatMap((item) =>
    problemsOf({ ...item.reason, ...item.place }, item.startsAtMs),
  );
  return await analyse(input, {
    aired,
    problems: [...said, ...unfilled],
    fromMs: items[0]?.startsAtMs ?? null,
    untilMs: endOf(items.at(-1)),
    isWhole,
  });
}

/** Analyses what was on air in recent weeks. */
export async function analysePast(input: AnalysisInput, weeks: number): Promise<Analysis> {
  const { connection, nowMs } = input;
  const sinceMs = nowMs - weeks * 7 * DAY_MS;
  const aired = await loadPastPlays(connection, { sinceMs, most: MAX_PLAYS });
  const stored = await loadPastProblems(connection, { sinceMs, most: MAX_PROBLEMS });
  return await analyse(input, {
    aired,
    problems: stored.flatMap(({ reason, atMs }) => problemsOf(reason, atMs)),
    fromMs: aired[0]?.atMs ?? null,
    untilMs: aired.length === 0 ? null : nowMs,
    isWhole: aired.length < MAX_PLAYS && stored.length < MAX_PROBLEMS,
  });
}

async function analyse(
  { connection, timeZone, separation, programme, nowMs, mostRows }: AnalysisInput,
  {
    aired,
    problems,
    fromMs,
    untilMs,
    isWhole,
  }: {
    readonly aired: readonly AiredTrack[];
    readonly problems: readonly AiredProblem[];
    readonly fromMs: number | null;
    readonly untilMs: number | null;
    readonly isWhole: boolean;
  },
): Promise<Analysis> {
  const { tracks, sources } = programme;
  const playlists = await loadPlaylists(connection, sources.playlistIds, nowMs);
  const never = await runInSlices(
    neverPlayed(aired, { tracks, playlists, kinds: sources.kinds, most: mostRows }),
  );
  const artists = await runInSlices(artistSpins(aired));
  const grouped = groupProblems(problems);
  const gapsBy = async (by: "artist" | "title" | "album", ruleMinutes: number) => {
    const gaps = await runInSlices(shortestGaps(aired, { by, most: MAX_GAPS }));
    return {
      ruleMinutes,
      shortest: gaps.map((gap) => toGap(gap, ruleMinutes)),
    };
  };
  const album = await gapsBy("album", separation.albumMinutes);
  return {
    timeZone,
    from: isoOf(fromMs),
    until: isoOf(untilMs),
    isWhole,
    itemCount: aired.length,
    playlists: await runInSlices(turnoverOf(aired, playlists, (untilMs ?? 0) - (fromMs ?? 0))),
    artistCount: artists.length,
    artists: artists.slice(0, mostRows),
    separation: {
      artist: await gapsBy("artist", separation.artistMinutes),
      title: await gapsBy("title", separation.titleMinutes),
      album: { ...album, shortest: await withAlbumNames(connection, album.shortest) },
    },
    neverCount: never.count,
    never: [...never.first],
    problemCount: grouped.length,
    problems: grouped.slice(0, mostRows),
  };
}

/** Includes the tracks that can be played now. */
async function loadPlaylists(
  connection: Connection,
  scheduled: ReadonlySet<string>,
  nowMs: number,
): Promise<readonly AnalysedPlaylist[]> {
  const playlists: AnalysedPlaylist[] = [];
  for (const playlist of await listStoredPlaylists(connection)) {
    const { id, name, turn } = playlist;
    const { trackIds } = await listPlaylistTrackIds(connection, playlist, nowMs);
    playlists.push({ id, name, trackIds, isUsed: turn.kind !== "off" || scheduled.has(id) });
  }
  return playlists;
}

function toGap({ name, minutes, first, second }: Gap, ruleMinutes: number): AnalysisGap {
  return {
    name,
    minutes: Math.floor(minutes),
    isTooShort: second.atMs - first.atMs < ruleMinutes * MINUTE_MS,
    first: toBegun(first),
    second: toBegun(second),
  };
}

function toBegun({ atMs, trackId, title, artist }: AiredTrack): AnalysisGap["first"] {
  return { at: new Date(atMs).toISOString(), trackId, title, artist };
}

async function withAlbumNames(
  connection: Connection,
  gaps: readonly AnalysisGap[],
): Promise<AnalysisGap[]> {
  const ids = gaps.flatMap(({ second: { trackId } }) => trackId ?? []);
  const tracks = await findTracks(connection, ids);
  return gaps.map((gap) => ({
    ...gap,
    name: tracks.get(gap.second.trackId ?? "")?.album ?? gap.name,
  }));
}

function endOf(item: PlanEntry | undefined): number | null {
  return item === undefined ? null : item.startsAtMs + item.track.lengthMs;
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
