import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { tracks } from "../library/library-tables.ts";
import type {
  SourceConfig,
  SourceCounts,
  StoredSource,
  StoredSourceChange,
} from "./source-state-rules.ts";
import { musicSources, musicSourceTracks } from "./music-source-tables.ts";

/** Oldest first. */
export async function listSources(connection: Connection): Promise<readonly StoredSource[]> {
  return await connection
    .select()
    .from(musicSources)
    .orderBy(asc(musicSources.createdAt), asc(musicSources.id));
}

export async function findSource(
  connection: Connection,
  id: string,
): Promise<StoredSource | undefined> {
  const [source] = await connection.select().from(musicSources).where(eq(musicSources.id, id));
  return source;
}

export async function insertSource(transaction: Connection, source: SourceConfig): Promise<void> {
  await transaction.insert(musicSources).values(source);
}

export async function saveSource(
  connection: Connection,
  id: string,
  change: StoredSourceChange,
): Promise<void> {
  await connection
    .update(musicSources)
    .set({ id, ...change })
    .where(eq(musicSources.id, id));
}

/** Saves the reading progress of a source. @returns false, saving nothing, when its address has changed */
export async function saveReadingOf(
  connection: Connection,
  { id, url }: Pick<StoredSource, "id" | "url">,
  change: StoredSourceChange,
): Promise<boolean> {
  const saved = await connection
    .update(musicSources)
    .set({ id, ...change })
    .where(and(eq(musicSources.id, id), eq(musicSources.url, url)))
    .returning({ id: musicSources.id });
  return saved.length > 0;
}

/** Tracks released per statement: each is rewritten in all indexes, and a statement has five seconds. */
const LET_GO_AT_ONCE = 250;

/**
 * Releases some tracks from a source; they stay in the library as missing.
 * @returns whether there may be more
 */
export async function letGoOfTracks(transaction: Connection, sourceId: string): Promise<boolean> {
  const some = transaction
    .select({ trackId: musicSourceTracks.trackId })
    .from(musicSourceTracks)
    .where(eq(musicSourceTracks.sourceId, sourceId))
    .limit(LET_GO_AT_ONCE);
  const freed = await transaction
    .delete(musicSourceTracks)
    .where(inArray(musicSourceTracks.trackId, some))
    .returning({ trackId: musicSourceTracks.trackId });
  await transaction
    .update(tracks)
    .set({
      missingSince: sql`coalesce(${tracks.missingSince}, now())`,
      sound: "out-of-reach",
      sizeBytes: 0,
    })
    .where(
      inArray(
        tracks.id,
        freed.map(({ trackId }) => trackId),
      ),
    );
  return freed.length === LET_GO_AT_ONCE;
}

/** Deletes a source whose tracks were released. */
export async function deleteSource(connection: Connection, id: string): Promise<void> {
  await connection.delete(musicSources).where(eq(musicSources.id, id));
}

export async function countSourceTracks(
  connection: Connection,
  sourceId: string,
): Promise<SourceCounts> {
  const isHere = sql`${tracks.sound} = 'here'`;
  const isListed = sql`${tracks.missingSince} is null`;
  const [counted] = await connection
    .select({
      tracks: sql`count(*) filter (where ${isListed})`.mapWith(Number),
      tracksHere: sql`count(*) filter (where ${isHere})`.mapWith(Number),
      bytesHere: sql`coalesce(sum(${tracks.sizeBytes}) filter (where ${isHere}), 0)`.mapWith(
        Number,
      ),
      tracksOutOfReach:
        sql`count(*) filter (where ${isListed} and ${musicSourceTracks.failedAt} is not null)`.mapWith(
          Number,
        ),
    })
    .from(musicSourceTracks)
    .innerJoin(tracks, eq(tracks.id, musicSourceTracks.trackId))
    .where(and(eq(musicSourceTracks.sourceId, sourceId)));
  return counted ?? { tracks: 0, tracksHere: 0, bytesHere: 0, tracksOutOfReach: 0 };
}
