import { expect, test } from "vitest";
import { ApiCallError } from "../../api/call-api.ts";
import {
  acceptedFiles,
  decideDrop,
  formatMegabytes,
  refuseFile,
  uploadFailure,
  type UploadLimits,
} from "./upload-rules.ts";

const LIMIT = 50 * 1024 * 1024;
const limits = { maxUploadBytes: LIMIT, uploadFormats: [] };
const title = (name: string, type: string, size = 1000) =>
  refuseFile({ name, type, size }, limits)?.title;

test("a file is accepted by its type or its extension", () => {
  expect([title("a", "audio/flac"), title("a.OGG", ""), title("a.m4a", "video/mp4")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a file that is not audio is refused by name", () => {
  expect(refuseFile({ name: "notes.txt", type: "text/plain", size: 5 }, limits)).toEqual({
    title: "Invalid File Type",
    text: "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)",
  });
  expect(title("mp3", "")).toBe("Invalid File Type");
});

test("fifty megabytes are accepted, one byte more is not", () => {
  expect(title("a.mp3", "audio/mpeg", LIMIT)).toBeUndefined();
  expect(refuseFile({ name: "a.mp3", type: "audio/mpeg", size: LIMIT + 1 }, limits)).toEqual({
    title: "File Too Large",
    text: "Please select a file smaller than 50MB",
  });
});

test("sizes are shown in megabytes", () => {
  expect([formatMegabytes(0), formatMegabytes(LIMIT)]).toEqual(["0.0 MB", "50.0 MB"]);
});

const song = (name: string) => ({ name, type: "", size: 1000 });
const only = (name: string) =>
  `One file at a time: only ${name} is uploaded. Drop the others one by one.`;

test("of several dropped files one is uploaded, and the others are named", () => {
  const files = [song("a.mp3"), song("b.mp3")];

  expect([
    decideDrop({ limits, files: [], isBusy: true }),
    decideDrop({ limits, files: [song("b.mp3")], isBusy: false }),
    decideDrop({ limits, files, isBusy: false }),
    decideDrop({ limits, files: [song("b.mp3")], isBusy: true }),
  ]).toEqual([
    { kind: "nothing" },
    { kind: "sent", file: song("b.mp3"), notice: undefined },
    { kind: "sent", file: song("a.mp3"), notice: only("a.mp3") },
    {
      kind: "wait",
      notice: "One file at a time: wait until the current upload has finished.",
    },
  ]);
});

test("of a cover and a song dropped together the song is uploaded", () => {
  const files = [song("cover.jpg"), song("a.mp3")];

  expect(decideDrop({ limits, files, isBusy: false })).toEqual({
    kind: "sent",
    file: song("a.mp3"),
    notice: only("a.mp3"),
  });
});

test("without an acceptable file the drop is refused, and none counts as uploaded", () => {
  const files = [song("cover.jpg"), song("notes.txt")];

  expect(decideDrop({ limits, files, isBusy: false })).toEqual({
    kind: "refused",
    refusal: {
      title: "Invalid File Type",
      text: "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)",
    },
  });
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
])("an upload refused by the station says %s", (_what, statusText, text, said) => {
  const error = new ApiCallError({ status: 422, statusText, text });

  expect(uploadFailure(error)).toBe(`Upload failed${said}`);
});

test("an upload whose connection broke says that it failed", () => {
  expect(uploadFailure(new Error("the connection broke"))).toBe("Upload failed");
});

test("a format added by an operator is offered, named and accepted", () => {
  const more: UploadLimits = { maxUploadBytes: LIMIT, uploadFormats: ["wma", "wavpack"] };
  const file = { name: "Tide.WMA", type: "audio/x-ms-wma", size: 5 };

  expect(refuseFile(file, limits)?.text).toBe(
    "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)",
  );
  expect(refuseFile(file, more)).toBeUndefined();
  expect(acceptedFiles(more).endsWith(",.wma,.wv")).toBe(true);
  expect(refuseFile({ name: "notes.txt", type: "text/plain", size: 5 }, more)?.text).toBe(
    "Please select an audio file (MP3, WAV, FLAC, M4A, OGG, WMA, WavPack)",
  );
});
