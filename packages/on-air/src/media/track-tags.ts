import { closeSync, openAsBlob, openSync, readSync } from "node:fs";
import { parseBlob, parseFile, selectCover, type IAudioMetadata } from "music-metadata";
import { mendMisread, showUnreadBytes } from "../text/misread-text.ts";
import { id3TextOf } from "./id3-frames.ts";
import { BETWEEN_NAMES, MAX_NAMES } from "./media-jobs.ts";
import { nativeTexts } from "./native-texts.ts";
import {
  cleanTagNumber,
  cleanTagText,
  loudnessOfTags,
  songFromPath,
  titleFromPath,
} from "./tag-values.ts";

/** The contract uses the same name. */
export const KIND_TAG = "NEONRELAY_KIND";
/** 1 or 4: explicit; 2 or 0: not. MP4 has `rtng` for it. */
export const ADVISORY_TAG = "ITUNESADVISORY";
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** A file's tags, cleaned and with gaps filled. */
export interface TrackTags {
  readonly title: string;
  /** false: the title comes from the file's name. */
  readonly hasTitle: boolean;
  /** false: the artist comes from the file's name, or there is none. */
  readonly hasArtist: boolean;
  /** Empty if none is named. */
  readonly artists: string[];
  readonly album: string | null;
  readonly genre: string | null;
  readonly year: number | null;
  readonly trackNumber: number | null;
  readonly discNumber: number | null;
  readonly albumArtists: string[];
  /** Several are joined for display. */
  readonly isrc: string | null;
  readonly label: string | null;
  readonly language: string | null;
  /** null if not stated. */
  readonly isExplicit: boolean | null;
  /** See `loudnessOfTags`. */
  readonly tagLufs: number | null;
  /** Its kind, from a tag of our own. */
  readonly kindTag: string | null;
  /** The bytes of the front cover; null without one, or if it is larger than 10 MB. */
  readonly picture: Uint8Array | null;
}

/** Reads tags and picture. A file with unreadable tags has none: its sound decides whether it is a track. */
export async function readTrackTags(filePath: string): Promise<TrackTags> {
  const metadata = await parseByContent(filePath);
  const { common, native } = await readNames(filePath, metadata);
  const artistTags = (native?.artists ?? listOf(common?.artist)).slice(0, MAX_NAMES);
  const albumArtistTags = (native?.albumArtists ?? listOf(common?.albumartist)).slice(0, MAX_NAMES);
  const texts = mendMisread([
    native?.title ?? common?.title,
    native?.album ?? common?.album,
    common?.genre?.slice(0, 10).join(", "),
    common?.label?.slice(0, 10).join(", "),
    ...artistTags,
    ...albumArtistTags,
  ]);
  const [title, album, genre, label, ...names] = showUnreadBytes(texts).map(cleanTagText);
  const artists = namesIn(names.slice(0, artistTags.length));
  const albumArtists = namesIn(names.slice(artistTags.length));
  const taggedArtists = artists.length > 0 ? artists : albumArtists;
  const isUntagged = typeof title !== "string" && taggedArtists.length === 0;
  const named = isUntagged ? songFromPath(filePath) : null;
  return {
    title: title ?? named?.title ?? titleFromPath(filePath),
    hasTitle: typeof title === "string",
    hasArtist: taggedArtists.length > 0,
    artists: taggedArtists.length > 0 ? taggedArtists : namesIn([named?.artist]),
    album: album ?? null,
    genre: genre ?? null,
    year: cleanTagNumber(common?.year ?? commentNumber(metadata, "YEAR")),
    trackNumber: cleanTagNumber(common?.track.no),
    discNumber: cleanTagNumber(common?.disk.no ?? commentNumber(metadata, "DISC")),
    albumArtists,
    isrc: cleanTagText(namesIn(common?.isrc ?? []).join(BETWEEN_NAMES)),
    label: label ?? null,
    language: cleanTagText(common?.language),
    isExplicit: advisoryOf(ownTag(metadata, ADVISORY_TAG) ?? nativeTag(metadata, "rtng")),
    tagLufs: loudnessOfTags({
      replayGainDb: common?.replaygain_track_gain?.dB ?? null,
      r128Gain: nativeTag(metadata, "R128_TRACK_GAIN"),
    }),
    kindTag: kindTagOf(metadata),
    picture: pictureOf(metadata),
  };
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** Distinct names. */
function namesIn(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text === "" ? [] : (text ?? []))))];
}

/** Names in the tags; ID3v2 wins over APE, which comes after the sound. */
async function readNames(filePath: string, metadata: IAudioMetadata | undefined) {
  if (metadata === undefined) return { common: undefined, native: undefined };
  const kinds = Object.keys(metadata.native);
  const isId3 = !kinds.includes("vorbis") && kinds.some((kind) => kind.startsWith("ID3v2"));
  const read =
    isId3 && kinds.includes("APEv2")
      ? ((await parseByContent(filePath, { ...options, skipPostHeaders: true })) ?? metadata)
      : metadata;
  if (!isId3) return { common: read.common, native: nativeTexts(read, () => null) };
  const file = openSync(filePath, "r");
  try {
    const readAt = (position: number, length: number): Buffer => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, position));
    };
    const native = nativeTexts(read, (frameId) => id3TextOf(readAt, frameId));
    return { common: read.common, native };
  } finally {
    closeSync(file);
  }
}

/** A number in a Vorbis comment that the library does not know. */
function commentNumber(metadata: IAudioMetadata | undefined, name: string): number | null {
  const value = metadata?.native["vorbis"]?.find(({ id }) => id.toUpperCase() === name)?.value;
  return typeof value === "string" ? Number.parseInt(value, 10) : null;
}

const options = { duration: false, skipPostHeaders: false };

/** Whether its tags can be read to their end, so that their declared length is true. */
export async function areTagsReadable(filePath: string): Promise<boolean> {
  return await parseBlob(await openAsBlob(filePath), options).then(
    () => true,
    () => false, // see below
  );
}

async function parseByContent(
  filePath: string,
  how = options,
): Promise<IAudioMetadata | undefined> {
  try {
    // A blob has no name, so the kind is judged by content and a wrong extension does no harm.
    return await parseBlob(await openAsBlob(filePath), how);
  } catch {
    // Some formats can't be identified by their first bytes; there the extension helps. music-metadata throws its own
    // errors and whatever its readers make of a damaged tag, so any error means: no tags.
    return (
      (await parseFile(filePath, how).catch(() => undefined)) ??
      // Formats it does not know, such as TTA, have the same tags around their sound as MP3.
      (await parseBlob(await openAsBlob(filePath, { type: "audio/mpeg" }), how).catch(
        () => undefined,
      ))
    );
  }
}

/** The first tag of that name that FFmpeg does not translate. */
function nativeTag(metadata: IAudioMetadata | undefined, id: string): unknown {
  return Object.values(metadata?.native ?? {})
    .flat()
    .find((tag) => tag.id === id)?.value;
}

function kindTagOf(metadata: IAudioMetadata | undefined): string | null {
  const value = ownTag(metadata, KIND_TAG);
  return typeof value === "string" ? cleanTagText(value) : null;
}

/** `TXXX:NAME` in ID3, `----:com.apple.iTunes:NAME` in MP4, the plain name elsewhere. */
function ownTag(metadata: IAudioMetadata | undefined, name: string): unknown {
  return Object.values(metadata?.native ?? {})
    .flat()
    .find(({ id }) => id.toUpperCase().split(":").at(-1) === name)?.value;
}

function advisoryOf(value: unknown): boolean | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  if (["1", "4"].includes(text.trim())) return true;
  return ["0", "2"].includes(text.trim()) ? false : null;
}

function pictureOf(metadata: IAudioMetadata | undefined): Uint8Array | null {
  const data = selectCover(metadata?.common.picture)?.data;
  if (data === undefined || data.length === 0 || data.length > MAX_PICTURE_BYTES) return null;
  return data;
}
