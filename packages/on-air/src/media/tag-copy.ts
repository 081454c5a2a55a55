import { constants } from "node:fs";
import { chmod, copyFile, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import sharp from "sharp";
import { DecodeError } from "../audio/decode-error.ts";
import { digestSound } from "../audio/container.ts";
import { changeFileTags } from "./file-tags.ts";
import { copyRefusal, fileRefusal, TOO_LARGE } from "./file-refusal.ts";
import type { KeptOriginal, MediaResult, OriginalPlace, WrittenTags } from "./media-jobs.ts";
import { mendOggSequence } from "./ogg-sequence.ts";
import {
  CONTAINER_HEAD_BYTES,
  containerOf,
  soundOffset,
  type TaggableContainer,
} from "./sound-container-rules.ts";
import { findWritten, keepOriginal } from "./tag-original.ts";
import { areTagsReadable, readTrackTags, type TrackTags } from "./track-tags.ts";
import { findDifference, readOtherParts } from "./other-tags.ts";
import { artworkPath } from "./artwork.ts";

/** Larger files are left alone: a child may write no more than 1 GiB. */
const MAX_BYTES = 960 * 1024 * 1024;
const COPY_MODE = 0o600;
const countsComments: ReadonlySet<TaggableContainer> = new Set(["ogg", "flac"]);
const COVER_SIZE_PX = 512;

const UNKNOWN_KIND =
  "Tags can't be written into this kind of file: only into MP3, AAC, M4A, FLAC, Ogg, WAV and AIFF";
const DAMAGED = "The tags of this file can't be changed: they are damaged";
const SOUND_CHANGED =
  "The sound would not stay as it is: the file is damaged, so it was left alone";

/**
 * Copies a file with other tags, and verifies that its sound is bit-identical and nothing else in it has changed. A
 * refused copy is removed.
 */
export async function makeTagCopy({
  filePath,
  copyPath,
  tags,
  original: place,
  artworkFolder,
}: {
  readonly filePath: string;
  readonly copyPath: string;
  readonly tags: WrittenTags;
  /** null: the original is not kept. */
  readonly original: OriginalPlace | null;
  readonly artworkFolder: string;
}): Promise<MediaResult> {
  const refuse = (reason: string): MediaResult => ({ kind: "refused", path: filePath, reason });
  let problem: string | null = null;
  try {
    const container = await findContainer(filePath);
    if (typeof container !== "string") return refuse(container.problem);
    const earlier = place === null ? null : await findWritten(filePath, place);
    if (earlier !== null) {
      const { unread, ...original } = earlier;
      return { kind: "tagged", path: filePath, unread, original, isInPlace: true };
    }
    // The tag library trusts the comment count, and would count to four billion.
    if (countsComments.has(container) && !(await areTagsReadable(filePath))) return refuse(DAMAGED);
    problem = await copyToBeTagged(filePath, copyPath);
    if (problem !== null) return refuse(problem);
    problem = DAMAGED; // until proven whole
    const cover = await coverOf(tags, artworkFolder);
    problem = changeTags({ copyPath, container, tags, cover });
    if (problem === null && container === "ogg") mendOggSequence(copyPath, filePath);
    problem ??= soundProblem(filePath, copyPath);
    problem ??= await otherProblem({ filePath, copyPath, container, tags });
    if (problem !== null) return refuse(problem);
    problem = DAMAGED; // as above
    const unread = unreadFields(await readTrackTags(copyPath), tags);
    const kept = place === null ? null : await tryToKeep({ filePath, copyPath, place, unread });
    problem = kept?.problem ?? null;
    if (problem !== null) return refuse(problem);
    const original = kept?.original ?? null;
    return { kind: "tagged", path: filePath, unread, original, isInPlace: false };
  } finally {
    if (problem !== null) await rm(copyPath, { force: true });
  }
}

async function findContainer(
  filePath: string,
): Promise<TaggableContainer | { readonly problem: string }> {
  try {
    const { size } = await stat(filePath);
    if (size > MAX_BYTES) return { problem: TOO_LARGE };
    await using file = await open(filePath, "r");
    const read = async (position: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(CONTAINER_HEAD_BYTES),
        position,
      });
      return buffer.subarray(0, bytesRead);
    };
    const sound = await read(soundOffset(await read(0)));
    return containerOf(sound, path.extname(filePath)) ?? { problem: UNKNOWN_KIND };
  } catch (error) {
    return { problem: fileRefusal(error) };
  }
}

async function copyToBeTagged(filePath: string, copyPath: string): Promise<string | null> {
  try {
    await rm(copyPath, { force: true });
    await copyFile(filePath, copyPath, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(copyPath, COPY_MODE);
    return null;
  } catch (error) {
    return copyRefusal(error, path.dirname(filePath));
  }
}

/** A JPEG of the cover to write; null removes the one in the file, undefined leaves it alone. */
async function coverOf(
  { artworkName }: WrittenTags,
  artworkFolder: string,
): Promise<Uint8Array | null | undefined> {
  if (artworkName === undefined || artworkName === null) return artworkName;
  const webp = await readFile(artworkPath(artworkFolder, artworkName, COVER_SIZE_PX));
  return await sharp(webp).jpeg({ quality: 90 }).toBuffer();
}

function changeTags({
  copyPath,
  ...change
}: Omit<Parameters<typeof changeFileTags>[0], "filePath"> & {
  readonly copyPath: string;
}): string | null {
  try {
    changeFileTags({ filePath: copyPath, ...change });
    return null;
  } catch (error) {
    // The library throws anything for a damaged tag; a full disk has a code.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return typeof code === "string" ? copyRefusal(error, path.dirname(copyPath)) : DAMAGED;
  }
}

function soundProblem(filePath: string, copyPath: string): string | null {
  try {
    return digestSound(filePath) === digestSound(copyPath) ? null : SOUND_CHANGED;
  } catch (error) {
    if (error instanceof DecodeError) return SOUND_CHANGED;
    throw error;
  }
}

/** Whether anything else would change. */
async function otherProblem({
  filePath,
  copyPath,
  ...edit
}: Parameters<typeof readOtherParts>[1] & {
  readonly filePath: string;
  readonly copyPath: string;
}): Promise<string | null> {
  try {
    const before = await readOtherParts(filePath, edit);
    const name = findDifference(before, await readOtherParts(copyPath, edit));
    if (name === null) return null;
    return `Writing its tags would change or lose something else in it (${name}), so the file was left alone`;
  } catch {
    return DAMAGED; // thrown by readers of a damaged tag
  }
}

async function tryToKeep(
  original: Parameters<typeof keepOriginal>[0],
): Promise<
  | { readonly original: KeptOriginal; readonly problem: null }
  | { readonly original: null; readonly problem: string }
> {
  try {
    return { original: await keepOriginal(original), problem: null };
  } catch (error) {
    const folder = path.dirname(original.place.recordPath);
    return { original: null, problem: copyRefusal(error, folder) };
  }
}

/** Fields that can't be read back as written: this kind of file can't hold them. */
function unreadFields(read: TrackTags, { artworkName, ...tags }: WrittenTags): readonly string[] {
  const unread = Object.entries(tags).flatMap(([field, wanted]) =>
    wanted === undefined || (isRead(field, read) && isDeepStrictEqual(read[field], wanted))
      ? []
      : [field],
  );
  const lacksCover = artworkName !== undefined && artworkName !== null && read.picture === null;
  return lacksCover ? [...unread, "artworkName"] : unread;
}

function isRead(field: string, read: TrackTags): field is keyof TrackTags {
  return field in read;
}
