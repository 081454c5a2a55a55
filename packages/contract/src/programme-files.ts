import * as z from "zod/mini";
import { defineCalls } from "./call.ts";
import { clockShape, MAX_CLOCKS } from "./clocks.ts";
import { holidayShape, MAX_HOLIDAYS } from "./holidays.ts";
import { programmeImportCalls } from "./programme-import.ts";
import { MAX_PLAYLISTS, MAX_PLAYLIST_TRACKS, playlistShape } from "./playlists.ts";
import { MAX_SCHEDULE_ENTRIES, scheduleEntryShape } from "./schedule.ts";
import { settableTimeZoneSchema } from "./settings-api.ts";
import { stationSettingsSchema } from "./settings.ts";
import { MAX_SHOWS, showShape } from "./shows.ts";

const trackShape = {
  /** Relative to a music folder, or absolute. */
  path: z.string().check(z.minLength(1), z.maxLength(8192)),
  artist: z.string().check(z.maxLength(1000)),
  title: z.string().check(z.maxLength(1000)),
  durationMs: z.int().check(z.minimum(0)),
};

const filePlaylistSchema = z
  .object({
    /** Its id within the file. */
    id: z.optional(z.uuid()),
    ...playlistShape,
    /** The tracks of a hand-picked playlist, in order. */
    tracks: z.optional(z.array(z.object(trackShape)).check(z.maxLength(MAX_PLAYLIST_TRACKS))),
  })
  .check(
    z.refine(({ rule, tracks }) => rule === null || tracks === undefined, {
      error: "a playlist with a rule has no tracks of its own",
      path: ["tracks"],
    }),
  );
export type ProgrammeFilePlaylist = z.infer<typeof filePlaylistSchema>;

const { separation, kindRules } = stationSettingsSchema.shape;
/** Settings the programme depends on. */
const fileSettingsSchema = z.partial(
  z.strictObject({ timeZone: settableTimeZoneSchema, separation, kindRules }),
);

/** Maximum fixed tracks of slots, and hosts, named in a file. */
const MAX_NAMED = 10_000;

/**
 * A station's programme as one file. Its parts refer to each other by ids within the file; the importing station
 * matches them by name, and tracks by path and tags. Version 1 had playlists only.
 */
export const programmeFileSchema = z.strictObject({
  format: z.literal("neonrelay-programme"),
  version: z.literal([1, 2]),
  /** Omitted settings don't change. */
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
  holidays: z._default(z.array(z.object(holidayShape)).check(z.maxLength(MAX_HOLIDAYS)), []),
  /** Tracks fixed in slots. */
  tracks: z._default(
    z.array(z.object({ id: z.uuid(), ...trackShape })).check(z.maxLength(MAX_NAMED)),
    [],
  ),
  /** Hosts' accounts. */
  hosts: z._default(
    z
      .array(z.object({ id: z.uuid(), username: z.string().check(z.maxLength(100)) }))
      .check(z.maxLength(MAX_NAMED)),
    [],
  ),
});
export type ProgrammeFile = z.output<typeof programmeFileSchema>;

/** Export of the programme as a file. */
export const programmeFilesCalls = defineCalls({
  exportProgramme: {
    method: "GET",
    path: "/api/programme/file",
    response: programmeFileSchema,
  },
  ...programmeImportCalls,
});
