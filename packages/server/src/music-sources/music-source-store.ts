import { and, asc, eq, sql } from "drizzle-orm";
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

/** Saves how far a source was read. @returns false when it has another address by now, and nothing was saved */
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

/** Its tracks stay, as missing ones. @returns whether there was one */
export async function deleteSource(transaction: Connection, id: string): Promise<boolean> {
  await transaction.execute(sql`
    update ${tracks} set missing_since = coalesce(missing_since, now()), sound = 'out-of-reach', size_bytes = 0
    from ${musicSourceTracks}
    where ${musicSourceTracks.trackId} = ${tracks.id} and ${musicSourceTracks.sourceId} = ${id}`);
  const removed = await transaction
    .delete(musicSources)
    .where(eq(musicSources.id, id))
    .returning({ id: musicSources.id });
  return removed.length > 0;
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
