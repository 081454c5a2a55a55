import type { SmartRule } from "@neonrelay/contract";
import { and, asc, eq, gt, gte, inArray, lte, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Connection } from "../database/database.ts";
import { favourites } from "../favourites/favourite-tables.ts";
import { plays } from "../history/play-tables.ts";
import { artistKeysOf, splitNames } from "../library/artist-rules.ts";
import { tracks } from "../library/library-tables.ts";
import { foldText } from "../library/track-rules.ts";
import { isPlayable, trackColumns, type StoredTrack } from "../library/track-store.ts";
import { playlistTracks } from "./playlist-tables.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How a playlist gets its tracks. */
export interface TrackSource {
  readonly id: string;
  readonly rule: SmartRule | null;
}

export interface TrackTotals {
  readonly trackCount: number;
  readonly durationMs: number;
}

/** Number of tracks that can be played now, duplicates included, and their total length. */
export async function countPlaylistTracks(
  connection: Connection,
  source: TrackSource,
  nowMs: number,
): Promise<TrackTotals> {
  const none: TrackTotals = { trackCount: 0, durationMs: 0 };
  if (source.rule === null) {
    const counted = await countHandPickedTracks(connection, source.id);
    return counted.get(source.id) ?? none;
  }
  const [row] = await connection
    .select({
      trackCount: sql`count(*)`.mapWith(Number),
      durationMs: sql`coalesce(sum(${tracks.durationMs}), 0)`.mapWith(Number),
    })
    .from(tracks)
    .where(and(isPlayable, matches(source.rule, { nowMs, hasGenre: isKnownAs })));
  return row ?? none;
}

/** Like {@link countPlaylistTracks}, by id, for all hand-picked playlists with playable tracks, or one of them. */
export async function countHandPickedTracks(
  connection: Connection,
  playlistId?: string,
): Promise<ReadonlyMap<string, TrackTotals>> {
  const rows = await connection
    .select({
      id: playlistTracks.playlistId,
      trackCount: sql`count(*)`.mapWith(Number),
      durationMs: sql`sum(${tracks.durationMs})`.mapWith(Number),
    })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(
      and(
        isPlayable,
        playlistId === undefined ? undefined : eq(playlistTracks.playlistId, playlistId),
      ),
    )
    .groupBy(playlistTracks.playlistId);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}

/** Smart playlists counted per query; a statement of the embedded database has five seconds. */
const COUNTED_AT_ONCE = 10;

/** Like {@link countPlaylistTracks}, by id, for smart playlists. */
export async function countSmartTracks(
  connection: Connection,
  sources: readonly { readonly id: string; readonly rule: SmartRule }[],
  nowMs: number,
): Promise<ReadonlyMap<string, TrackTotals>> {
  const found = new Map<string, TrackTotals>();
  const known = await connection.execute<{ genre: string; folded: string }>(knownGenres);
  const isOneOf = (wanted: readonly string[]): SQL => {
    const words = wanted.map((genre) => foldText(genre));
    const genres = known.rows.filter(({ folded }) => words.some((word) => folded.includes(word)));
    return genres.length === 0
      ? sql`false`
      : inArray(
          tracks.genre,
          genres.map(({ genre }) => genre),
        );
  };
  for (let from = 0; from < sources.length; from += COUNTED_AT_ONCE) {
    const some = sources.slice(from, from + COUNTED_AT_ONCE);
    const isFound = some.map(({ rule }, index) => {
      const name = sql.identifier(`is_found_${index}`);
      return {
        column: sql`coalesce(${matches(rule, { nowMs, hasGenre: isOneOf })}, false) as ${name}`,
        totals: sql`json_build_array(count(*) filter (where ${name}), coalesce(sum(duration_ms) filter (where ${name}), 0))`,
      };
    });
    const columns = sql.join(
      isFound.map(({ column }) => column),
      sql`, `,
    );
    const totals = sql.join(
      isFound.map((each) => each.totals),
      sql`, `,
    );
    // `offset 0` keeps PostgreSQL from evaluating each rule twice.
    const { rows } = await connection.execute<{ readonly totals: readonly [number, number][] }>(sql`
      select json_build_array(${totals}) as totals
      from (select ${tracks.durationMs} as duration_ms, ${columns} from ${tracks} where ${isPlayable} offset 0) looked_at`);
    for (const [index, [trackCount, durationMs]] of (rows[0]?.totals ?? []).entries())
      found.set(some[index]?.id ?? "", { trackCount, durationMs });
  }
  return found;
}

/** `entryId`: its entry in a hand-picked playlist; null in a smart one. */
export type ListedTrack = StoredTrack & { readonly entryId: string | null };

/** The tracks that can be played now, in the playlist's order; in a smart playlist by artist and title. */
export async function listPlaylistTracks(
  connection: Connection,
  source: TrackSource,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly ListedTrack[]> {
  if (source.rule !== null)
    return await connection
      .select({ ...trackColumns, entryId: sql<null>`null` })
      .from(tracks)
      .where(and(isPlayable, matches(source.rule, { nowMs, hasGenre: isKnownAs })))
      .orderBy(sql`${tracks.sortKey} collate "C"`, asc(tracks.id))
      .limit(limit);
  return await connection
    .select({ ...trackColumns, entryId: playlistTracks.id })
    .from(tracks)
    .innerJoin(playlistTracks, eq(playlistTracks.trackId, tracks.id))
    .where(and(isPlayable, eq(playlistTracks.playlistId, source.id)))
    .orderBy(...inPlace)
    .limit(limit);
}

/** All ids of {@link listPlaylistTracks}, and their `entryIds`; null in a smart playlist. */
export async function listPlaylistTrackIds(
  connection: Connection,
  source: TrackSource,
  nowMs: number,
): Promise<{
  readonly trackIds: readonly string[];
  readonly entryIds: readonly string[] | null;
}> {
  // In one row: parsing 100,000 rows would block everything else for a tenth of a second.
  const inOrder = (id: AnyPgColumn, order: SQL) =>
    sql<string | null>`string_agg(${id}::text, ',' order by ${order})`;
  if (source.rule === null) {
    const place = sql`${playlistTracks.position}, ${playlistTracks.id}`;
    const [row] = await connection
      .select({
        trackIds: inOrder(tracks.id, place),
        entryIds: inOrder(playlistTracks.id, place),
      })
      .from(tracks)
      .innerJoin(playlistTracks, eq(playlistTracks.trackId, tracks.id))
      .where(and(isPlayable, eq(playlistTracks.playlistId, source.id)));
    return { trackIds: idsIn(row?.trackIds), entryIds: idsIn(row?.entryIds) };
  }
  const [row] = await connection
    .select({ trackIds: inOrder(tracks.id, sql`${tracks.sortKey} collate "C", ${tracks.id}`) })
    .from(tracks)
    .where(and(isPlayable, matches(source.rule, { nowMs, hasGenre: isKnownAs })));
  return { trackIds: idsIn(row?.trackIds), entryIds: null };
}

function idsIn(list: string | null | undefined): readonly string[] {
  return list?.split(",") ?? [];
}

/** The tracks of a hand-picked playlist, including those with missing files. */
export async function listKeptTracks(
  connection: Connection,
  playlistId: string,
): Promise<readonly Pick<StoredTrack, "id" | "path" | "artist" | "title" | "durationMs">[]> {
  const { id, path, artist, title, durationMs } = trackColumns;
  return await connection
    .select({ id, path, artist, title, durationMs })
    .from(tracks)
    .innerJoin(playlistTracks, eq(playlistTracks.trackId, tracks.id))
    .where(eq(playlistTracks.playlistId, playlistId))
    .orderBy(...inPlace);
}

const inPlace = [asc(playlistTracks.position), asc(playlistTracks.id)];

/**
 * The condition of a smart playlist.
 * @param options `hasGenre`: whether the genre of the track contains one of these
 */
function matches(
  rule: SmartRule,
  {
    nowMs,
    hasGenre,
  }: { readonly nowMs: number; readonly hasGenre: (genres: readonly string[]) => SQL },
): SQL | undefined {
  const { genres, artists, words } = rule;
  return and(
    inArray(tracks.contentKind, rule.kinds),
    tracks.isInRotation,
    genres && hasGenre(genres),
    artists && isByOneOf(artists),
    words && or(...words.map((word) => contains(sql`${tracks.searchText}`, word))),
    rule.yearFrom === undefined ? undefined : gte(tracks.year, rule.yearFrom),
    rule.yearTo === undefined ? undefined : lte(tracks.year, rule.yearTo),
    rule.shortestSeconds === undefined
      ? undefined
      : gte(tracks.durationMs, rule.shortestSeconds * 1000),
    rule.longestSeconds === undefined
      ? undefined
      : lte(tracks.durationMs, rule.longestSeconds * 1000),
    rule.quietestLufs === undefined ? undefined : gte(tracks.integratedLufs, rule.quietestLufs),
    rule.loudestLufs === undefined ? undefined : lte(tracks.integratedLufs, rule.loudestLufs),
    rule.addedWithinDays === undefined
      ? undefined
      : gt(tracks.createdAt, new Date(nowMs - rule.addedWithinDays * DAY_MS)),
    rule.notPlayedForDays === undefined
      ? undefined
      : sql`not exists (select 1 from ${plays} where ${plays.trackId} = ${tracks.id} and ${plays.startedAtMs} > ${nowMs - rule.notPlayedForDays * DAY_MS})`,
    rule.favouritesAtLeast === undefined
      ? undefined
      : sql`(select count(*) from ${favourites} where ${favourites.trackId} = ${tracks.id}) >= ${rule.favouritesAtLeast}`,
  );
}

function isKnownAs(genres: readonly string[]): SQL {
  const isWanted = or(...genres.map((genre) => contains(sql`known.folded`, genre)));
  return sql`${tracks.genre} in (select known.genre from (${knownGenres}) known where ${isWanted})`;
}

/**
 * All genres, each folded like foldText. Folding is slow and a library has few genres, so each is folded once rather
 * than per track. `offset 0` keeps PostgreSQL from merging the two queries.
 */
const knownGenres = sql`
  select genre, regexp_replace(lower(normalize(genre, NFKD)), '[\u0300-\u036f]', '', 'g') as folded
  from (select distinct every.genre from ${tracks} every offset 0) distinct_genres where genre is not null`;

function contains(text: SQL, part: string): SQL {
  return sql`position(${foldText(part)} in ${text}) > 0`;
}

/** Matches each of several artists of a track, and the artists as displayed. */
function isByOneOf(artists: readonly string[]): SQL | undefined {
  const shown = artists.filter((artist) => splitNames(artist).length > 1);
  return or(
    sql`${tracks.artistKeys} && ${sql.param(artistKeysOf(artists))}::text[]`,
    ...shown.map((artist) => sql`starts_with(${tracks.sortKey}, ${`${foldText(artist)}\t`})`),
  );
}
