import { crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { id3Frame, id3Picture, id3Tag, id3Text, withoutId3 } from "./id3-frames.ts";
import type { HostileFile, Sounds } from "./hostile-file.ts";
import { blackPng, pngChunk } from "./png-pictures.ts";

const INFLATED_BYTES = 100 * 1024 * 1024;

/** Small files that expand hugely, posing as music. */
export function zipBombs(sounds: Sounds): readonly HostileFile[] {
  const song = withoutId3(sounds.mp3);
  return [
    { name: "bomb.zip.mp3", expected: "refused", make: () => zipBomb() },
    { name: "bomb.gz.flac", expected: "refused", make: () => gzipSync(gzipSync(zeros())) },
    {
      name: "bomb-behind-tag.mp3",
      expected: "refused",
      make: () => Buffer.concat([id3Tag([id3Text("TIT2", "Bomb")]), zipBomb()]),
    },
    {
      name: "bomb-behind-song.mp3",
      expected: "added",
      make: () => Buffer.concat([sounds.mp3, zipBomb()]),
    },
    {
      // A compressed frame: the flag 0x80, and its expanded size before the body.
      name: "inflating-title.mp3",
      expected: "added",
      make: () => {
        const size = Buffer.alloc(4);
        size.writeUInt32BE(INFLATED_BYTES);
        const body = Buffer.concat([size, deflateSync(zeros(), { level: 9 })]);
        return Buffer.concat([id3Tag([id3Frame("TIT2", body, 0x80)]), song]);
      },
    },
    { name: "inflating-index.m4a", expected: "refused", make: () => compressedIndex() },
    {
      name: "inflating-cover.mp3",
      expected: "added",
      make: () => {
        const text = Buffer.concat([
          Buffer.from("Comment\0\0", "latin1"),
          deflateSync(zeros(), { level: 9 }),
        ]);
        const cover = blackPng({ width: 600, height: 600, extra: [pngChunk("zTXt", text)] });
        return Buffer.concat([id3Tag([id3Picture(cover)]), song]);
      },
    },
  ];
}

function zeros(): Buffer {
  return Buffer.alloc(INFLATED_BYTES);
}

/** A zip file with one entry (APPNOTE.TXT §4.3). */
function zipBomb(): Buffer {
  const name = Buffer.from("song.mp3");
  const plain = zeros();
  const packed = deflateRawSync(plain, { level: 9 });
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(plain), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(plain.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, name, packed]);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02\x14\0", "latin1"),
    fields,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** MP4 with a compressed index (QuickTime's `cmov`) that claims to expand to a gigabyte. */
function compressedIndex(): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(1024 ** 3);
  const packed = Buffer.concat([size, deflateSync(zeros(), { level: 9 })]);
  const index = box("cmov", [box("dcom", [Buffer.from("zlib")]), box("cmvd", [packed])]);
  const brand = Buffer.from("M4A \0\0\0\0M4A mp42", "latin1");
  return Buffer.concat([box("ftyp", [brand]), box("moov", [index])]);
}

function box(kind: string, parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, body]);
}
