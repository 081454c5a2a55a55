// @module-tag ffmpeg
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { oggChecksum } from "../formats/ogg-checksum.ts";
import { OggOpusMuxer } from "./ogg-opus.ts";

const run = promisify(execFile);

interface Page {
  readonly flags: number;
  readonly granule: number;
  readonly serial: number;
  readonly sequence: number;
  /** Packets that end on this page. */
  readonly packets: readonly Buffer[];
}

/** Parses pages by RFC 3533 §6; throws if a packet continues on the next page, or for bytes between pages. */
function readPages(bytes: Buffer): readonly Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes.toString("latin1", at, at + 4) !== "OggS") throw new Error(`no page at ${at}`);
    const lacing = [...bytes.subarray(at + 27, at + 27 + bytes.readUInt8(at + 26))];
    let from = at + 27 + lacing.length;
    const packets: Buffer[] = [];
    let length = 0;
    for (const value of lacing) {
      length += value;
      if (value === 255) continue;
      packets.push(bytes.subarray(from, from + length));
      from += length;
      length = 0;
    }
    if (lacing.at(-1) === 255) throw new Error("a packet goes on");
    const page = Buffer.from(bytes.subarray(at, from));
    page.fill(0, 22, 26);
    if (oggChecksum(page) !== bytes.readUInt32LE(at + 22)) throw new Error("wrong checksum");
    pages.push({
      flags: bytes.readUInt8(at + 5),
      granule: Number(bytes.readBigUInt64LE(at + 6)),
      serial: bytes.readUInt32LE(at + 14),
      sequence: bytes.readUInt32LE(at + 18),
      packets,
    });
    at = from;
  }
  return pages;
}

/** The checksum bit by bit, as RFC 3533 describes it. */
function slowChecksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const top = (crc >>> 31) ^ ((byte >> bit) & 1);
      crc = (crc << 1) ^ (top === 1 ? 0x04c1_1db7 : 0);
    }
  return crc >>> 0;
}

test("[S34] the checksum matches RFC 3533, and the pages that ffmpeg writes", async () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(oggChecksum(Buffer.from(bytes))).toBe(slowChecksum(Buffer.from(bytes)));
    }),
  );
  const sound = ["-f", "lavfi", "-i", "sine=d=2", "-c:a", "libopus", "-f", "ogg", "pipe:1"];
  const { stdout } = await run("ffmpeg", ["-v", "error", ...sound], { encoding: "buffer" });

  expect(readPages(stdout).length).toBeGreaterThan(2);
});

test("[S35] whatever the packets, the pages hold them whole and in order, and form one endless logical stream", () => {
  const packet = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 600 }),
    fc.constantFrom(254, 255, 256, 509, 510, 511, 20_000).map((length) => new Uint8Array(length)),
  );
  const block = fc.array(packet, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      const muxer = new OggOpusMuxer({ channels: 2 });
      const packets = blocks.map((each) => each.map((bytes) => Buffer.from(bytes)));

      const bodies = packets.map((each) => muxer.pages(each));
      const pages = readPages(Buffer.concat([muxer.headers, ...bodies]));

      const [head, tags, ...audio] = pages;
      expect(head).toMatchObject({ flags: 2, granule: 0, sequence: 0 });
      expect(head?.packets[0]?.toString("latin1", 0, 8)).toBe("OpusHead");
      expect(tags?.packets[0]?.toString("latin1", 0, 8)).toBe("OpusTags");
      // As text, which compares at once rather than byte by byte.
      const textOf = (each: readonly Buffer[]) => each.map((bytes) => bytes.toString("latin1"));
      expect(textOf(audio.flatMap((page) => page.packets))).toEqual(textOf(packets.flat()));
      expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1);
      expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index));
      let granule = 0;
      for (const page of audio) {
        granule += page.packets.length * 960;
        expect(page).toMatchObject({ flags: 0, granule });
      }
    }),
  );
});
