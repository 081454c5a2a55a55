import { randomBytes } from "node:crypto";
import { oggChecksum } from "../formats/ogg-checksum.ts";

/** How much of its first output a decoder drops, at 48 kHz: 80 ms in which it settles [RFC 7845 §4.6]. */
export const OPUS_PRE_SKIP = 3840;
/** A packet of 20 ms, at 48 kHz. */
const PACKET_SAMPLES = 960;
const MAX_SEGMENTS = 255;
const pageFlags = { none: 0, first: 2 } as const;

/**
 * Packs Opus packets into pages of one endless logical stream [RFC 7845]. A listener gets the header pages and may then
 * start at any page, since no packet spans two pages.
 */
export class OggOpusMuxer {
  /** OpusHead and OpusTags, one page each. */
  readonly headers: Buffer;
  readonly #serial = randomBytes(4).readUInt32LE();
  #sequence = 2;
  /** Samples up to the end of the last packet, at 48 kHz. */
  #granule = 0;

  constructor({ channels }: { readonly channels: number }) {
    this.headers = Buffer.concat([
      this.#write({ packets: [opusHead(channels)], flags: pageFlags.first, sequence: 0 }),
      this.#write({ packets: [OPUS_TAGS], flags: pageFlags.none, sequence: 1 }),
    ]);
  }

  /** Packs 20 ms packets into one page, or as many as needed. */
  pages(packets: readonly Buffer[]): Buffer {
    const pages: Buffer[] = [];
    let page: Buffer[] = [];
    let segments = 0;
    const finish = (): void => {
      this.#granule += page.length * PACKET_SAMPLES;
      pages.push(this.#write({ packets: page, flags: pageFlags.none, sequence: this.#sequence }));
      this.#sequence = (this.#sequence + 1) >>> 0;
      page = [];
      segments = 0;
    };
    for (const packet of packets) {
      const needed = segmentsOf(packet);
      if (segments + needed > MAX_SEGMENTS) finish();
      page.push(packet);
      segments += needed;
    }
    if (page.length > 0) finish();
    return Buffer.concat(pages);
  }

  #write({
    packets,
    flags,
    sequence,
  }: {
    readonly packets: readonly Buffer[];
    readonly flags: number;
    readonly sequence: number;
  }): Buffer {
    // A packet's lacing is values of 255 and then a smaller one, so a packet of exactly 255 bytes ends with 0.
    const lacing = packets.flatMap((packet) => [
      ...Array.from({ length: segmentsOf(packet) - 1 }, () => 255),
      packet.length % 255,
    ]);
    const head = Buffer.alloc(27);
    head.write("OggS", 0, "latin1");
    head.writeUInt8(flags, 5);
    head.writeBigUInt64LE(BigInt(this.#granule), 6);
    head.writeUInt32LE(this.#serial, 14);
    head.writeUInt32LE(sequence, 18);
    head.writeUInt8(lacing.length, 26);
    const page = Buffer.concat([head, Buffer.from(lacing), ...packets]);
    page.writeUInt32LE(oggChecksum(page), 22);
    return page;
  }
}

function segmentsOf(packet: Buffer): number {
  return Math.floor(packet.length / 255) + 1;
}

/** [RFC 7845 §5.1] */
function opusHead(channels: number): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(OPUS_PRE_SKIP, 10);
  head.writeUInt32LE(48_000, 12);
  return head;
}

/** Titles are sent out of band: players stop, or lose their position, at a new logical stream. [RFC 7845 §5.2] */
const OPUS_TAGS = opusTags("Neon Relay");

function opusTags(vendor: string): Buffer {
  const text = Buffer.from(vendor, "utf8");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([Buffer.from("OpusTags", "latin1"), length, text, Buffer.alloc(4)]);
}
