import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { brandingSchema, stationSettingsSchema } from "./settings.ts";

/** What a station is set up with, for another station or a later day. Accounts, secrets and music are not in it. */
export const stationConfigSchema = z.object({
  version: z.literal(1),
  /** Without the volume, which is not set up but turned. */
  settings: z.omit(stationSettingsSchema, { volume: true }),
  branding: brandingSchema,
});

export type StationConfig = z.infer<typeof stationConfigSchema>;

export const configCalls = defineCalls({
  exportConfig: {
    method: "GET",
    path: "/api/system/config",
    response: stationConfigSchema,
  },
  importConfig: {
    method: "POST",
    path: "/api/system/config",
    response: z.object({ imported: z.literal(true) }),
  },
});

/** The backup, which is not JSON. */
export const backupCalls = defineCalls({
  downloadBackup: {
    method: "GET",
    path: "/api/system/backup",
    response: z.file(),
  },
  downloadArchive: {
    method: "GET",
    path: "/api/system/backup/music",
    response: z.file(),
  },
});

/** What a backup may have packed; larger ones are restored on the command line. */
export const MAX_BACKUP_BYTES = 4 * 1024 ** 3;

export const restoreCalls = defineCalls({
  restoreBackup: {
    method: "POST",
    path: "/api/system/backup",
    fileField: "backup",
    /**
     * Of the backup; `musicFiles` are those that were put back, `tracksWithoutFile` have their file neither in the
     * backup nor where this station looks for music.
     */
    response: z.object({
      createdAt: z.iso.datetime(),
      tracks: z.int(),
      accounts: z.int(),
      musicFiles: z.int(),
      tracksWithoutFile: z.int(),
    }),
  },
});
