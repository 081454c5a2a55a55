import { expect, test } from "vitest";
import { containerOf, soundOffset } from "./sound-container-rules.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["fLaC\0\0\0\x22", ".mp3", "flac"],
  ["OggS\0\x02", ".ogg", "ogg"],
  ["\0\0\0\x20ftypM4A ", ".mp3", "mp4"],
  ["RIFF\0\0\0\0WAVE", ".bin", "wav"],
  ["FORM\0\0\0\0AIFC", ".aif", "aiff"],
  ["\xff\xfb\x90\x64", ".wav", "mp3"],
  ["\xff\xf1\x50\x80", ".mp3", "aac"],
  ["\0\0\0\0", ".MP3", "mp3"],
  ["\x1aE\xdf\xa3", ".mka", null],
  ["RIFF\0\0\0\0AVI ", ".wav", null],
])("a file that starts with %j and is called %s is %s", (head, extension, container) => {
  expect(containerOf(bytes(head), extension)).toBe(container);
});

test("the sound starts after the ID3 tag", () => {
  expect(soundOffset(bytes("ID3\x03\0\0\0\0\x02\x01"))).toBe(10 + 257);
  expect(soundOffset(bytes("\xff\xfb\x90\x64"))).toBe(0);
});
