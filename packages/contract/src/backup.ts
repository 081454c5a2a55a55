import * as z from "zod/mini";
import { defineApi } from "./endpoint.ts";
import {
  brandingSchema,
  settingsExample,
  defaultBranding,
  stationSettingsSchema,
} from "./settings.ts";

/** What a station is set up with, for another station or a later day. Accounts, secrets and music are not in it. */
export const stationConfigSchema = z.object({
  version: z.literal(1),
  /** Without the volume, which is not set up but turned. */
  settings: z.omit(stationSettingsSchema, { volume: true }),
  branding: brandingSchema,
});
export type StationConfig = z.infer<typeof stationConfigSchema>;

const { volume: _, ...exampleSettings } = settingsExample;
const configExample: StationConfig = {
  version: 1,
  settings: exampleSettings,
  branding: defaultBranding,
};

export const configApi = defineApi({
  exportConfig: {
    method: "GET",
    path: "/api/system/config",
    access: "backup",
    summary: "Settings and branding as a file",
    example: { response: configExample },
    response: stationConfigSchema,
  },
  importConfig: {
    method: "POST",
    path: "/api/system/config",
    access: "backup",
    errors: ["not_signed_in", "too_many_requests"],
    summary: "Take settings and branding from an exported file; asks for the password again",
    example: {
      body: { password: "correct horse battery", config: configExample },
      response: { imported: true },
    },
    body: z.object({
      /** Of who calls. */
      password: z.string().check(z.minLength(1), z.maxLength(1000)),
      config: stationConfigSchema,
    }),
    response: z.object({ imported: z.literal(true) }),
  },
});

/** The backup, which is not JSON. */
export const backupApi = defineApi({
  downloadBackup: {
    method: "GET",
    path: "/api/system/backup",
    access: "backup",
    mediaType: "application/gzip",
    errors: ["conflict"],
    summary: "The whole database but sessions, and the covers, as of one moment, as a file",
    response: z.file(),
  },
  downloadArchive: {
    method: "GET",
    path: "/api/system/backup/music",
    access: "backup",
    mediaType: "application/x-tar",
    errors: ["conflict"],
    summary:
      "The backup and every music file of the library, as a tar archive whose length is told before it comes",
    response: z.file(),
  },
});

/** What a backup may have packed; larger ones are restored on the command line. */
export const MAX_BACKUP_BYTES = 4 * 1024 ** 3;

export const restoreApi = defineApi({
  restoreBackup: {
    method: "POST",
    path: "/api/system/backup",
    access: "backup",
    fileField: "backup",
    formFields: { password: "Of who calls." },
    errors: ["not_signed_in", "too_many_requests", "conflict", "refused_file"],
    summary:
      "Put a backup, with or without music, in the place of database and covers, or change nothing; everybody is signed out and the server starts anew",
    example: {
      response: {
        createdAt: "2026-01-31T20:15:00.000Z",
        tracks: 2310,
        accounts: 4,
        musicFiles: 0,
        tracksWithoutFile: 0,
      },
    },
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
