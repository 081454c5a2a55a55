import type { IncomingFile, ImportedPlaylist } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { linesOf } from "./file-lines.ts";
import type { QueuedUpload, UploadState } from "./several/upload-queue-rules.ts";
import type { UploadRecord } from "./upload-data.ts";

const own = (name: string, state: UploadState): QueuedUpload => ({
  id: name,
  what: "music",
  incomingId: undefined,
  name,
  sizeBytes: 2048,
  sentBytes: 0,
  state,
});

const atStation = (name: string, changed: Partial<IncomingFile> = {}): IncomingFile => ({
  id: `station's ${name}`,
  name,
  way: "upload",
  batchId: "5b0d3c1e-4d0f-4a0e-9c57-0a8f4be7d6a1",
  uploader: "admin",
  state: "checking",
  sizeBytes: 2048,
  receivedBytes: 2048,
  reason: null,
  canRetry: false,
  trackId: null,
  startedAt: "",
  changedAt: "",
  ...changed,
});

const record = (changed: Partial<UploadRecord>): UploadRecord => ({
  id: "form",
  file: new File([new Uint8Array(1024 * 1024)], "form.flac"),
  status: "uploading",
  progress: 0.25,
  outcome: null,
  trackId: null,
  canRetry: false,
  ...changed,
});

const everything = { state: undefined, page: 0 };
const none = { records: [], uploads: [], incoming: [], mayEdit: true, shown: everything };

test("a file that this page sends is one line, before and after the station has it", () => {
  const sending = {
    ...own("a.flac", { kind: "sending" }),
    sentBytes: 512,
    incomingId: "station's a.flac",
  };
  const incoming = [atStation("a.flac")];

  const during = linesOf({ ...none, uploads: [sending], incoming });
  const after = linesOf({ ...none, uploads: [{ ...sending, state: { kind: "sent" } }], incoming });

  expect([during, after].map(({ lines }) => lines.map(({ words }) => words))).toEqual([
    ["Uploading, 25 %"],
    ["Checking, 2.0 KB, uploaded by admin"],
  ]);
  expect(during.lines[0]).toMatchObject({ size: "512 B of 2.0 KB", sentPart: 0.25 });
});

test("files in progress come first, then those refused here, then the station's", () => {
  const { lines } = linesOf({
    ...none,
    uploads: [
      own("refused.jpg", { kind: "refused", reason: "Please select an audio file" }),
      own("waiting.flac", { kind: "waiting" }),
      own("paused.flac", { kind: "paused", because: "visitor" }),
      own("sending.flac", { kind: "sending" }),
    ],
    incoming: [atStation("checking.flac")],
  });

  expect(lines.map(({ name }) => name)).toEqual([
    "sending.flac",
    "paused.flac",
    "waiting.flac",
    "refused.jpg",
    "checking.flac",
  ]);
});

test("each state has its actions", () => {
  const imported: ImportedPlaylist = {
    playlist: null,
    entryCount: 1,
    foundBy: { path: 0, name: 0, tags: 0 },
    awayCount: 0,
    leftOut: [],
  };
  const trackId = "1f0e8c52-6a0b-4d7e-9c3f-5b2a8d4e7f60";
  const everyState = {
    ...none,
    records: [record({ status: "failed", canRetry: true })],
    uploads: [
      own("1", { kind: "sending" }),
      { ...own("2", { kind: "sending" }), what: "playlist" as const },
      own("3", { kind: "paused", because: "visitor" }),
      own("4", { kind: "waiting" }),
      own("5", { kind: "refused", reason: "" }),
      own("6", { kind: "imported", imported }),
    ],
    incoming: [
      atStation("7"),
      atStation("8", { state: "added", trackId }),
      atStation("9", { state: "refused", canRetry: true }),
    ],
  };
  const actionsWhere = (mayEdit: boolean) =>
    Object.fromEntries(
      linesOf({ ...everyState, mayEdit }).lines.map(({ name, actions }) => [
        name,
        actions.map(({ kind }) => kind).join(),
      ]),
    );

  expect(actionsWhere(true)).toEqual({
    "form.flac": "retry",
    1: "pause,cancel",
    2: "cancel",
    3: "resume,cancel",
    4: "cancel",
    5: "dismiss",
    6: "report",
    7: "",
    8: "edit",
    9: "retry,dismiss",
  });
  expect(actionsWhere(false)).toMatchObject({ 8: "" });
});

test("the form's file shows its bytes and its outcome, and the station's line of it stays away", () => {
  const lineOf = (changed: Partial<UploadRecord>) =>
    linesOf({
      ...none,
      records: [record(changed)],
      incoming: [atStation("form.flac", { state: "added", batchId: null, sizeBytes: 1024 * 1024 })],
    }).lines.map(({ words, size, sentPart }) => ({ words, size, sentPart }));

  expect([
    lineOf({})[0],
    lineOf({ progress: 1 })[0],
    lineOf({ status: "completed", progress: 1, outcome: "Tide by Tones is in the library" }),
    lineOf({ status: "failed", progress: 0, outcome: "Upload failed" }),
  ]).toEqual([
    { words: "Uploading, 25 %", size: "0.3 MB of 1.0 MB", sentPart: 0.25 },
    { words: "Uploaded; the station is analysing it…", size: "1.0 MB of 1.0 MB", sentPart: 1 },
    [
      {
        words: "Completed. Tide by Tones is in the library",
        size: "1.0 MB",
        sentPart: undefined,
      },
    ],
    [{ words: "Failed. Upload failed", size: "1.0 MB", sentPart: undefined }],
  ]);
});

test("this page's files follow the filter, and are on the first page only", () => {
  const uploads = [
    own("refused.jpg", { kind: "refused", reason: "" }),
    own("waiting.flac", { kind: "waiting" }),
  ];
  const namesOn = (shown: { readonly state?: IncomingFile["state"]; readonly page?: number }) =>
    linesOf({ ...none, uploads, shown: { ...everything, ...shown } }).lines.map(({ name }) => name);

  expect([
    namesOn({ state: "refused" }),
    namesOn({ state: "receiving" }),
    namesOn({ state: "added" }),
    namesOn({ page: 1 }),
  ]).toEqual([["refused.jpg"], ["waiting.flac"], [], []]);
});

test("a hundred of this page's files have a line, and the rest are counted", () => {
  const uploads = Array.from({ length: 103 }, (_each, index) =>
    own(String(index), { kind: "waiting" }),
  );

  const { lines, leftOut } = linesOf({ ...none, uploads });

  expect([lines.length, leftOut]).toEqual([100, 3]);
});
