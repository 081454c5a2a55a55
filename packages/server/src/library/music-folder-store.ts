import type { Connection } from "../database/database.ts";
import { musicFolders } from "./library-tables.ts";

/** Folders that operators imported. */
export async function listMusicFolders(connection: Connection): Promise<readonly string[]> {
  return (await connection.select({ path: musicFolders.path }).from(musicFolders)).map(
    (folder) => folder.path,
  );
}

export async function addMusicFolder(connection: Connection, path: string): Promise<void> {
  await connection.insert(musicFolders).values({ path }).onConflictDoNothing();
}
