import * as z from "zod/mini";
import { backupCalls, configCalls, restoreCalls, stationConfigSchema } from "./backup.ts";
import type { StationConfig } from "./backup.ts";
import { defineApi } from "./endpoint.ts";
import { settingsExample } from "./settings-api.ts";
import { defaultBranding } from "./settings.ts";

const { volume: _, ...exampleSettings } = settingsExample;

const configExample: StationConfig = {
  version: 1,
  settings: exampleSettings,
  branding: defaultBranding,
};

export const configApi = defineApi(configCalls, {
  exportConfig: {
    access: "backup",
    summary: "Settings and branding as a file",
    example: { response: configExample },
  },
  importConfig: {
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
  },
});

export const backupApi = defineApi(backupCalls, {
  downloadBackup: {
    access: "backup",
    mediaType: "application/gzip",
    errors: ["conflict"],
    summary: "The whole database but sessions, and the covers, as of one moment, as a file",
  },
  downloadArchive: {
    access: "backup",
    mediaType: "application/x-tar",
    errors: ["conflict"],
    summary:
      "The backup and every music file of the library, as a tar archive whose length is told before it comes",
  },
});

export const restoreApi = defineApi(restoreCalls, {
  restoreBackup: {
    access: "backup",
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
  },
});
