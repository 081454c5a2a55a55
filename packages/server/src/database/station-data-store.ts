import { eq, sql } from "drizzle-orm";
import type { Connection } from "./database.ts";
import { stationData } from "./station-data-tables.ts";
import { isThere } from "./schema-version.ts";

const STATION = "station";

/** Which station a database belongs to. */
interface StationData {
  readonly stationId: string;
  /** The program that opened them last, human-readable. */
  readonly program: string;
}

/** @returns null for an empty database, or one from a release that did not record this */
export async function findStationData(connection: Connection): Promise<StationData | null> {
  if (!(await isThere(connection, "public.station_data"))) return null;
  const [row] = await connection
    .select({ stationId: stationData.stationId, program: stationData.program })
    .from(stationData)
    .where(eq(stationData.id, STATION));
  return row ?? null;
}

export async function saveStationData(connection: Connection, data: StationData): Promise<void> {
  await connection
    .insert(stationData)
    .values({ id: STATION, ...data })
    .onConflictDoUpdate({ target: stationData.id, set: { ...data, openedAt: sql`now()` } });
}
