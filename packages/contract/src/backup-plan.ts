import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { s3StoreSchema } from "./s3-store.ts";

/** When the station backs itself up. */
export const backupPlanSchema = z.object({
  isOn: z.boolean(),
  /** On the hour, in the station's time zone. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  everyDays: z.int().check(z.minimum(1), z.maximum(30)),
  /** Backups kept; older ones are deleted once a new one is verified. */
  keep: z.int().check(z.minimum(1), z.maximum(100)),
  withMusic: z.boolean(),
  /** Absolute path of an existing folder; empty: DATA_DIR/backups. */
  folder: z
    .string()
    .check(
      z.trim(),
      z.maxLength(500, "at most 500 characters"),
      z.regex(/^(?:\/[^\p{Cc}]*)?$/u, "enter a full path such as /mnt/backups"),
    ),
  /** Storage used instead of the folder. */
  store: z.nullable(s3StoreSchema),
});
export type BackupPlan = z.infer<typeof backupPlanSchema>;

export const defaultBackupPlan: BackupPlan = {
  isOn: false,
  hour: 4,
  everyDays: 1,
  keep: 7,
  withMusic: false,
  folder: "",
  store: null,
};

const scheduledBackupsSchema = z.object({
  plan: backupPlanSchema,
  /** Where the backups are, in words. */
  place: z.string(),
  /**
   * Newest first. Each was test-restored into a scratch database before it got its name. In a storage: without music.
   */
  backups: z.array(
    z.object({ name: z.string(), createdAt: z.iso.datetime(), sizeBytes: z.number() }),
  ),
  isRunning: z.boolean(),
  /** Since the server started; null again after a success. */
  lastFailure: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
  /** The newest backup is older than the plan allows. */
  isLate: z.boolean(),
});
export type ScheduledBackups = z.infer<typeof scheduledBackupsSchema>;

export const backupPlanCalls = defineCalls({
  getScheduledBackups: {
    method: "GET",
    path: "/api/system/backups",
    response: scheduledBackupsSchema,
  },
  putBackupPlan: {
    method: "PUT",
    path: "/api/system/backups",
    response: scheduledBackupsSchema,
  },
  tryBackupPlace: {
    method: "POST",
    path: "/api/system/backups/trial",
    response: z.object({ /** null: it can be used. */ problem: z.nullable(z.string()) }),
  },
  startBackup: {
    method: "POST",
    path: "/api/system/backups",
    response: z.object({ started: z.literal(true) }),
  },
});
