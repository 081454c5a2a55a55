import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { formatBehindTag } from "../../packages/on-air/src/audio/container.ts";
import { squarePicture } from "../../packages/on-air/src/media/artwork.ts";
import { containerOf, soundOffset } from "../../packages/on-air/src/media/sound-container-rules.ts";
import { readTrackTags } from "../../packages/on-air/src/media/track-tags.ts";
import {
  id3Frame,
  id3Picture,
  id3Tag,
  id3Text,
} from "../../packages/test-station/src/hostile-music/id3-frames.ts";
import { blackPng } from "../../packages/test-station/src/hostile-music/png-pictures.ts";
import { expectOneLine, expectPlain, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const picture = blackPng({ width: 16, height: 16 });
const frames = [
  id3Text("TIT2", "Night"),
  id3Text("TPE1", "Ada"),
  id3Text("TCON", "(17)Rock"),
  id3Frame("TXXX", Buffer.from("\0REPLAYGAIN_TRACK_GAIN\0-6.5 dB", "latin1")),
  id3Frame("COMM", Buffer.from("\x01eng\xff\xfe\0\0\xff\xfea\0", "latin1")),
];
const mp3Frame = Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413)]);

/** Music files as the media child reads their tags, and covers. Saved inputs have FLAC, Ogg, MP4, APE and RIFF. */
export const mediaTags: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 16 * 1024,
  seeds: [
    Buffer.concat([id3Tag([...frames, id3Picture(picture)]), mp3Frame, mp3Frame]),
    Buffer.concat([
      mp3Frame,
      Buffer.from("APETAGEX\xd0\x07\0\0\x40\0\0\0\x01\0\0\0\0\0\0\x80", "latin1"),
      Buffer.alloc(8),
      Buffer.from("TAG".padEnd(128, "x")),
    ]),
    picture,
  ],
  words: [
    "ID3\x03\0\0",
    "ID3\x04\0\x40",
    "TIT2",
    "TPE1",
    "APIC",
    "TXXX",
    "fLaC",
    "OggS",
    "OpusTags",
    "\x03vorbis",
    "ftyp",
    "moov",
    "udta",
    "meta",
    "ilst",
    "covr",
    "data",
    "RIFF",
    "WAVE",
    "LIST",
    "INFO",
    "FORM",
    "AIFF",
    "APETAGEX",
    "TAG",
    "\x89PNG",
    "IHDR",
    "IDAT",
    "\xff\xd8\xff\xe0",
    "GIF89a",
    "<svg",
    "metadata_block_picture=",
    "\xff\xff\xff\xff",
    "\x7f\x7f\x7f\x7f",
  ],
  run: async (input) => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), "fuzz-tags-"));
    const file = path.join(folder.path, "song.mp3");
    writeFileSync(file, input);
    formatBehindTag(file);
    containerOf(input.subarray(soundOffset(input)), ".mp3");
    const tags = await readTrackTags(file);
    const { picture: found, ...texts } = tags;
    expectPlain(texts, "tags");
    for (const text of Object.values(texts)) {
      if (typeof text === "string") expectOneLine(text, "a tag");
      if (typeof text === "string")
        expectThat(text.length <= 600, "a tag is too long", text.length);
      if (typeof text === "number") expectThat(Number.isFinite(text), "a number is none", text);
    }
    const cover = await squarePicture(found ?? input);
    expectThat(cover === null || cover.length < 1024 * 1024, "a cover is too large", cover?.length);
  },
};
