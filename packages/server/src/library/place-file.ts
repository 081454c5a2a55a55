import { randomUUID } from "node:crypto";
import { copyFile, type link, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { audioExtensions } from "./music-format-rules.ts";

const MAX_SAME_NAMES = 10_000;
/** Maximum UTF-8 bytes of a file name before its number and extension; file systems allow 255. */
const MAX_NAME_BYTES = 180;
/** Beside the placed files, where scans don't look. */
export const UNFINISHED_FOLDER = ".unfinished";

/** Errors of file systems without hard links, such as exFAT and some network ones. */
const NO_LINKS: readonly unknown[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Gives the file a name in the library without ever replacing another file. The old name may be gone afterwards.
 * @returns its path, once the file is safely on disk
 */
export async function placeFile({
  from,
  folder,
  name,
  extension,
  linkFile,
}: {
  readonly from: string;
  readonly folder: string;
  readonly name: string;
  readonly extension: string;
  /** `link` of node:fs/promises. */
  readonly linkFile: typeof link;
}): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (let number = 1; number <= MAX_SAME_NAMES; number += 1) {
    const target = path.join(folder, `${name}${number === 1 ? "" : ` (${number})`}${extension}`);
    const outcome = await nameFile({ from, target, linkFile });
    if (outcome === "taken") continue;
    if (outcome === "other-disk")
      return await placeCopy({ from, folder, name, extension, linkFile });
    await syncFolder(folder);
    return target;
  }
  throw new Error("too many files of the same name");
}

async function nameFile({
  from,
  target,
  linkFile,
}: {
  readonly from: string;
  readonly target: string;
  readonly linkFile: typeof link;
}): Promise<"named" | "taken" | "other-disk"> {
  try {
    await linkFile(from, target);
    return "named";
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return "taken";
    if (code === "EXDEV") return "other-disk";
    if (!NO_LINKS.includes(code)) throw error;
  }
  return await moveFile(from, target);
}

/** Renaming would replace an existing file, so an exclusively created empty file reserves the name first. */
async function moveFile(from: string, target: string): Promise<"named" | "taken"> {
  try {
    await using _reserved = await open(target, "wx");
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "taken";
    throw error;
  }
  try {
    await rename(from, target);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return "named";
}

/** Makes changes in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, "r");
  try {
    await opened.sync();
  } catch (error) {
    // A network file system that does not support this syncs its folders itself.
    if (codeOf(error) !== "EINVAL") throw error;
  }
}

/**
 * For music on another disk than the rest of the data, where hard links are impossible: the file is copied there in
 * full first.
 */
async function placeCopy(wanted: Parameters<typeof placeFile>[0]): Promise<string> {
  const unfinished = path.join(wanted.folder, UNFINISHED_FOLDER);
  await mkdir(unfinished, { recursive: true });
  const copy = path.join(unfinished, randomUUID());
  try {
    await copyFile(wanted.from, copy);
    await using opened = await open(copy, "r");
    await opened.sync();
    return await placeFile({ ...wanted, from: copy });
  } finally {
    await rm(copy, { force: true });
  }
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * A name valid on any file system that stays within its folder, whatever tags and browsers say.
 * @param parts joined by ' - '; never a path
 */
export function safeFileName(parts: readonly string[]): string {
  const name = parts
    .map((part) =>
      part
        .normalize("NFC")
        .replaceAll(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, " ")
        .replaceAll(/\s+/g, " ")
        .replace(/^[.\s]+/, "")
        .trim(),
    )
    .filter((part) => part !== "")
    .join(" - ");
  return cutToBytes(name, MAX_NAME_BYTES).replace(/[.\s]+$/, "") || "track";
}

const extensionOfCodec: Readonly<Record<string, string>> = {
  aac: ".m4a",
  alac: ".m4a",
  flac: ".flac",
  mp3: ".mp3",
  opus: ".opus",
  vorbis: ".ogg",
};

/**
 * The extension for a decoded file: its own if that is a music extension, else one for its format.
 * @param cameWith with the dot
 */
export function extensionFor({
  codec,
  cameWith,
}: {
  readonly codec: string;
  readonly cameWith: string;
}): string {
  const extension = cameWith.toLowerCase();
  if (audioExtensions.has(extension)) return extension;
  return extensionOfCodec[codec] ?? (codec.startsWith("pcm_") ? ".wav" : ".mka");
}

function cutToBytes(text: string, bytes: number): string {
  let size = 0;
  let cut = "";
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) return cut;
    cut += character;
  }
  return cut;
}
