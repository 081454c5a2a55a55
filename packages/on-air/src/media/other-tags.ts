import { createHash } from "node:crypto";
import { closeSync, fstatSync, openAsBlob, openSync, readSync } from "node:fs";
import { parseBlob } from "music-metadata";
import { id3Frames, id3Length } from "./id3-frames.ts";
import type { WrittenTags } from "./media-jobs.ts";
import type { TaggableContainer } from "./sound-container-rules.ts";
import { ADVISORY_TAG, KIND_TAG } from "./track-tags.ts";

/** What kinds of tags call the fields an edit may change, in capitals. */
const namesOf: Readonly<Record<keyof WrittenTags, readonly string[]>> = {
  title: ["TIT2", "TT2", "TITLE", "©NAM", "INAM", "NAME"],
  artists: ["TPE1", "TP1", "ARTIST", "©ART", "IART", "ISTR", "AUTH"],
  album: ["TALB", "TAL", "ALBUM", "©ALB", "IPRD"],
  albumArtists: ["TPE2", "TP2", "ALBUMARTIST", "ALBUM ARTIST", "AART", "IART"],
  genre: ["TCON", "TCO", "GENRE", "©GEN", "GNRE", "IGNR"],
  isrc: ["TSRC", "TRC", "ISRC", "XID"],
  label: ["TPUB", "TPB", "LABEL", "PUBLISHER"],
  language: ["TLAN", "TLA", "LANGUAGE"],
  year: ["TDRC", "TYER", "TYE", "TDAT", "TDA", "DATE", "YEAR", "©DAY", "ICRD"],
  trackNumber: ["TRCK", "TRK", "TRACKNUMBER", "TRACK", "TRKN", "ITRK", "TRACKTOTAL", "TOTALTRACKS"],
  discNumber: ["TPOS", "TPA", "DISCNUMBER", "DISC", "DISK", "DISCTOTAL", "TOTALDISCS"],
  isExplicit: [ADVISORY_TAG, "RTNG"],
  kindTag: [KIND_TAG],
  artworkName: ["APIC", "PIC", "METADATA_BLOCK_PICTURE", "COVR", "COVER ART (FRONT)"],
};

/** Comparable parts of a file, by name, that are neither sound nor meant to change. */
type OtherParts = ReadonlyMap<string, readonly string[]>;

/** Everything in a file that an edit must leave alone. @throws whatever the readers throw for a damaged file */
export async function readOtherParts(
  filePath: string,
  { container, tags }: { readonly container: TaggableContainer; readonly tags: WrittenTags },
): Promise<OtherParts> {
  const changed = new Set(
    Object.entries(namesOf).flatMap(([field, names]) =>
      Object.entries(tags).some(([name, value]) => name === field && value !== undefined)
        ? names
        : [],
    ),
  );
  const parts = new Map<string, string[]>();
  const add = (name: string, value: string): void => {
    parts.set(name, [...(parts.get(name) ?? []), value]);
  };
  const { native } = await parseBlob(await openAsBlob(filePath), { duration: false });
  for (const [kind, entries] of Object.entries(native))
    for (const { id, value } of entries) {
      const name = (id.split("\0")[0] ?? "").trimEnd();
      if (!changed.has(name.toUpperCase().split(":").at(-1) ?? ""))
        add(`${kind} ${name}`, textOf(value));
    }
  const file = openSync(filePath, "r");
  try {
    for (const { name, digest } of rawParts(new Bytes(file), container))
      if (!changed.has(name)) add(name, digest);
  } finally {
    closeSync(file);
  }
  return parts;
}

/** The name of a part that has changed or is gone; null if there is none. */
export function findDifference(before: OtherParts, after: OtherParts): string | null {
  for (const [name, values] of before) {
    const left = [...(after.get(name) ?? [])];
    for (const value of values) {
      const at = left.indexOf(value);
      if (at === -1) return name;
      left.splice(at, 1);
    }
  }
  return null;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array ? createHash("sha256").update(inner).digest("hex") : inner,
  );
}

interface RawPart {
  readonly name: string;
  readonly digest: string;
}

/** Reads from a file. */
class Bytes {
  readonly size: number;
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
    this.size = fstatSync(file).size;
  }

  at(position: number, length: number): Buffer {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - position)));
    return buffer.subarray(0, readSync(this.#file, buffer, 0, buffer.length, position));
  }

  digest(position: number, length: number): string {
    const hash = createHash("sha256");
    const end = Math.min(position + length, this.size);
    for (let at = position; at < end; at += PIECE_BYTES)
      hash.update(this.at(at, Math.min(PIECE_BYTES, end - at)));
    return `${length} ${hash.digest("hex")}`;
  }
}
const PIECE_BYTES = 1024 * 1024;

function rawParts(bytes: Bytes, container: TaggableContainer): Iterable<RawPart> {
  switch (container) {
    case "mp4":
      return atoms(bytes, { from: 0, end: bytes.size, path: "" });
    case "flac":
      return flacBlocks(bytes);
    case "wav":
    case "aiff":
      return chunks(bytes, container);
    case "mp3":
    case "aac":
      return otherFrames(bytes);
    case "ogg":
      return [];
    default:
      return container satisfies never;
  }
}

/** Atoms that contain atoms; within `meta` the tags are compared by content. */
const parents = new Set(["moov", "udta", "trak", "mdia", "minf", "stbl", "edts", "dinf"]);
/** Free space, and tables that change when tags grow. */
const movable = new Set(["free", "skip", "wide", "stco", "co64"]);

/** ISO/IEC 14496-12 §4.2. */
function* atoms(
  bytes: Bytes,
  { from, end, path }: { readonly from: number; readonly end: number; readonly path: string },
): Generator<RawPart, void, undefined> {
  for (let at = from; at + 8 <= end;) {
    const head = bytes.at(at, 16);
    const name = head.toString("latin1", 4, 8);
    const small = head.readUInt32BE(0);
    const isLong = small === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : small === 0 ? end - at : small;
    const bodyAt = at + (isLong ? 16 : 8);
    if (size < bodyAt - at) return;
    if (parents.has(name))
      yield* atoms(bytes, { from: bodyAt, end: at + size, path: `${path}${name} ` });
    else if (!movable.has(name) && !(name === "meta" && path === "moov udta "))
      yield { name: `${path}${name}`, digest: bytes.digest(bodyAt, at + size - bodyAt) };
    at += size;
  }
}

const PADDING = 1;
const COMMENTS = 4;
const PICTURE = 6;

/** RFC 9639 §8. */
function* flacBlocks(bytes: Bytes): Generator<RawPart, void, undefined> {
  let at = id3Length((position, count) => bytes.at(position, count));
  at += 4;
  for (let isLast = false; !isLast;) {
    const head = bytes.at(at, 4);
    if (head.length < 4) return;
    isLast = ((head[0] ?? 0) & 0x80) !== 0;
    const type = (head[0] ?? 0) & 0x7f;
    const length = head.readUIntBE(1, 3);
    // Pictures are compared by the tag reader's output.
    if (![PADDING, COMMENTS, PICTURE].includes(type))
      yield { name: `FLAC block ${type}`, digest: bytes.digest(at + 4, length) };
    at += 4 + length;
  }
}

/** Chunks with tags, which are compared by content, and with sound, which is compared separately. */
const tagChunks = new Set([
  "id3 ",
  "ID3 ",
  "LIST",
  "data",
  "SSND",
  "NAME",
  "AUTH",
  "ANNO",
  "(c) ",
  "JUNK",
  "FLLR",
  "PAD ",
]);

function* chunks(bytes: Bytes, container: "wav" | "aiff"): Generator<RawPart, void, undefined> {
  for (let at = 12; at + 8 <= bytes.size;) {
    const head = bytes.at(at, 8);
    const name = head.toString("latin1", 0, 4);
    const length = container === "wav" ? head.readUInt32LE(4) : head.readUInt32BE(4);
    if (!tagChunks.has(name)) yield { name: `chunk ${name}`, digest: bytes.digest(at + 8, length) };
    at += 8 + length + (length % 2);
  }
}

/** The non-text frames of an ID3v2 tag; text is compared by content. */
function* otherFrames(bytes: Bytes): Generator<RawPart, void, undefined> {
  for (const { id, at, length } of id3Frames((position, count) => bytes.at(position, count)))
    if (id.length === 4 && !id.startsWith("T") && !["COMM", "USLT", "APIC"].includes(id))
      yield { name: id, digest: bytes.digest(at, length) };
}
