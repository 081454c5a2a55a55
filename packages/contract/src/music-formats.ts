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

/** File extensions of each format, with the dot. */
export const formatExtensions: Readonly<Record<MusicFormat, readonly string[]>> = {
  mp3: [".mp3"],
  mp2: [".mp2"],
  aac: [".aac"],
  m4a: [".m4a", ".m4b", ".mp4"],
  flac: [".flac"],
  wav: [".wav", ".w64"],
  aiff: [".aif", ".aiff", ".aifc"],
  ogg: [".ogg", ".oga", ".opus"],
  wma: [".wma"],
  ape: [".ape"],
  wavpack: [".wv"],
  tta: [".tta"],
  musepack: [".mpc", ".mpp"],
  dsd: [".dsf", ".dff"],
  matroska: [".mka"],
  caf: [".caf"],
  ac3: [".ac3"],
};

export const formatNames: Readonly<Record<MusicFormat, string>> = {
  mp3: "MP3",
  mp2: "MP2",
  aac: "AAC",
  m4a: "M4A and M4B",
  flac: "FLAC",
  wav: "WAV",
  aiff: "AIFF",
  ogg: "Ogg and Opus",
  wma: "WMA",
  ape: "Monkey's Audio (APE)",
  wavpack: "WavPack",
  tta: "TTA",
  musepack: "Musepack",
  dsd: "DSD (DSF, DFF)",
  matroska: "Matroska (MKA)",
  caf: "CAF",
  ac3: "AC-3",
};

/** Always accepted as uploads; an operator can add others. */
export const uploadedFormats: readonly MusicFormat[] = ["mp3", "wav", "flac", "m4a", "ogg"];

/** Extensions of the playlist files that can be imported. */
export const playlistFileExtensions = [".m3u", ".m3u8", ".pls", ".xspf", ".jspf"] as const;

/** Size limit of a playlist file, in bytes. */
export const MAX_PLAYLIST_FILE_BYTES = 2 * 1024 * 1024;
