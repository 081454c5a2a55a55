import { expect, test } from "vitest";
import { ApiCallError } from "../../api/call-api.ts";
import {
  acceptedFiles,
  decideChoice,
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

const song = (name: string, size = 1000) => ({ name, type: "", size });
const choose = (
  files: ReturnType<typeof song>[],
  how: { mayImport?: boolean; isBusy?: boolean } = {},
) => decideChoice(files, { limits, mayImport: true, isBusy: false, ...how });
const onlyMusic = "Please select an audio file (MP3, WAV, FLAC, M4A, OGG)";

test("a single file of music goes into the form, and joins the others while some are being sent", () => {
  const file = song("a.mp3");

  expect([choose([]), choose([file]), choose([file], { isBusy: true })]).toEqual([
    { kind: "nothing" },
    { kind: "form", file },
    {
      kind: "queue",
      files: [{ file, what: "music", refusal: undefined }],
      toast: undefined,
    },
  ]);
});

test("a single file that is refused says so in a toast and in the list", () => {
  const file = song("notes.txt");

  expect(choose([file])).toEqual({
    kind: "queue",
    files: [{ file, what: "music", refusal: onlyMusic }],
    toast: { title: "Invalid File Type", text: onlyMusic },
  });
});

test("of a folder the music and the playlists are sent, and each other file is refused with the reason", () => {
  const files = [song("a.mp3"), song("b.flac", LIMIT + 1), song("cover.jpg"), song("c.M3U8")];
  const large = song("d.pls", 2 * 1024 * 1024 + 1);

  const choice = choose([...files, large]);

  expect(choice).toEqual({
    kind: "queue",
    files: [
      { file: files[0], what: "music", refusal: undefined },
      { file: files[1], what: "music", refusal: "Please select a file smaller than 50MB" },
      { file: files[2], what: "music", refusal: onlyMusic },
      { file: files[3], what: "playlist", refusal: undefined },
      { file: large, what: "playlist", refusal: "Please select a file smaller than 2MB" },
    ],
    toast: undefined,
  });
});

test("without the right to the programme a playlist is no file to send, and isn't offered", () => {
  const choice = choose([song("c.m3u")], { mayImport: false });

  expect(choice).toMatchObject({ files: [{ refusal: onlyMusic }] });
  expect(
    [acceptedFiles(limits, true), acceptedFiles(limits, false)].map((each) =>
      each.includes(".m3u"),
    ),
  ).toEqual([true, false]);
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
  expect(acceptedFiles(more, false).endsWith(",.wma,.wv")).toBe(true);
  expect(refuseFile({ name: "notes.txt", type: "text/plain", size: 5 }, more)?.text).toBe(
    "Please select an audio file (MP3, WAV, FLAC, M4A, OGG, WMA, WavPack)",
  );
});
