import type { Facet, GroupSort } from "@neonrelay/contract";
import { and, count, eq, gt, inArray, like, sql, type SQL, type Subquery } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { inPlaceOf, prepareOnce } from "../../database/statements.ts";
import { ALBUM_LETTERS } from "../group-keys.ts";
import { trackGroupLetters, trackGroups } from "../track-group-tables.ts";

/** Shorter texts match only the beginning of names: the trigram index can't find them. */
const LEAST_WITHIN = 3;
/** Sorts after every name with the same beginning. */
const LAST_LETTER = "\u{10ffff}";

const groupColumns = {
  key: trackGroups.key,
  name: trackGroups.name,
  artist: trackGroups.artist,
  letter: trackGroups.letter,
  tracks: trackGroups.tracks,
  durationMs: trackGroups.durationMs,
  year: trackGroups.year,
  artTrackId: trackGroups.artTrackId,
  artworkName: trackGroups.artworkName,
};
type Read<Columns> = Pick<
  typeof trackGroups.$inferSelect,
  keyof Columns & keyof typeof trackGroups.$inferSelect
>;
export type ShownGroup = Read<typeof groupColumns>;

/** Selects groups of a facet. */
export interface WantedGroups {
  readonly facet: Facet;
  /** Folded part of the name; '' matches all. */
  readonly folded: string;
  /** Only albums of this artist; null for all albums. */
  readonly artist: string | null;
  /** Maximum results when searching by name or artist; null: no limit. The whole list has none. */
  readonly most: number | null;
}

/** The order of a facet's groups. */
export interface GroupOrder {
  readonly facet: Facet;
  readonly sort: GroupSort;
}

/** @param afterKey the last group of the previous page; if it is gone, the page is empty */
export async function listGroups(
  connection: Connection,
  {
    afterKey,
    offset,
    limit,
    sort,
    ...wanted
  }: WantedGroups & {
    readonly afterKey: string | null;
    readonly offset: number;
    readonly limit: number;
    readonly sort: GroupSort;
  },
): Promise<readonly ShownGroup[]> {
  const isAfter = afterKey === null ? undefined : isBehind({ ...wanted, afterKey, sort });
  const order = orderOf(sort);
  if (wanted.most !== null && !isWhole(wanted))
    return await connection
      .select(groupColumns)
      .from(someOf(wanted, wanted.most))
      .where(isAfter)
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
  // Names that don't match are skipped within the index: their rows are not read.
  const page = connection
    .select({ key: trackGroups.key })
    .from(trackGroups)
    .where(and(isFound(wanted), isAfter))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as("page");
  return await connection
    .select(groupColumns)
    .from(trackGroups)
    .innerJoin(page, eq(trackGroups.key, page.key))
    .where(eq(trackGroups.facet, wanted.facet))
    .orderBy(...order);
}

const groupOfKey = prepareOnce((connection) =>
  connection
    .select({ key: trackGroups.key })
    .from(trackGroups)
    .where(
      and(
        eq(trackGroups.facet, sql.placeholder("facet")),
        eq(trackGroups.key, sql.placeholder("key")),
      ),
    )
    .prepare("group_of_key"),
);

export async function hasGroup(
  connection: Connection,
  { facet, key }: { readonly facet: Facet; readonly key: string },
): Promise<boolean> {
  const found = await groupOfKey(connection).execute({ facet, key });
  return found.length > 0;
}

/** The key of every `rowsBetween`-th group of a facet, in order. */
export async function listGroupMilestones(
  connection: Connection,
  {
    order: { facet, sort },
    rowsBetween,
    rows: most,
  }: { readonly order: GroupOrder; readonly rowsBetween: number; readonly rows: number | null },
): Promise<readonly string[]> {
  const { rows } = await connection.execute<{ key: string }>(sql`
    select key from (
      select key, row_number() over (order by ${sql.join([...orderOf(sort)], sql`, `)}) as place
      from ${trackGroups} where ${eq(trackGroups.facet, facet)}
      order by ${sql.join([...orderOf(sort)], sql`, `)} limit ${most}::int
    ) as placed where place % ${rowsBetween} = 0 order by place`);
  return rows.map(({ key }) => key);
}

export async function countGroups(connection: Connection, wanted: WantedGroups): Promise<number> {
  if (isWhole(wanted)) {
    const letters = await countLetters(connection, wanted.facet);
    return letters.reduce((sum, { groups }) => sum + groups, 0);
  }
  const [counted] = await (wanted.most === null
    ? connection.select({ total: count() }).from(trackGroups).where(isFound(wanted))
    : connection.select({ total: count() }).from(someOf(wanted, wanted.most)));
  return counted?.total ?? 0;
}

/** How many groups of a facet begin with each letter, in alphabetical order. */
export async function countLetters(
  connection: Connection,
  facet: Facet,
): Promise<readonly { readonly letter: string; readonly groups: number }[]> {
  // The signs for names outside A to Z sort before and after all letters, as the names do.
  return await connection
    .select({ letter: trackGroupLetters.letter, groups: trackGroupLetters.groups })
    .from(trackGroupLetters)
    .where(and(eq(trackGroupLetters.facet, facet), gt(trackGroupLetters.groups, 0)))
    .orderBy(sql`${trackGroupLetters.letter} collate "C"`);
}

function isWhole({ folded, artist }: WantedGroups): boolean {
  return folded === "" && artist === null;
}

/** A limited number of the selected groups, to query instead of the table. */
function someOf(wanted: WantedGroups, most: number): Subquery {
  return inPlaceOf(
    trackGroups,
    sql`select * from ${trackGroups} where ${isFound(wanted)} limit ${most}`,
  );
}

function isFound({ facet, folded, artist }: WantedGroups): SQL | undefined {
  const part = folded.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const name = sql`${trackGroups.sortName} collate "C"`;
  const isNamed =
    folded.length < LEAST_WITHIN
      ? sql`${name} >= ${folded} and ${name} < ${folded}::text || ${LAST_LETTER}::text`
      : like(trackGroups.sortName, `%${part}%`);
  return and(
    eq(trackGroups.facet, facet),
    folded === "" ? undefined : isNamed,
    artist === null
      ? undefined
      : sql`${trackGroups.artistKeys} @> array[left(lower(${artist}::text), ${ALBUM_LETTERS}::int)]`,
  );
}

/** Every order ends with the key, so that it is total. */
function orderOf(sort: GroupSort): readonly SQL[] {
  switch (sort) {
    case "name":
      return [sql`${trackGroups.sortName} collate "C"`, sql`${trackGroups.key} collate "C"`];
    case "tracks":
      return [sql`${trackGroups.tracks} desc`, sql`${trackGroups.key} desc`];
    case "added":
      return [sql`${trackGroups.newestAt} desc`, sql`${trackGroups.key} desc`];
    default:
      return sort satisfies never;
  }
}

function isBehind({
  facet,
  afterKey,
  sort,
}: {
  readonly facet: Facet;
  readonly afterKey: string;
  readonly sort: GroupSort;
}): SQL {
  const { sortName, tracks, newestAt, key } = trackGroups;
  const valueOf = (column: typeof sortName | typeof tracks | typeof newestAt): SQL =>
    sql`(select ${column} from ${trackGroups} where ${trackGroups.facet} = ${facet} and ${key} = ${afterKey})`;
  switch (sort) {
    case "name":
      return sql`(${sortName} collate "C", ${key} collate "C") > (${valueOf(sortName)} collate "C", ${afterKey} collate "C")`;
    case "tracks":
      return sql`(${tracks}, ${key}) < (${valueOf(tracks)}, ${afterKey})`;
    case "added":
      return sql`(${newestAt}, ${key}) < (${valueOf(newestAt)}, ${afterKey})`;
    default:
      return sort satisfies never;
  }
}

/** Stores new counts and removes groups without tracks. */
export async function saveGroups(
  transaction: Connection,
  {
    facet,
    groups,
    emptyKeys,
  }: {
    readonly facet: Facet;
    readonly groups: readonly (typeof trackGroups.$inferInsert)[];
    readonly emptyKeys: readonly string[];
  },
): Promise<void> {
  if (emptyKeys.length > 0)
    await transaction
      .delete(trackGroups)
      .where(and(eq(trackGroups.facet, facet), inArray(trackGroups.key, [...emptyKeys])));
  if (groups.length === 0) return;
  await transaction
    .insert(trackGroups)
    .values([...groups])
    .onConflictDoUpdate({
      target: [trackGroups.facet, trackGroups.key],
      set: {
        name: sql`excluded.name`,
        artist: sql`excluded.artist`,
        artistKeys: sql`excluded.artist_keys`,
        sortName: sql`excluded.sort_name`,
        letter: sql`excluded.letter`,
        tracks: sql`excluded.tracks`,
        durationMs: sql`excluded.duration_ms`,
        year: sql`excluded.year`,
        newestAt: sql`excluded.newest_at`,
        artTrackId: sql`excluded.art_track_id`,
        artworkName: sql`excluded.artwork_name`,
      },
    });
}
