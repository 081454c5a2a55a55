import { expect, test } from "vitest";
import { formatMegabytes, refuseFile } from "./upload-rules.ts";

const LIMIT = 50 * 1024 * 1024;
const title = (name: string, type: string, size = 1000) => refuseFile({ name, type, size })?.title;

test("a file is taken by its type or by the end of its name", () => {
  expect([title("a", "audio/flac"), title("a.OGG", ""), title("a.m4a", "video/mp4")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("what is not audio is refused by name", () => {
  expect(refuseFile({ name: "notes.txt", type: "text/plain", size: 5 })).toEqual({
    title: "Invalid File Type",
    text: "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)",
  });
  expect(title("mp3", "")).toBe("Invalid File Type");
});

test("fifty megabytes are taken, and not a byte more", () => {
  expect(title("a.mp3", "audio/mpeg", LIMIT)).toBeUndefined();
  expect(refuseFile({ name: "a.mp3", type: "audio/mpeg", size: LIMIT + 1 })).toEqual({
    title: "File Too Large",
    text: "Please select a file smaller than 50MB",
  });
});

test("sizes are shown in megabytes", () => {
  expect([formatMegabytes(0), formatMegabytes(LIMIT)]).toEqual(["0.0 MB", "50.0 MB"]);
});
