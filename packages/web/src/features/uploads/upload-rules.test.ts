import { expect, test } from "vitest";
import { ApiCallError } from "../../api/call-api.ts";
import { formatMegabytes, passedOver, refuseFile, uploadFailure } from "./upload-rules.ts";

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

test("of several files that are dropped one is taken, and the others are not passed over in silence", () => {
  const files = [{ name: "a.mp3" }, { name: "b.mp3" }];

  expect([
    passedOver({ files: [], isBusy: true }),
    passedOver({ files: files.slice(1), isBusy: false }),
    passedOver({ files, isBusy: false }),
    passedOver({ files: files.slice(1), isBusy: true }),
  ]).toEqual([
    undefined,
    undefined,
    "One file at a time: only a.mp3 is uploaded. Drop the others one by one.",
    "One file at a time: wait until the current upload has finished.",
  ]);
});

test.each([
  [
    "its reason",
    "Unprocessable Entity",
    '{"error":"No sound","code":"refused_file"}',
    ": No sound",
  ],
  ["the status, without a reason", "Bad Gateway", "<html>", ": Bad Gateway"],
  ["neither, over HTTP/2", "", "<html>", ""],
])("an upload that the station refused says %s", (_what, statusText, text, said) => {
  const error = new ApiCallError({ status: 422, statusText, text });

  expect(uploadFailure(error)).toBe(`Upload failed${said}`);
});

test("an upload whose connection broke says that it failed", () => {
  expect(uploadFailure(new Error("the connection broke"))).toBe("Upload failed");
});
