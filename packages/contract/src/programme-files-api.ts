import * as z from "zod/mini";
import { clocksApi } from "./clocks-api.ts";
import { defineApi } from "./endpoint.ts";
import { playlistsApi } from "./playlists-api.ts";
import { programmeFilesCalls, programmeFileSchema, type ProgrammeFile } from "./programme-files.ts";
import { scheduleApi } from "./schedule-api.ts";
import { defaultSeparation } from "./settings.ts";
import { showsApi } from "./shows-api.ts";
import { defaultKindRules } from "./track-kinds.ts";

/** Size limit of a programme file, in bytes. */
const MAX_PROGRAMME_FILE_BYTES = 16 * 1024 * 1024;

const [playlist] = playlistsApi.listPlaylists.example.response;
const [clock] = clocksApi.listClocks.example.response;
const [show] = showsApi.listProgrammeShows.example.response;
const [entry] = scheduleApi.listScheduleEntries.example.response;

const fileExample: ProgrammeFile = programmeFileSchema.parse({
  format: "neonrelay-programme",
  version: 2,
  settings: {
    timeZone: "Europe/Berlin",
    separation: defaultSeparation,
    kindRules: defaultKindRules,
  },
  playlists: [playlist],
  clocks: [clock],
  shows: [show],
  entries: [entry],
  tracks: [],
  hosts: [{ id: show?.hostIds[0], username: "vega" }],
});

export const programmeFilesApi = defineApi(programmeFilesCalls, {
  exportProgramme: {
    access: "programme",
    summary:
      "The whole programme as one file: playlists, clocks, shows, the schedule, and its settings; without pictures",
    example: { response: fileExample },
  },
  importProgramme: {
    access: "programme",
    errors: ["conflict", "not_allowed"],
    summary: `Make and change the programme as such a file of ${MAX_PROGRAMME_FILE_BYTES / 1024 ** 2} MiB at most says, all or nothing; what it does not name stays. Other settings need the right \`system_config\``,
    largestBodyBytes: MAX_PROGRAMME_FILE_BYTES,
    foreignField: "file",
    body: z.object({
      file: programmeFileSchema,
      /** Lists the changes without making them. */
      isDryRun: z._default(z.boolean(), false),
    }),
    example: {
      body: { file: fileExample, isDryRun: true },
      response: {
        isDryRun: true,
        changes: [{ what: "clock", name: "Evening hour", change: "made", leftOut: [] }],
      },
    },
  },
});
