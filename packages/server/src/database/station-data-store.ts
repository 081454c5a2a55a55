import { eq, sql } from "drizzle-orm";
import type { Connection } from "./database.ts";
import { stationData } from "./station-data-tables.ts";
import { isThere } from "./schema-version.ts";

const STATION = "station";

/** Whose data a database holds. */
interface StationData {
  readonly stationId: string;
  /** That opened them last, in words. */
  readonly program: string;
}

/** @returns null for a database of a release that did not say, or for an empty one */
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
