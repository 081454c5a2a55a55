import type { Playlist } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import {
  decideAfterFailure,
  isUnderWay,
  mustBeginAgain,
  nextToSend,
  type QueuedUpload,
  reasonIn,
  summarise,
  type UploadState,
  wordUpload,
} from "./upload-queue-rules.ts";

const somePlaylist: Playlist = {
  id: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1",
  name: "Evening",
  description: "",
  order: "ordered",
  turn: { kind: "off" },
  isSeparated: true,
  rule: null,
  trackCount: 2,
  durationMs: 0,
  version: 1,
};

const upload = (
  id: string,
  kind: Exclude<UploadState["kind"], "imported">,
  { sentBytes = 0 }: { readonly sentBytes?: number } = {},
): QueuedUpload => ({
  id,
  what: "music",
  incomingId: undefined,
  name: id,
  sizeBytes: 200,
  sentBytes,
  state: stateOf(kind),
});

function stateOf(kind: Exclude<UploadState["kind"], "imported">): UploadState {
  if (kind === "paused") return { kind, because: "visitor" };
  return kind === "refused" ? { kind, reason: "No sound" } : { kind };
}

const imported = (leftOut: number, isEmpty = false): UploadState => ({
  kind: "imported",
  imported: {
    playlist: isEmpty ? null : somePlaylist,
    entryCount: 3,
    foundBy: { path: 3 - leftOut, name: 0, tags: 0 },
    awayCount: 0,
    leftOut: Array.from({ length: leftOut }, (_entry, index) => ({
      position: index + 1,
      text: "",
      reason: "unknown" as const,
    })),
  },
});

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

test("a playlist is imported once the music chosen with it is sent", () => {
  const playlist = { ...upload("list.m3u", "waiting"), what: "playlist" as const };

  const next = (music: QueuedUpload) => nextToSend([playlist, music], 3).map(({ id }) => id);
  expect([
    next(upload("a", "waiting")),
    next(upload("a", "paused")),
    next(upload("a", "sent")),
    next(upload("a", "refused")),
  ]).toEqual([["a"], [], ["list.m3u"], ["list.m3u"]]);
});

test("a playlist says what it waits for, and how many of its entries were found", () => {
  const words = (state: UploadState) =>
    wordUpload({ ...upload("list.m3u", "waiting"), what: "playlist", state });

  expect([
    words({ kind: "waiting" }),
    words({ kind: "sending" }),
    words(imported(1)),
    words(imported(3, true)),
  ]).toEqual([
    "Waiting for the music sent with it",
    "Imported once the music sent with it is in the library",
    "Playlist imported, 2 of 3 entries found",
    "Nothing imported, 0 of 3 entries found",
  ]);
  expect(isUnderWay([{ ...upload("list.m3u", "waiting"), state: imported(1) }])).toBe(false);
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
  expect(decideAfterFailure({ status, reason: reasonIn(text) })).toEqual(state);
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
