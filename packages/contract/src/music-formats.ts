import * as z from "zod/mini";

/** File formats the station can play. */
export const musicFormats = [
  "mp3",
  "mp2",
  "aac",
  "m4a",
  "flac",
  "wav",
  "aiff",
  "ogg",
  "wma",
  "ape",
  "wavpack",
  "tta",
  "musepack",
  "dsd",
  "matroska",
  "caf",
  "ac3",
] as const;
export type MusicFormat = (typeof musicFormats)[number];

export const musicFormatsSchema = z
  .array(z.enum(musicFormats))
  .check(z.refine((formats) => new Set(formats).size === formats.length, "Each format once"));
