import type { IAudioMetadata } from "music-metadata";
import { BETWEEN_NAMES } from "./media-jobs.ts";

/** How kinds of tags call the artist and the artist of the album, in capitals. */
const artistNames = ["TPE1", "TP1", "ARTIST", "©ART", "AUTHOR", "IART"];
const albumArtistNames = ["TPE2", "TP2", "ALBUMARTIST", "ALBUM ARTIST", "AART", "WM/ALBUMARTIST"];
const titleNames = ["TIT2", "TT2"];
const albumNames = ["TALB", "TAL"];

interface NativeTexts {
  /** One after the other; undefined: it names none. */
  readonly artists: readonly string[] | undefined;
  readonly albumArtists: readonly string[] | undefined;
  /** Of ID3v2 alone. */
  readonly title: string | undefined;
  readonly album: string | undefined;
}

/**
 * Artists and album artists as the file has them, each by itself; a slash within a name of ID3v2.3 is
 * one. The library that reads tags takes it for a border. Of two ID3v2 tags the first counts, and one goes before APE.
 * @param rawTextOf gives the text of a frame of the first ID3v2 tag as it is there; null: it can't be read so
 */
export function nativeTexts(
  metadata: IAudioMetadata,
  rawTextOf: (frameId: string) => string | null,
): NativeTexts {
  const kinds = Object.keys(metadata.native);
  // Before a FLAC a tag of ID3v2 is a stray; its own comment counts.
  const id3 = kinds.includes("vorbis") ? undefined : kinds.find((kind) => kind.startsWith("ID3v2"));
  const others = kinds.filter((each) => !each.startsWith("ID3"));
  const [kind = ""] = id3 === undefined ? others : [id3];
  const entries = metadata.native[kind] ?? [];
  const valuesOf = (names: readonly string[]): readonly string[] | undefined => {
    const from = entries.findIndex(({ id }) => names.includes(nameOf(id)));
    const first = entries[from];
    if (first === undefined) return undefined;
    // Further fields of a comment may lie apart; those of a second ID3v2 tag are of no account.
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
  // The library separates the artists of ID3v2.3 at a NUL, and not those of the album.
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

/** The parts with the slashes that the raw text has between them, blanks included; null: it was no slash that parted them. */
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
