import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { clockShape, MAX_CLOCKS } from "./clocks.ts";
import { MAX_PLAYLISTS, MAX_PLAYLIST_TRACKS, playlistShape } from "./playlists.ts";
import { MAX_SCHEDULE_ENTRIES, scheduleEntryShape } from "./schedule.ts";
import { stationSettingsSchema } from "./settings.ts";
import { MAX_SHOWS, showShape } from "./shows.ts";

const trackShape = {
  /** From a music folder on, or absolute. */
  path: z.string().check(z.minLength(1), z.maxLength(8192)),
  artist: z.string().check(z.maxLength(1000)),
  title: z.string().check(z.maxLength(1000)),
  durationMs: z.int().check(z.minimum(0)),
};

const filePlaylistSchema = z
  .object({
    /** What clocks and shows of the same file call it. */
    id: z.optional(z.uuid()),
    ...playlistShape,
    /** Those of a playlist that is picked by hand, in their order. */
    tracks: z.optional(z.array(z.object(trackShape)).check(z.maxLength(MAX_PLAYLIST_TRACKS))),
  })
  .check(
    z.refine(({ rule, tracks }) => rule === null || tracks === undefined, {
      error: "a playlist with a rule has no tracks of its own",
      path: ["tracks"],
    }),
  );
export type ProgrammeFilePlaylist = z.infer<typeof filePlaylistSchema>;

const { timeZone, separation, kindRules } = stationSettingsSchema.shape;
/** Settings that the programme is made by. */
const fileSettingsSchema = z.partial(z.strictObject({ timeZone, separation, kindRules }));
export type ProgrammeFileSettings = z.infer<typeof fileSettingsSchema>;

/** Most fixed tracks of slots, and most hosts, that a file names. */
const MAX_NAMED = 10_000;

/**
 * The programme of a station as one file. What belongs together has the same ids within the file; the station that reads
 * it goes by names, and by paths and tags of tracks. Version 1 had playlists only.
 */
export const programmeFileSchema = z.strictObject({
  format: z.literal("neonrelay-programme"),
  version: z.literal([1, 2]),
  /** Those that are left out stay as the station has them. */
  settings: z._default(fileSettingsSchema, {}),
  playlists: z.array(filePlaylistSchema).check(z.maxLength(MAX_PLAYLISTS)),
  clocks: z._default(
    z.array(z.object({ id: z.uuid(), ...clockShape })).check(z.maxLength(MAX_CLOCKS)),
    [],
  ),
  shows: z._default(
    z
      .array(z.object({ id: z.uuid(), slug: z.string().check(z.maxLength(100)), ...showShape }))
      .check(z.maxLength(MAX_SHOWS)),
    [],
  ),
  entries: z._default(
    z.array(z.object(scheduleEntryShape)).check(z.maxLength(MAX_SCHEDULE_ENTRIES)),
    [],
  ),
  /** Tracks that are fixed in slots. */
  tracks: z._default(
    z.array(z.object({ id: z.uuid(), ...trackShape })).check(z.maxLength(MAX_NAMED)),
    [],
  ),
  /** Accounts that present shows. */
  hosts: z._default(
    z
      .array(z.object({ id: z.uuid(), username: z.string().check(z.maxLength(100)) }))
      .check(z.maxLength(MAX_NAMED)),
    [],
  ),
});
export type ProgrammeFile = z.output<typeof programmeFileSchema>;

/** What an import does with a part of the file. */
export const programmeChangeSchema = z.object({
  what: z.enum(["settings", "playlist", "clock", "show", "entry"]),
  /** Of an entry: what is on, and when it first begins. */
  name: z.string(),
  change: z.enum(["made", "changed", "unchanged"]),
  /** Tracks, slots and hosts of the file that the station does not have. */
  leftOut: z.array(z.string()),
});
export type ProgrammeChange = z.infer<typeof programmeChangeSchema>;

/** The programme from and to a file. */
export const programmeFilesCalls = defineCalls({
  exportProgramme: {
    method: "GET",
    path: "/api/programme/file",
    response: programmeFileSchema,
  },
  importProgramme: {
    method: "POST",
    path: "/api/programme/file",
    response: z.object({ isDryRun: z.boolean(), changes: z.array(programmeChangeSchema) }),
  },
});
