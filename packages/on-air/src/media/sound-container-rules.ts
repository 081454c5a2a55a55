/** Kinds of files that can be tagged. */
export type TaggableContainer = "mp3" | "aac" | "flac" | "ogg" | "mp4" | "wav" | "aiff";

/** How many bytes identify a file, from its start or after its ID3 tag. */
export const CONTAINER_HEAD_BYTES = 12;

/**
 * Where the sound starts: after the ID3 tag, if there is one.
 * @param head the first bytes of the file
 */
export function soundOffset(head: Uint8Array): number {
  if (textAt(head, 0, 3) !== "ID3" || head.length < 10) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + (a & 0x7f) * 2 ** 21 + (b & 0x7f) * 2 ** 14 + (c & 0x7f) * 2 ** 7 + (d & 0x7f);
}

/**
 * The kind of a file by its content; the name decides only for MP3 that starts with something else.
 * @param head bytes from the start of the sound
 * @param extension with its dot
 */
export function containerOf(head: Uint8Array, extension: string): TaggableContainer | null {
  if (textAt(head, 0, 4) === "fLaC") return "flac";
  if (textAt(head, 0, 4) === "OggS") return "ogg";
  if (textAt(head, 4, 4) === "ftyp") return "mp4";
  if (textAt(head, 0, 4) === "RIFF" && textAt(head, 8, 4) === "WAVE") return "wav";
  if (textAt(head, 0, 4) === "FORM" && textAt(head, 8, 3) === "AIF") return "aiff";
  const [first = 0, second = 0] = head;
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  // Layer 0 is ADTS.
  if (isSync) return (second & 0x06) === 0 ? "aac" : "mp3";
  return extension.toLowerCase() === ".mp3" ? "mp3" : null;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
