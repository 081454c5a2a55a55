import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { oggChecksum } from "../formats/ogg-checksum.ts";

const HEAD_BYTES = 27;
const FLAGS_AT = 5;
const SERIAL_AT = 14;
const SEQUENCE_AT = 18;
const CHECKSUM_AT = 22;
const SEGMENTS_AT = 26;
const FIRST_PAGE = 2;

interface PagePlace {
  readonly offset: number;
  readonly length: number;
  readonly flags: number;
  readonly serial: number;
  readonly sequence: number;
}

/**
 * Renumbers the pages of an Ogg file (RFC 3533 §6) after its comment takes more or fewer pages than in the original.
 * The tag library leaves the pages after the comment unchanged, and players take the gap in numbers for lost sound.
 * Gaps in the original stay.
 */
export function mendOggSequence(copyPath: string, originalPath: string): void {
  const file = openSync(copyPath, "r+");
  try {
    const pages = readFirstStream(file);
    const shift = pages.length - countFirstStream(originalPath);
    if (shift === 0) return;
    // The first number out of sequence is that of the first old page.
    const boundary = pages.findIndex(
      ({ sequence }, index) => index > 0 && sequence !== (pages[index - 1]?.sequence ?? 0) + 1,
    );
    if (boundary === -1) return;
    for (const page of pages.slice(boundary)) renumber(file, page, page.sequence + shift);
  } finally {
    closeSync(file);
  }
}

function countFirstStream(filePath: string): number {
  const file = openSync(filePath, "r");
  try {
    return readFirstStream(file).length;
  } finally {
    closeSync(file);
  }
}

/** The pages of the first stream, up to the start of a chained one. */
function readFirstStream(file: number): readonly PagePlace[] {
  const pages: PagePlace[] = [];
  const head = Buffer.alloc(HEAD_BYTES + 255);
  for (let offset = 0; ;) {
    const read = readSync(file, head, 0, head.length, offset);
    if (read < HEAD_BYTES || head.toString("latin1", 0, 4) !== "OggS") return pages;
    const segments = head.readUInt8(SEGMENTS_AT);
    const lacing = head.subarray(HEAD_BYTES, HEAD_BYTES + segments);
    const page = {
      offset,
      length: HEAD_BYTES + segments + lacing.reduce((sum, segment) => sum + segment, 0),
      flags: head.readUInt8(FLAGS_AT),
      serial: head.readUInt32LE(SERIAL_AT),
      sequence: head.readUInt32LE(SEQUENCE_AT),
    };
    const [first] = pages;
    const beginsAgain = first !== undefined && (page.flags & FIRST_PAGE) !== 0;
    if (beginsAgain && page.serial === first.serial) return pages;
    if (first === undefined || page.serial === first.serial) pages.push(page);
    offset += page.length;
  }
}

function renumber(file: number, { offset, length }: PagePlace, sequence: number): void {
  const page = Buffer.alloc(length);
  // A truncated last page stays as it is.
  if (readSync(file, page, 0, length, offset) < length) return;
  page.writeUInt32LE(sequence >>> 0, SEQUENCE_AT);
  page.writeUInt32LE(0, CHECKSUM_AT);
  page.writeUInt32LE(oggChecksum(page), CHECKSUM_AT);
  writeSync(file, page, 0, HEAD_BYTES, offset);
}
