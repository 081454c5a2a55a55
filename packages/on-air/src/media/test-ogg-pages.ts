import { oggChecksum } from "../formats/ogg-checksum.ts";

/** An Ogg page (RFC 3533 §6). */
export interface OggPage {
  readonly flags: number;
  /** -1: no packet ends in it. */
  readonly granule: bigint;
  readonly serial: number;
  readonly sequence: number;
  /** Lengths of its segments. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
}

export const oggFlags = { continued: 1, first: 2, last: 4 } as const;
const HEAD_BYTES = 27;

export function readOggPages(file: Buffer): readonly OggPage[] {
  const pages: OggPage[] = [];
  for (let at = 0; at + HEAD_BYTES <= file.length;) {
    const segments = file.readUInt8(at + 26);
    const lacing = file.subarray(at + HEAD_BYTES, at + HEAD_BYTES + segments);
    const length = lacing.reduce((sum, segment) => sum + segment, 0);
    const bodyAt = at + HEAD_BYTES + segments;
    pages.push({
      flags: file.readUInt8(at + 5),
      granule: file.readBigInt64LE(at + 6),
      serial: file.readUInt32LE(at + 14),
      sequence: file.readUInt32LE(at + 18),
      lacing,
      body: file.subarray(bodyAt, bodyAt + length),
    });
    at = bodyAt + length;
  }
  return pages;
}

/** The pages as in a file, each with its checksum. */
export function writeOggPages(pages: readonly OggPage[]): Buffer {
  return Buffer.concat(pages.map(writePage));
}

/** The pages of one packet. */
export function oggPacket(
  packet: Uint8Array,
  { serial, sequence }: { readonly serial: number; readonly sequence: number },
): readonly OggPage[] {
  const lacing = [...Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  const pages: OggPage[] = [];
  for (let first = 0; first < lacing.length; first += 255) {
    const part = lacing.slice(first, first + 255);
    const from = first * 255;
    pages.push({
      flags: first === 0 ? 0 : oggFlags.continued,
      granule: first + 255 < lacing.length ? -1n : 0n,
      serial,
      sequence: sequence + pages.length,
      lacing: Uint8Array.from(part),
      body: packet.subarray(from, from + part.reduce((sum, segment) => sum + segment, 0)),
    });
  }
  return pages;
}

function writePage({ flags, granule, serial, sequence, lacing, body }: OggPage): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write("OggS", "latin1");
  head.writeUInt8(flags, 5);
  head.writeBigInt64LE(granule, 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(sequence, 18);
  head.writeUInt8(lacing.length, 26);
  const page = Buffer.concat([head, lacing, body]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}
