import { closeSync, openSync, readSync } from "node:fs";

const TAG_HEADER_BYTES = 10;
/** Maximum consecutive ID3v2 tags to skip. */
const MAX_TAGS = 4;

/**
 * Format of a file that starts with an ID3v2 tag, by what follows the tag. If the tag is larger than FFmpeg's probe,
 * FFmpeg trusts the extension, which may be wrong.
 * @returns FFmpeg's format name; undefined without a tag, or to leave the detection to FFmpeg
 */
export function formatBehindTag(filePath: string): "mp3" | "aac" | "flac" | undefined {
  const file = openSync(filePath, "r");
  try {
    const bytes = Buffer.alloc(TAG_HEADER_BYTES);
    let at = 0;
    for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
      if (readSync(file, bytes, 0, TAG_HEADER_BYTES, at) < TAG_HEADER_BYTES) return undefined;
      if (bytes.toString("latin1", 0, 3) !== "ID3") return at === 0 ? undefined : formatOf(bytes);
      at += TAG_HEADER_BYTES + tagBodyBytes(bytes);
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** ID3v2 §3.1: seven bits in each of four bytes; bit 4 of the flags announces a footer as long as the header. */
function tagBodyBytes(header: Buffer): number {
  const size = header.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return ((header[5] ?? 0) & 0x10) === 0 ? size : size + TAG_HEADER_BYTES;
}

function formatOf(bytes: Buffer): "mp3" | "aac" | "flac" | undefined {
  if (bytes.toString("latin1", 0, 4) === "fLaC") return "flac";
  const sync = bytes.readUInt16BE(0);
  if ((sync & 0xffe0) !== 0xffe0) return undefined;
  // ADTS has layer bits 00, which no MPEG audio has.
  return (sync & 0x0006) === 0 ? "aac" : "mp3";
}
