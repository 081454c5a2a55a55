/** Reads from a file; returns fewer bytes at its end. */
type ReadAt = (position: number, length: number) => Buffer;

/** A frame of an ID3v2 tag: where its content is in the file. */
interface Id3Frame {
  readonly id: string;
  readonly at: number;
  readonly length: number;
  /** Compressed, encrypted or otherwise encoded. */
  readonly isPacked: boolean;
}

const HEAD_BYTES = 10;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
const MAX_TEXT_BYTES = 64 * 1024;

/** Length of the ID3v2 tag at the start of a file; 0 without one. */
export function id3Length(read: ReadAt): number {
  const head = read(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES || head.toString("latin1", 0, 3) !== "ID3") return 0;
  return HEAD_BYTES + syncSafe(head, 6);
}

/**
 * The frames of a file's first ID3v2 tag, in order; none if the tag is unsynchronised as a whole or has an extended
 * header.
 */
export function* id3Frames(read: ReadAt): Generator<Id3Frame, void, undefined> {
  const end = id3Length(read);
  const head = read(0, HEAD_BYTES);
  const [version = 0, flags = 0] = [head[3], head[5]];
  if (end === 0 || (flags & (UNSYNCHRONISED | EXTENDED)) !== 0) return;
  const isShort = version === 2;
  const headBytes = isShort ? 6 : HEAD_BYTES;
  for (let at = HEAD_BYTES; at + headBytes <= end;) {
    const frame = read(at, headBytes);
    const id = frame.toString("latin1", 0, isShort ? 3 : 4);
    if (frame.length < headBytes || !/^[A-Z0-9]{3}[A-Z0-9\0 ]?$/.test(id)) return;
    const length = isShort
      ? frame.readUIntBE(3, 3)
      : version === 4
        ? syncSafe(frame, 4)
        : frame.readUInt32BE(4);
    yield { id, at: at + headBytes, length, isPacked: !isShort && frame[9] !== 0 };
    at += headBytes + length;
  }
}

/** The text of the first frame of that name; null: missing or packed. */
export function id3TextOf(read: ReadAt, name: string): string | null {
  for (const { id, at, length, isPacked } of id3Frames(read)) {
    if ((id.split("\0")[0] ?? "").trim() !== name) continue;
    if (isPacked || length < 1 || length > MAX_TEXT_BYTES) return null;
    const body = read(at, length);
    return decode(body.subarray(1), body[0] ?? 0);
  }
  return null;
}

/** By the first byte of a text frame. */
function decode(bytes: Buffer, encoding: number): string | null {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const names = ["latin1", isBigEndian ? "utf-16be" : "utf-16", "utf-16be", "utf-8"];
  const name = names[encoding];
  if (name === undefined) return null;
  let text = new TextDecoder(name).decode(bytes);
  while (text.endsWith("\0")) text = text.slice(0, -1);
  return text;
}

function syncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((size, index) => (size << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0);
}
