/** Maximum UTF-8 bytes of a file name before its number and extension; file systems allow 255. */
const MAX_NAME_BYTES = 180;

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
  known,
}: {
  readonly codec: string;
  readonly cameWith: string;
  readonly known: ReadonlySet<string>;
}): string {
  const extension = cameWith.toLowerCase();
  if (known.has(extension)) return extension;
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
