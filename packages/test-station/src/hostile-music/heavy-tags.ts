import { id3Frame, id3Tag, id3Text, withoutId3 } from "./id3-frames.ts";
import type { HostileFile, Sounds } from "./hostile-file.ts";
import {
  oggPacket,
  readOggPages,
  writeOggPages,
} from "../../../on-air/src/media/test-ogg-pages.ts";

const HEAVY_BYTES = 16 * 1024 * 1024;
/** Per block in FLAC. */
const MAX_BLOCK_BYTES = 2 ** 24 - 1;

/** Songs with tags of 16 MB, or tags that claim so. */
export function heavyTags(sounds: Sounds): readonly HostileFile[] {
  const song = withoutId3(sounds.mp3);
  const tagged = (name: string, makeTag: () => Buffer): HostileFile => ({
    name,
    expected: "added",
    make: () => Buffer.concat([makeTag(), song]),
  });
  return [
    tagged("title-of-16-mb.mp3", () => id3Tag([id3Text("TIT2", "T".repeat(HEAVY_BYTES))])),
    {
      // A fast machine may open it in time.
      name: "many-frames.mp3",
      expected: "either",
      make: () => {
        const frame = id3Text("TXXX", `NAME\0${"v".repeat(140)}`);
        return Buffer.concat([id3Tag(Array<Buffer>(100_000).fill(frame)), song]);
      },
    },
    tagged("private-of-16-mb.mp3", () => id3Tag([id3Frame("PRIV", Buffer.alloc(HEAVY_BYTES, 1))])),
    {
      name: "tag-claims-256-mb.mp3",
      expected: "either",
      make: () => Buffer.concat([id3Tag([id3Text("TIT2", "Lie")], 256 * 1024 * 1024 - 1), song]),
    },
    tagged("tag-in-tag.mp3", () => {
      let tag = id3Tag([id3Text("TIT2", "Innermost")]);
      for (let depth = 0; depth < 200; depth += 1) tag = id3Tag([id3Frame("PRIV", tag)]);
      return tag;
    }),
    {
      name: "comment-of-16-mb.flac",
      expected: "added",
      make: () => {
        const head = Buffer.alloc(4);
        head.writeUIntBE(MAX_BLOCK_BYTES, 1, 3);
        head.writeUInt8(4);
        const block = commentOf(MAX_BLOCK_BYTES);
        const firstBlockEnd = 4 + 4 + sounds.flac.readUIntBE(5, 3);
        const { flac } = sounds;
        return Buffer.concat([
          flac.subarray(0, firstBlockEnd),
          head,
          block,
          flac.subarray(firstBlockEnd),
        ]);
      },
    },
    {
      name: "comment-of-16-mb.opus",
      expected: "either",
      make: () => {
        const [head, _comment, ...others] = readOggPages(sounds.opus);
        if (head === undefined) throw new Error("the sound has no pages");
        const packet = Buffer.concat([Buffer.from("OpusTags"), commentOf(HEAVY_BYTES)]);
        const { serial } = head;
        return writeOggPages([head, ...oggPacket(packet, { serial, sequence: 1 }), ...others]);
      },
    },
  ];
}

/** A comment with one field, as in FLAC, Vorbis and Opus. */
function commentOf(length: number): Buffer {
  const field = Buffer.alloc(length - 12, "x");
  field.write("TITLE=");
  const comment = Buffer.alloc(12);
  comment.writeUInt32LE(1, 4);
  comment.writeUInt32LE(field.length, 8);
  return Buffer.concat([comment, field]);
}
