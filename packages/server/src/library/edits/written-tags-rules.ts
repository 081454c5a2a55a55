import type { TrackField } from "@neonrelay/contract";
import type { WrittenTags } from "@neonrelay/on-air/media-jobs";
import { withLists, type FieldValues } from "./track-edit-rules.ts";

/** Field names in media jobs, where they differ. */
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

/** The tags to write, limited to fields that files can have. */
export function toWrittenTags(values: FieldValues, fields: readonly TrackField[]): WrittenTags {
  return Object.fromEntries(
    fields.map((field) => {
      const [, list] = withLists([field]);
      return [jobNames[field] ?? field, values[list ?? field]];
    }),
  );
}

/** Splits fields into those now in the file and those it can't hold, as a sentence. @param unread job names */
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
