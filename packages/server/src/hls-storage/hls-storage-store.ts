import { defaultHlsStorage, type HlsStorage } from "@neonrelay/contract";
import { eq } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { hlsStorages } from "./hls-storage-tables.ts";

const ID = "station";

/** Includes its secret. */
export async function findHlsStorage(connection: Connection): Promise<HlsStorage> {
  const [row] = await connection.select().from(hlsStorages).where(eq(hlsStorages.id, ID));
  if (row === undefined) return defaultHlsStorage;
  const { id: _, ...storage } = row;
  return storage;
}

export async function saveHlsStorage(connection: Connection, storage: HlsStorage): Promise<void> {
  await connection
    .insert(hlsStorages)
    .values({ id: ID, ...storage })
    .onConflictDoUpdate({ target: hlsStorages.id, set: storage });
}
