import { id3Picture, id3Tag, id3Text, withoutId3 } from "./id3-frames.ts";
import type { HostileFile, Sounds } from "./hostile-file.ts";
import { blackPng } from "./png-pictures.ts";

/** Songs whose covers are small files but huge pictures. Without its cover a song is still a song. */
export function hugePictures(sounds: Sounds): readonly HostileFile[] {
  const song = withoutId3(sounds.mp3);
  const withCovers = (name: string, makeCovers: () => readonly Buffer[]): HostileFile => ({
    name,
    expected: "added",
    make: () => {
      const frames = [id3Text("TIT2", name), ...makeCovers().map(id3Picture)];
      return Buffer.concat([id3Tag(frames), song]);
    },
  });
  const small = blackPng({ width: 300, height: 300 });
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  return [
    withCovers("cover-100-megapixels.mp3", () => [blackPng({ width: 10_000, height: 10_000 })]),
    withCovers("cover-10000-wide.mp3", () => [blackPng({ width: 10_000, height: 3 })]),
    withCovers("cover-10000-high.mp3", () => [blackPng({ width: 1, height: 10_000 })]),
    withCovers("cover-400-megapixels.mp3", () => [blackPng({ width: 20_000, height: 20_000 })]),
    withCovers("cover-claims-much.mp3", () => [
      blackPng({ width: 0x7f_ff_ff_ff, height: 0x7f_ff_ff_ff, lines: 0 }),
    ]),
    withCovers("cover-lacks-lines.mp3", () => [blackPng({ width: 9000, height: 9000, lines: 5 })]),
    withCovers("cover-cut.mp3", () => [small.subarray(0, small.length / 2)]),
    withCovers("cover-is-drawing.mp3", () => [Buffer.from(drawing)]),
    withCovers("cover-is-empty.mp3", () => [Buffer.alloc(0)]),
    withCovers("hundred-covers.mp3", () => Array<Buffer>(100).fill(small)),
  ];
}
