import { createHash } from "node:crypto";
import { closeSync, openAsBlob, openSync } from "node:fs";
import path from "node:path";
import { parseBlob } from "music-metadata";
import { id3Length } from "./id3-frames.ts";
import { FileBytes } from "./same-bytes.ts";
import {
  CONTAINER_HEAD_BYTES,
  containerOf,
  soundOffset,
  type TaggableContainer,
} from "./sound-container-rules.ts";

/** The most that keeping a file's original needs, without its pictures. */
interface OriginalSize {
  readonly bytes: number;
  readonly pictures: readonly { readonly name: string; readonly bytes: number }[];
}

/** The record itself, and short tags after the sound. */
const RECORD_BYTES = 4096;
/** Ogg pages are renumbered, which costs some bytes per page. */
const OGG_SHARE = 1 / 64;
const nothing: OriginalSize = { bytes: 0, pictures: [] };
const APE_FOOTER_BYTES = 32;
const ID3V1_BYTES = 128;

/** Nothing for a file that can't be read or tagged. */
export async function measureOriginal(filePath: string): Promise<OriginalSize> {
  try {
    const { common } = await parseBlob(await openAsBlob(filePath), { duration: false });
    const pictures = (common.picture ?? []).map(({ data }) => ({
      name: createHash("sha256").update(data).digest("hex"),
      bytes: data.length,
    }));
    const file = openSync(filePath, "r");
    try {
      const bytes = new FileBytes(file);
      const head = bytes.at(0, CONTAINER_HEAD_BYTES);
      const sound = bytes.at(soundOffset(head), CONTAINER_HEAD_BYTES);
      const container = containerOf(sound, path.extname(filePath));
      if (container === null) return nothing;
      const embedded = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
      const around = Math.max(0, bytesAroundSound(bytes, container) - embedded);
      return { bytes: RECORD_BYTES + around, pictures };
    } finally {
      closeSync(file);
    }
  } catch {
    return nothing; // writing its tags will say what is wrong
  }
}

function bytesAroundSound(bytes: FileBytes, container: TaggableContainer): number {
  switch (container) {
    case "mp3":
    case "aac":
      return id3Length((at, length) => bytes.at(at, length)) + apeLength(bytes);
    case "flac":
      return flacHeadLength(bytes);
    case "ogg":
      return oggHeadLength(bytes) + Math.ceil(bytes.size * OGG_SHARE);
    case "mp4":
      return (
        bytes.size - chunkLength(bytes, { from: 0, names: ["mdat"], isMp4: true, isBig: true })
      );
    case "wav":
    case "aiff": {
      const isBig = container === "aiff";
      const names = ["data", "SSND"];
      return bytes.size - chunkLength(bytes, { from: 12, names, isMp4: false, isBig });
    }
    default:
      return container satisfies never;
  }
}

function apeLength(bytes: FileBytes): number {
  const end = Math.max(0, bytes.size - ID3V1_BYTES - APE_FOOTER_BYTES);
  const tail = bytes.at(end, ID3V1_BYTES + APE_FOOTER_BYTES);
  const at = tail.lastIndexOf("APETAGEX");
  return at === -1 || at + 16 > tail.length ? 0 : tail.readUInt32LE(at + 12) + APE_FOOTER_BYTES;
}

function flacHeadLength(bytes: FileBytes): number {
  let at = id3Length((position, length) => bytes.at(position, length)) + 4;
  for (let isLast = false; !isLast && at < bytes.size;) {
    const head = bytes.at(at, 4);
    if (head.length < 4) break;
    isLast = ((head[0] ?? 0) & 0x80) !== 0;
    at += 4 + head.readUIntBE(1, 3);
  }
  return at;
}

/** The pages before the first with sound, which has a position (RFC 3533 §6). */
function oggHeadLength(bytes: FileBytes): number {
  for (let at = 0; ;) {
    const head = bytes.at(at, 27 + 255);
    if (head.length < 27 || head.toString("latin1", 0, 4) !== "OggS") return at;
    const position = head.readBigUInt64LE(6);
    if (position !== 0n && position !== 0xff_ff_ff_ff_ff_ff_ff_ffn) return at;
    const segments = head[26] ?? 0;
    const body = head.subarray(27, 27 + segments).reduce((sum, length) => sum + length, 0);
    at += 27 + segments + body;
  }
}

/** Total length of the chunks or atoms with these names. */
function chunkLength(
  bytes: FileBytes,
  {
    from,
    names,
    isMp4,
    isBig,
  }: {
    readonly from: number;
    readonly names: readonly string[];
    readonly isMp4: boolean;
    readonly isBig: boolean;
  },
): number {
  let sum = 0;
  for (let at = from; at + 8 <= bytes.size;) {
    const head = bytes.at(at, 16);
    const name = isMp4 ? head.toString("latin1", 4, 8) : head.toString("latin1", 0, 4);
    const sizeAt = isMp4 ? 0 : 4;
    const small = isBig ? head.readUInt32BE(sizeAt) : head.readUInt32LE(sizeAt);
    const isLong = isMp4 && small === 1 && head.length === 16;
    const toEnd = isMp4 && small === 0;
    const stated = isLong
      ? Number(head.readBigUInt64BE(8))
      : isMp4
        ? small
        : 8 + small + (small % 2);
    const length = Math.min(toEnd ? bytes.size - at : stated, bytes.size - at);
    if (length < 8) break;
    if (names.includes(name)) sum += length;
    at += length;
  }
  return sum;
}
