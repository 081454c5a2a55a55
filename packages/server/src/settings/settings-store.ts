import { eq, sql } from "drizzle-orm";
import type { Connection } from "../database/database.ts";
import { stationSettings } from "./settings-tables.ts";

export type StoredSettings = Omit<typeof stationSettings.$inferSelect, "id">;
/** Omitted fields stay. */
export type SettingsChange = {
  readonly [Name in keyof StoredSettings]?: StoredSettings[Name] | undefined;
};

const STATION = "station";

/** @param isLocked blocks other changes until this transaction ends @returns null before the first start */
export async function findSettings(
  connection: Connection,
  { isLocked }: { readonly isLocked: boolean } = { isLocked: false },
): Promise<StoredSettings | null> {
  const query = connection.select().from(stationSettings).where(eq(stationSettings.id, STATION));
  const [row] = isLocked ? await query.for("update") : await query;
  return row ?? null;
}

export async function saveSettings(
  transaction: Connection,
  change: SettingsChange,
): Promise<StoredSettings> {
  const rows = await transaction
    .update(stationSettings)
    .set({ id: STATION, ...change })
    .where(eq(stationSettings.id, STATION))
    .returning();
  const [row] = rows;
  if (row === undefined) throw new Error("the station has no settings");
  return row;
}

/** Creates the row of a new station. */
export async function createSettings(
  transaction: Connection,
  { accessCodeHash }: { readonly accessCodeHash: string },
): Promise<void> {
  await transaction.insert(stationSettings).values({ id: STATION, accessCodeHash });
}

/** Reverts `createSettings`. */
export async function deleteSettings(transaction: Connection): Promise<void> {
  await transaction.delete(stationSettings);
}

export async function saveAccessCodeHash(
  connection: Connection,
  accessCodeHash: string,
): Promise<void> {
  await connection
    .update(stationSettings)
    .set({ accessCodeHash })
    .where(eq(stationSettings.id, STATION));
}

/** Whether a database holds a station, even before its tables are migrated. */
export async function hasStation(connection: Connection): Promise<boolean> {
  const { rows } = await connection.execute(sql`select 1 from ${stationSettings} limit 1`);
  return rows.length > 0;
}
