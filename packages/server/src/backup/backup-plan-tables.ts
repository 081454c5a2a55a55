import { defaultBackupPlan, type S3Store } from "@neonrelay/contract";
import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** One row; none until the plan is changed. */
export const backupPlans = pgTable("backup_plans", {
  id: text("id").primaryKey(),
  isOn: boolean("is_on").notNull().default(defaultBackupPlan.isOn),
  hour: integer("hour").notNull().default(defaultBackupPlan.hour),
  everyDays: integer("every_days").notNull().default(defaultBackupPlan.everyDays),
  keep: integer("keep").notNull().default(defaultBackupPlan.keep),
  withMusic: boolean("with_music").notNull().default(defaultBackupPlan.withMusic),
  folder: text("folder").notNull().default(defaultBackupPlan.folder),
  /** With its secret, which the storage needs in plain text; it never leaves the station. */
  store: jsonb("store").$type<S3Store | null>(),
});
