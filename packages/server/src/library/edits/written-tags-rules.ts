import type { TrackField } from "@neonrelay/contract";
import type { WrittenTags } from "@neonrelay/on-air/media-jobs";
import { withLists, type FieldValues } from "./track-edit-rules.ts";

/** What fields are called in a media job; all others are called the same. */
const jobNames: Readonly<Partial<Record<TrackField, keyof WrittenTags>>> = {
  artist: "artists",
  albumArtist: "albumArtists",
  contentKind: "kindTag",
  cover: "artworkName",
};
const words: Readonly<Partial<Record<TrackField, string>>> = {
  albumArtist: "album artist",
  isrc: "ISRC",
  trackNumber: "track number",
  discNumber: "disc number",
  isExplicit: "explicit",
  contentKind: "kind",
};

/** What is written into a file, of the fields that a file can have. */
export function toWrittenTags(values: FieldValues, fields: readonly TrackField[]): WrittenTags {
  return Object.fromEntries(
    fields.map((field) => {
      const [, list] = withLists([field]);
      return [jobNames[field] ?? field, values[list ?? field]];
    }),
  );
}

/** Which fields a file has now, and which it can't hold, as a sentence. @param unread names of the job */
export function splitUnread(
  fields: readonly TrackField[],
  unread: readonly string[],
): { readonly inFile: readonly TrackField[]; readonly problem: string | null } {
  const missing = fields.filter((field) => unread.includes(jobNames[field] ?? field));
  const names = missing.map((field) => words[field] ?? field).join(", ");
  return {
    inFile: fields.filter((field) => !missing.includes(field)),
    problem:
      missing.length === 0
        ? null
        : `The library keeps what this file can't hold as it is: ${names}`,
  };
}
