import * as z from "zod/mini";
import { backupCalls, configCalls, importedConfigSchema, restoreCalls } from "./backup.ts";
import type { StationConfig } from "./backup.ts";
import { defineApi } from "./endpoint.ts";
import { settingsExample } from "./settings-api.ts";
import { defaultBranding } from "./branding.ts";

const { volume: _, ...exampleSettings } = settingsExample;

const configExample: StationConfig = {
  version: 1,
  settings: exampleSettings,
  branding: defaultBranding,
};

export const configApi = defineApi(configCalls, {
  exportConfig: {
    access: "backup",
    summary: "Export settings and branding as a file",
    example: { response: configExample },
  },
  importConfig: {
    access: "backup",
    errors: ["not_signed_in", "too_many_requests"],
    summary: "Import settings and branding from an exported file; requires your password",
    example: {
      body: { password: "correct horse battery", config: configExample },
      response: { imported: true, leftOut: [] },
    },
    foreignField: "config",
    body: z.object({
      /** The caller's own password. */
      password: z.string().check(z.minLength(1), z.maxLength(1000)),
      config: importedConfigSchema,
    }),
  },
});

export const backupApi = defineApi(backupCalls, {
  downloadBackup: {
    access: "backup",
    mediaType: "application/gzip",
    errors: ["conflict"],
    summary: "Download a consistent backup of the database (without sessions) and the covers",
  },
  downloadArchive: {
    access: "backup",
    mediaType: "application/x-tar",
    errors: ["conflict"],
    summary:
      "Download the backup with every music file of the library, as a tar archive with a Content-Length",
  },
});

export const restoreApi = defineApi(restoreCalls, {
  restoreBackup: {
    access: "backup",
    formFields: { password: "Your own password." },
    errors: ["not_signed_in", "too_many_requests", "conflict", "refused_file"],
    summary:
      "Restore a backup, with or without music, all or nothing; signs everyone out and restarts the server",
    example: {
      response: {
        createdAt: "2026-01-31T20:15:00.000Z",
        tracks: 2310,
        accounts: 4,
        musicFiles: 0,
        tracksWithoutFile: 0,
        damagedFiles: [],
      },
    },
  },
});
