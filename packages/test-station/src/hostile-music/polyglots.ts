import { id3Tag, id3Text, withoutId3 } from "./id3-frames.ts";
import type { HostileFile, Sounds } from "./hostile-file.ts";
import { blackPng } from "./png-pictures.ts";

/** Files that are not what their names say, or two things at once. */
export function polyglots(sounds: Sounds): readonly HostileFile[] {
  const song = withoutId3(sounds.mp3);
  const page = Buffer.from("<!doctype html><script>alert(document.cookie)</script>\n".repeat(20));
  const pdf = Buffer.from(`%PDF-1.4\n${"% comment\n".repeat(60)}`);
  const both = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
  return [
    { name: "page-before-song.mp3", expected: "either", make: () => both(page, song) },
    { name: "page-behind-song.mp3", expected: "added", make: () => both(sounds.mp3, page) },
    {
      name: "page-in-title.mp3",
      expected: "added",
      make: () => both(id3Tag([id3Text("TIT2", page.toString("latin1"))]), song),
    },
    { name: "pdf-before-song.mp3", expected: "either", make: () => both(pdf, song) },
    {
      name: "picture-before-song.mp3",
      expected: "either",
      make: () => both(blackPng({ width: 64, height: 64 }), song),
    },
    {
      name: "flac-behind-tag.mp3",
      expected: "added",
      make: () => both(id3Tag([id3Text("TIT2", "Hidden FLAC")]), sounds.flac),
    },
    { name: "two-songs.flac", expected: "either", make: () => both(sounds.flac, sounds.flac) },
    { name: "mp3.m4a", expected: "added", make: () => both(sounds.mp3, Buffer.of(0)) },
    { name: "wav.ogg", expected: "added", make: () => both(sounds.wav, Buffer.of(0)) },
    ...texts.map(({ name, text }): HostileFile => ({
      name,
      expected: "refused",
      make: () => Buffer.from(text),
    })),
    {
      name: "program.mp3",
      expected: "refused",
      make: () => both(Buffer.from("\x7fELF\x02\x01\x01", "latin1"), Buffer.alloc(100_000, 0x90)),
    },
  ];
}

/** Texts that would make a careless player open other files and addresses. */
const texts = [
  { name: "playlist.mp3", text: "#EXTM3U\n#EXTINF:5,A\nfile:///etc/passwd\n" },
  {
    name: "segments.m4a",
    text: "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
  },
  {
    name: "list.mp3",
    text: "ffconcat version 1.0\nfile '/etc/passwd'\nfile 'http://127.0.0.1:9/'\n",
  },
  {
    name: "drawing.mp3",
    text: '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  },
  { name: "session.aac", text: "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n" },
  { name: "spaces.wav", text: " ".repeat(200_000) },
  { name: "one-byte.mp3", text: "a" },
] as const;
