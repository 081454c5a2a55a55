import { OggPages } from "../../packages/on-air/src/feeds/ogg-pages.ts";
import {
  readTitleComment,
  type InBandTitle,
} from "../../packages/on-air/src/feeds/vorbis-comment.ts";
import { expectOneLine, expectSame, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

function comments(...texts: readonly string[]): Buffer {
  const sized = ["v", ...texts].map((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([length, Buffer.from(text, "latin1")]);
  });
  const [vendor = Buffer.alloc(0), ...rest] = sized;
  const count = Buffer.alloc(4);
  count.writeUInt32LE(texts.length);
  return Buffer.concat([vendor, count, ...rest]);
}

function page(flags: number, granule: bigint, body: Buffer): Buffer {
  const head = Buffer.alloc(27);
  head.write("OggS", 0, "latin1");
  head[5] = flags;
  head.writeBigInt64LE(granule, 6);
  const lacing = Buffer.concat([
    Buffer.alloc(Math.floor(body.length / 255), 255),
    Buffer.from([body.length % 255]),
  ]);
  head[26] = lacing.length;
  return Buffer.concat([head, lacing, body]);
}

const tags = comments("ARTIST=Ada", "TITLE=Night");
const opus = [
  page(2, 0n, Buffer.from("OpusHead\x01\x02\0\0\x80\xbb\0\0\0\0\0", "latin1")),
  page(0, 0n, Buffer.concat([Buffer.from("OpusTags"), tags])),
  page(0, 960n, Buffer.alloc(40, 7)),
];

/** Ogg from a DJ: where a listener can join, and its titles. */
export const oggPages: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 4 * 1024,
  seeds: [
    Buffer.concat([...opus, ...opus]),
    Buffer.concat([
      page(2, 0n, Buffer.from("\x01vorbis")),
      page(0, 0n, Buffer.concat([Buffer.from("\x03vorbis"), tags])),
      page(4, 99n, Buffer.alloc(9)),
    ]),
    Buffer.concat([
      page(
        2,
        0n,
        Buffer.concat([Buffer.from("\x7fFLAC\x01\0\0\x01fLaC", "latin1"), Buffer.alloc(38)]),
      ),
      page(0, 0n, Buffer.concat([Buffer.from("\x84\0\0\x20", "latin1"), tags])),
      page(0, 5n, Buffer.alloc(3)),
    ]),
  ],
  words: [
    "OggS",
    "OpusTags",
    "OpusHead",
    "\x03vorbis",
    "\x7fFLAC",
    "fLaC",
    "ARTIST=",
    "TITLE=",
    "\xff\xff\xff\xff",
  ],
  run: (input) => {
    const whole = follow([input], input.length);
    const cut = follow(
      Array.from(input, (byte) => Buffer.from([byte])),
      input.length,
    );
    expectSame(cut, whole, "pages depend on how they are cut");
    const title = readTitleComment(input);
    if (title !== null) expectOneLine(`${title.artist}${title.title}`, "a title of Ogg");
  },
};

function follow(pieces: readonly Buffer[], length: number) {
  const titles: (InBandTitle & { readonly place: number })[] = [];
  const pages = new OggPages((title) => titles.push(title));
  for (const piece of pieces) pages.add(piece);
  const restarts = [0, Math.floor(length / 2), length].map((place) => {
    const restart = pages.restartAt(place);
    expectThat(restart === null || restart.preamble.length <= 64 * 1024, "a preamble is too long");
    return restart === null ? null : [restart.preamble.toString("latin1"), restart.from];
  });
  for (const { artist, title } of titles) expectOneLine(`${artist}${title}`, "a title of Ogg");
  return { titles, restarts };
}
