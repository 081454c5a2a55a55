import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { brandingSchema } from "./branding.ts";
import { stationSettingsSchema } from "./settings.ts";

/** Settings and branding of a station, for export and import. Does not contain accounts, secrets or music. */
export const stationConfigSchema = z.object({
  version: z.literal(1),
  /** Without the volume: it is a control, not a setting to export. */
  settings: z.omit(stationSettingsSchema, { volume: true }),
  branding: brandingSchema,
});

export type StationConfig = z.infer<typeof stationConfigSchema>;

/** The same from a file. Files of older stations lack some settings, which then don't change. */
export const importedConfigSchema = z.extend(stationConfigSchema, {
  settings: z.partial(stationConfigSchema.shape.settings),
});
export type ImportedConfig = z.infer<typeof importedConfigSchema>;

export const configCalls = defineCalls({
  exportConfig: {
    method: "GET",
    path: "/api/system/config",
    response: stationConfigSchema,
  },
  importConfig: {
    method: "POST",
    path: "/api/system/config",
    response: z.object({
      imported: z.literal(true),
      /** What this version does not know in the file. */
      leftOut: z._default(z.array(z.string()), []),
    }),
  },
});

/** The backup is not JSON. */
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

/** Maximum packed size of a backup; restore larger ones on the command line. */
export const MAX_BACKUP_BYTES = 4 * 1024 ** 3;

export const restoreCalls = defineCalls({
  restoreBackup: {
    method: "POST",
    path: "/api/system/backup",
    fileField: "backup",
    /**
     * Contents of the backup; `musicFiles` were restored, the files of `tracksWithoutFile` are neither in the
     * backup nor where this station looks for music. `damagedFiles` are damaged in the backup, and whole here.
     */
    response: z.object({
      createdAt: z.iso.datetime(),
      tracks: z.int(),
      accounts: z.int(),
      musicFiles: z.int(),
      tracksWithoutFile: z.int(),
      damagedFiles: z._default(z.array(z.string()), []),
    }),
  },
});
