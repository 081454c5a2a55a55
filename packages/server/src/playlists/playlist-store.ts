import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { playlists } from "./playlist-tables.ts";

export type StoredPlaylist = typeof playlists.$inferSelect;
export type NewStoredPlaylist = Omit<StoredPlaylist, "createdAt" | "version" | "isDemo">;

/** By name. */
export async function listStoredPlaylists(
  connection: Connection,
): Promise<readonly StoredPlaylist[]> {
  return await connection
    .select()
    .from(playlists)
    .orderBy(sql`${playlists.nameKey} collate "C"`, asc(playlists.id));
}

/** Locks the row until the transaction ends. */
export async function lockPlaylist(
  transaction: Connection,
  id: string,
): Promise<StoredPlaylist | null> {
  const [playlist] = await transaction
    .select()
    .from(playlists)
    .where(eq(playlists.id, id))
    .for("update");
  return playlist ?? null;
}

export async function findPlaylist(
  connection: Connection,
  id: string,
): Promise<StoredPlaylist | null> {
  const [playlist] = await connection.select().from(playlists).where(eq(playlists.id, id));
  return playlist ?? null;
}

export async function countPlaylists(connection: Connection): Promise<number> {
  return await connection.$count(playlists);
}

/** Without the demo's. */
export async function countOwnPlaylists(connection: Connection): Promise<number> {
  return await connection.$count(playlists, eq(playlists.isDemo, false));
}

/** The demo's playlists become the station's own. */
export async function keepDemoPlaylists(transaction: Connection): Promise<void> {
  await transaction.update(playlists).set({ isDemo: false }).where(eq(playlists.isDemo, true));
}

/** Whether another playlist has this name. */
export async function isNameTaken(
  connection: Connection,
  { id, nameKey }: { readonly id: string; readonly nameKey: string },
): Promise<boolean> {
  const others = and(eq(playlists.nameKey, nameKey), ne(playlists.id, id));
  return (await connection.$count(playlists, others)) > 0;
}

export async function insertPlaylist(
  transaction: Connection,
  playlist: NewStoredPlaylist,
  { isDemo }: { readonly isDemo: boolean } = { isDemo: false },
): Promise<void> {
  await transaction.insert(playlists).values({ ...playlist, isDemo });
}

/** Increments its version. A changed playlist is no longer the demo's. */
export async function savePlaylist(
  transaction: Connection,
  id: string,
  change: { readonly [Column in keyof NewStoredPlaylist]?: NewStoredPlaylist[Column] | undefined },
): Promise<void> {
  await transaction
    .update(playlists)
    .set({ ...change, isDemo: false, version: sql`${playlists.version} + 1` })
    .where(eq(playlists.id, id));
}

/** @returns whether it existed */
export async function deletePlaylist(connection: Connection, id: string): Promise<boolean> {
  const removed = await connection
    .delete(playlists)
    .where(eq(playlists.id, id))
    .returning({ id: playlists.id });
  return removed.length > 0;
}
