import type { Facet, GroupSort } from "@neonrelay/contract";
import { and, asc, count, eq, inArray, like, sql, type SQL } from "drizzle-orm";
import type { Connection } from "../../database/database.ts";
import { prepareOnce } from "../../database/prepare-once.ts";
import { ALBUM_LETTERS } from "../group-keys.ts";
import { trackGroups } from "../track-group-tables.ts";

/** Fewer letters are looked for at the beginning of names only: an index of three letters does not find them. */
const LEAST_WITHIN = 3;

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

/** What of a facet's groups is wanted. */
export interface WantedGroups {
  readonly facet: Facet;
  /** Folded part of the name; '' for all. */
  readonly folded: string;
  /** Only albums of this artist; null for all. */
  readonly artist: string | null;
}

/** How the groups of a facet are sorted. */
export interface GroupOrder {
  readonly facet: Facet;
  readonly sort: GroupSort;
}

/** @param afterKey the last one of the page before; one that is gone ends the list */
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
  // Names that do not match are passed over in the index alone: their rows are not read.
  const page = connection
    .select({ key: trackGroups.key })
    .from(trackGroups)
    .where(and(isWanted(wanted), isAfter))
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

/** Every so many groups of a facet the key of one, the first one after as many groups. */
export async function listGroupMilestones(
  connection: Connection,
  {
    order: { facet, sort },
    rowsBetween,
  }: { readonly order: GroupOrder; readonly rowsBetween: number },
): Promise<readonly string[]> {
  const { rows } = await connection.execute<{ key: string }>(sql`
    select key from (
      select key, row_number() over (order by ${sql.join([...orderOf(sort)], sql`, `)}) as place
      from ${trackGroups} where ${eq(trackGroups.facet, facet)}
    ) as placed where place % ${rowsBetween} = 0 order by place`);
  return rows.map(({ key }) => key);
}

export async function countGroups(connection: Connection, wanted: WantedGroups): Promise<number> {
  const [counted] = await connection
    .select({ total: count() })
    .from(trackGroups)
    .where(isWanted(wanted));
  return counted?.total ?? 0;
}

/** How many groups of a facet begin with each letter, in the order of their names. */
export async function countLetters(
  connection: Connection,
  facet: Facet,
): Promise<
  readonly { readonly letter: string; readonly groups: number; readonly first: string }[]
> {
  const first = sql<string>`min(${trackGroups.sortName} collate "C")`;
  return await connection
    .select({ letter: trackGroups.letter, groups: count(), first })
    .from(trackGroups)
    .where(eq(trackGroups.facet, facet))
    .groupBy(trackGroups.letter)
    .orderBy(asc(first));
}

function isWanted({ facet, folded, artist }: WantedGroups): SQL | undefined {
  const part = folded.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const pattern = folded.length < LEAST_WITHIN ? `${part}%` : `%${part}%`;
  const isNamed =
    folded.length < LEAST_WITHIN
      ? sql`${trackGroups.sortName} collate "C" like ${pattern}`
      : like(trackGroups.sortName, pattern);
  return and(
    eq(trackGroups.facet, facet),
    folded === "" ? undefined : isNamed,
    artist === null
      ? undefined
      : sql`${trackGroups.artistKeys} @> array[left(lower(${artist}::text), ${ALBUM_LETTERS}::int)]`,
  );
}

/** Every order ends with the key, so that no two groups are equal. */
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

/** Stores what was counted; groups without tracks are removed. */
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
