import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { brandingSchema } from "./branding.ts";
import { stationSettingsSchema } from "./settings.ts";

/** Settings and branding of a station, for export and import. Excludes accounts, secrets and music. */
export const stationConfigSchema = z.object({
  version: z.literal(1),
  /** Without the volume, which is a control rather than a setting. */
  settings: z.omit(stationSettingsSchema, { volume: true }),
  branding: brandingSchema,
});

export type StationConfig = z.infer<typeof stationConfigSchema>;

/** The same, read from a file. Files of older versions lack some settings, which then stay unchanged. */
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
      /** Parts of the file that this version does not know. */
      leftOut: z._default(z.array(z.string()), []),
    }),
  },
});

/** The response is a file, not JSON. */
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

/** Maximum packed size of a backup; larger ones are restored on the command line. */
export const MAX_BACKUP_BYTES = 4 * 1024 ** 3;

export const restoreCalls = defineCalls({
  restoreBackup: {
    method: "POST",
    path: "/api/system/backup",
    fileField: "backup",
    /**
     * Contents of the backup. `musicFiles` were restored; `tracksWithoutFile` have a file neither in the backup nor in
     * this station's music folders. `damagedFiles` are damaged in the backup but intact here.
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
