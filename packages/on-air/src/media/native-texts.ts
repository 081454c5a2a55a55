import type { IAudioMetadata } from "music-metadata";
import { BETWEEN_NAMES } from "./media-jobs.ts";

/** What kinds of tags call the artist and the album artist, in capitals. */
const artistNames = ["TPE1", "TP1", "ARTIST", "©ART", "AUTHOR", "IART"];
const albumArtistNames = ["TPE2", "TP2", "ALBUMARTIST", "ALBUM ARTIST", "AART", "WM/ALBUMARTIST"];
const titleNames = ["TIT2", "TT2"];
const albumNames = ["TALB", "TAL"];

interface NativeTexts {
  /** In order; undefined: none named. */
  readonly artists: readonly string[] | undefined;
  readonly albumArtists: readonly string[] | undefined;
  /** From ID3v2 only. */
  readonly title: string | undefined;
  readonly album: string | undefined;
}

/**
 * Artists and album artists as separate names. A slash within an ID3v2.3 name belongs to it, although the tag library
 * splits there. Of two ID3v2 tags the first counts, and ID3v2 wins over APE.
 * @param rawTextOf returns the raw text of a frame of the first ID3v2 tag; null: unreadable in that form
 */
export function nativeTexts(
  metadata: IAudioMetadata,
  rawTextOf: (frameId: string) => string | null,
): NativeTexts {
  const kinds = Object.keys(metadata.native);
  // An ID3v2 tag before a FLAC is a stray; the FLAC's own comment counts.
  const id3 = kinds.includes("vorbis") ? undefined : kinds.find((kind) => kind.startsWith("ID3v2"));
  const others = kinds.filter((each) => !each.startsWith("ID3"));
  const [kind = ""] = id3 === undefined ? others : [id3];
  const entries = metadata.native[kind] ?? [];
  const valuesOf = (names: readonly string[]): readonly string[] | undefined => {
    const from = entries.findIndex(({ id }) => names.includes(nameOf(id)));
    const first = entries[from];
    if (first === undefined) return undefined;
    // A comment's fields may be scattered; those of a second ID3v2 tag are ignored.
    const isRun = id3 !== undefined;
    const end = entries.findIndex(({ id }, index) => index > from && id !== first.id);
    const own = entries
      .slice(from, isRun && end !== -1 ? end : undefined)
      .filter(({ id }) => id === first.id)
      .flatMap(({ value }) => (typeof value === "string" && value !== "" ? [value] : []));
    if (own.length === 0) return undefined;
    const raw = isRun && own.length > 1 ? rawTextOf(nameOf(first.id)) : null;
    const whole = joinAtSlashes(own, raw);
    return whole === null ? own : [whole];
  };
  // The library separates the artists of ID3v2.3 at a NUL, but not the album artists.
  const namesOf = (names: readonly string[]): readonly string[] | undefined =>
    valuesOf(names)?.flatMap((value) => value.split(/\0\ufeff?/).filter((name) => name !== ""));
  const textOf = (names: readonly string[]): string | undefined =>
    id3 === undefined ? undefined : valuesOf(names)?.join(BETWEEN_NAMES);
  return {
    artists: namesOf(artistNames),
    albumArtists: namesOf(albumArtistNames),
    title: textOf(titleNames),
    album: textOf(albumNames),
  };
}

/** Joins the parts with the raw text's slashes, including spaces; null: they were not separated by slashes. */
function joinAtSlashes(parts: readonly string[], raw: string | null): string | null {
  if (raw === null || raw.includes("\0")) return null;
  const pieces = raw.split("/");
  if (pieces.length !== parts.length) return null;
  return parts
    .map((part, index) => {
      const before = /^ */.exec(pieces[index] ?? "")?.[0] ?? "";
      const after = (pieces[index] ?? "").slice((pieces[index] ?? "").trimEnd().length);
      return `${index === 0 ? "" : before}${part}${index === parts.length - 1 ? "" : after}`;
    })
    .join("/");
}

function nameOf(id: string): string {
  return (id.split("\0")[0] ?? "").trim().toUpperCase();
}
