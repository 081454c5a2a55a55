import { expect, test } from "vitest";
import {
  decideAfterFailure,
  decideChoice,
  isUnderWay,
  mustBeginAgain,
  nextToSend,
  type QueuedUpload,
  summarise,
  type UploadState,
  wordUpload,
} from "./upload-queue-rules.ts";

const upload = (
  id: string,
  kind: UploadState["kind"],
  { sentBytes = 0 }: { readonly sentBytes?: number } = {},
): QueuedUpload => ({ id, name: id, sizeBytes: 200, sentBytes, state: stateOf(kind) });

function stateOf(kind: UploadState["kind"]): UploadState {
  if (kind === "paused") return { kind, because: "visitor" };
  return kind === "refused" ? { kind, reason: "No sound" } : { kind };
}

test("three files are sent at once, in the order they were added", () => {
  const uploads = [
    upload("a", "sent"),
    upload("b", "sending"),
    upload("c", "paused"),
    upload("d", "waiting"),
    upload("e", "waiting"),
    upload("f", "waiting"),
  ];

  expect(nextToSend(uploads, 3).map(({ id }) => id)).toEqual(["d", "e"]);
  expect(nextToSend(uploads, 1)).toEqual([]);
});

test.each<[number, string, UploadState]>([
  [0, "", { kind: "paused", because: "connection" }],
  [401, '{"error":"Sign in","code":"not_signed_in"}', { kind: "paused", because: "session" }],
  [429, "{}", { kind: "paused", because: "station" }],
  [503, "<html>", { kind: "paused", because: "station" }],
  [
    413,
    '{"error":"Please select a file smaller than 50MB","code":"too_large"}',
    { kind: "refused", reason: "Please select a file smaller than 50MB" },
  ],
  [418, "<html>", { kind: "refused", reason: "The station answered 418" }],
])("after the response %i %j an upload is %j", (status, text, state) => {
  expect(decideAfterFailure({ status, text })).toEqual(state);
});

test("the totals leave out refused files, and the page may be left if nothing is in progress", () => {
  const uploads = [upload("a", "sent", { sentBytes: 200 }), upload("b", "refused")];

  expect(summarise(uploads)).toEqual({
    files: 2,
    sent: 1,
    refused: 1,
    sizeBytes: 200,
    sentBytes: 200,
  });
  expect(isUnderWay(uploads)).toBe(false);
  expect(isUnderWay([...uploads, upload("c", "paused")])).toBe(true);
});

test("an upload shows its progress and why it is paused", () => {
  expect([
    wordUpload(upload("a", "sending", { sentBytes: 50 })),
    wordUpload(upload("a", "paused")),
    wordUpload(upload("a", "refused")),
  ]).toEqual(["Uploading, 25 %", "Paused", "Refused: No sound"]);
});

test("only an upload that the station no longer has restarts from its first byte", () => {
  expect([200, 204, 401, 403, 404, 410, 423, 429, 502, 503].filter(mustBeginAgain)).toEqual([
    404, 410,
  ]);
});

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
