import { MAX_PLAYLISTS, MAX_PLAYLIST_TRACKS, playlistShape } from "@neonrelay/contract";
import * as z from "zod";
import { foldText } from "../library/track-rules.ts";

const trackSchema = z.object({
  /** From a music folder on, or absolute. */
  path: z.string().min(1).max(8192),
  artist: z.string().max(1000),
  title: z.string().max(1000),
  durationMs: z.int().min(0),
});

const playlistSchema = z
  .object({
    ...playlistShape,
    /** Those of a playlist that is picked by hand, in their order. */
    tracks: z.array(trackSchema).max(MAX_PLAYLIST_TRACKS).optional(),
  })
  .refine(({ rule, tracks }) => rule === null || tracks === undefined, {
    error: "a playlist with a rule has no tracks of its own",
    path: ["tracks"],
  });
export type ProgrammeFilePlaylist = z.infer<typeof playlistSchema>;

/** The programme of a station as one file. What is added to the programme becomes a field, and the version goes up. */
export const programmeFileSchema = z.strictObject({
  format: z.literal("neonrelay-programme"),
  version: z.literal(1),
  playlists: z
    .array(playlistSchema)
    .max(MAX_PLAYLISTS)
    .refine((all) => new Set(all.map(({ name }) => foldText(name))).size === all.length, {
      error: "two playlists have the same name",
    }),
});
export type ProgrammeFile = z.infer<typeof programmeFileSchema>;
