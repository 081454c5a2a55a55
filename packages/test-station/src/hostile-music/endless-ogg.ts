import type { HostileFile, Sounds } from "./hostile-file.ts";
import {
  oggFlags,
  oggPacket,
  readOggPages,
  writeOggPages,
  type OggPage,
} from "../../../on-air/src/media/test-ogg-pages.ts";

const MANY = 1000;

/** Endless Ogg: pages, songs, packets, comments. */
export function endlessOgg(sounds: Sounds): readonly HostileFile[] {
  const pages = readOggPages(sounds.ogg);
  const [first, ...others] = pages;
  if (first === undefined) throw new Error("the sound has no pages");
  return [
    {
      name: "no-end.ogg",
      expected: "added",
      make: () => {
        const open = pages.map((page) => ({ ...page, flags: page.flags & ~oggFlags.last }));
        return writeOggPages(open).subarray(0, -100);
      },
    },
    { name: "empty-pages.ogg", expected: "either", make: () => withEmptyPages(pages) },
    {
      name: "two-hundred-songs.ogg",
      expected: "either",
      make: () => {
        const song = pages.slice(0, 4);
        return writeOggPages(
          Array.from({ length: MANY / 5 }, (_, serial) =>
            song.map((page) => ({ ...page, serial })),
          ).flat(),
        );
      },
    },
    {
      name: "thousand-streams.ogg",
      expected: "either",
      make: () =>
        writeOggPages([
          ...Array.from({ length: MANY }, (_, serial) => ({ ...first, serial: serial + 1000 })),
          first,
          ...others,
        ]),
    },
    {
      name: "packet-without-end.ogg",
      expected: "either",
      make: () =>
        writeOggPages([
          ...pages.slice(0, 3),
          ...oggPacket(Buffer.alloc(8 * 1024 * 1024, 1), { serial: first.serial, sequence: 3 }).map(
            (page) => ({ ...page, granule: -1n }),
          ),
        ]),
    },
    ...endlessComments(sounds),
  ];
}

function withEmptyPages([head, ...others]: readonly OggPage[]): Buffer {
  if (head === undefined) return Buffer.alloc(0);
  const nothing = { ...head, flags: 0, lacing: new Uint8Array(0), body: new Uint8Array(0) };
  const empty = Array.from({ length: 100 * MANY }, (_, sequence) => ({ ...nothing, sequence }));
  return writeOggPages([head, ...empty, ...others]);
}

/** Comment blocks that claim four billion entries. */
function endlessComments(sounds: Sounds): readonly HostileFile[] {
  const claim = (file: Buffer, mark: string): Buffer => {
    const at = file.indexOf(mark) + mark.length;
    const copy = Buffer.from(file);
    copy.writeUInt32LE(0xff_ff_ff_ff, at + 4 + copy.readUInt32LE(at));
    return copy;
  };
  const inOgg = (file: Buffer, mark: string): Buffer => {
    const [head, comment, ...others] = readOggPages(file);
    if (head === undefined || comment === undefined) throw new Error("the sound has no comment");
    return writeOggPages([
      head,
      { ...comment, body: claim(Buffer.from(comment.body), mark) },
      ...others,
    ]);
  };
  return [
    {
      name: "endless-comments.opus",
      expected: "either",
      make: () => inOgg(sounds.opus, "OpusTags"),
    },
    {
      name: "endless-comments.ogg",
      expected: "either",
      make: () => inOgg(sounds.ogg, "\x03vorbis"),
    },
    {
      name: "endless-comments.flac",
      expected: "either",
      make: () => {
        const copy = Buffer.from(sounds.flac);
        // The comment block: 4 bytes, the length of the vendor's name, the name, and the count.
        for (let at = 4; at < copy.length; at += 4 + copy.readUIntBE(at + 1, 3)) {
          if ((copy.readUInt8(at) & 0x7f) !== 4) continue;
          copy.writeUInt32LE(0xff_ff_ff_ff, at + 8 + copy.readUInt32LE(at + 4));
          break;
        }
        return copy;
      },
    },
  ];
}
