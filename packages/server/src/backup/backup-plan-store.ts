import { defaultBackupPlan, type BackupPlan } from "@neonrelay/contract";
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { backupPlans } from "./backup-plan-tables.ts";

const ID = "station";
const countSchema = z.object({ rows: z.coerce.number() });

export async function findBackupPlan(connection: Connection): Promise<BackupPlan> {
  const [row] = await connection.select().from(backupPlans).where(eq(backupPlans.id, ID));
  if (row === undefined) return defaultBackupPlan;
  const { id: _, ...plan } = row;
  return plan;
}

export async function saveBackupPlan(connection: Connection, plan: BackupPlan): Promise<void> {
  await connection
    .insert(backupPlans)
    .values({ id: ID, ...plan })
    .onConflictDoUpdate({ target: backupPlans.id, set: plan });
}

/** @param table one that `listBackedUpTables` returns */
export async function countRows(connection: Connection, table: string): Promise<number> {
  const { rows } = await connection.execute(
    sql`select count(*) as rows from ${sql.identifier(table)}`,
  );
  return countSchema.parse(rows[0]).rows;
}
