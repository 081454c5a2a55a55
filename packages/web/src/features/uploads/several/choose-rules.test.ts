import { expect, test } from "vitest";
import { decideChoice } from "./choose-rules.ts";

const file = (name: string, size = 1000) => ({ name, type: "", size });
const MB = 1024 * 1024;
const limits = (maxUploadBytes: number) => ({ maxUploadBytes, uploadFormats: [] });

test("of a folder the music is sent, files that are too large are refused, and the rest is named", () => {
  const song = file("a.mp3");
  const large = file("b.flac", 2 * MB + 1);
  const rest = ["cover.jpg", "list.m3u", "c.txt", "d.txt"].map((name) => file(name));

  expect(decideChoice([song, ...rest, large], limits(2 * MB))).toEqual({
    files: [
      { file: song, refusal: undefined },
      { file: large, refusal: "Please select a file smaller than 2MB" },
    ],
    notice: "Left out 4 files that are not music: cover.jpg, list.m3u, c.txt and 1 more",
  });
});

test("choosing only music shows no notice", () => {
  expect(decideChoice([file("a.mp3")], limits(MB)).notice).toBeUndefined();
});
