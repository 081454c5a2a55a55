import type { IncomingFile, IncomingList } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { isMoving, wordCounts, wordIncoming, wordScan } from "./incoming-rules.ts";

const counts = { receiving: 0, received: 0, checking: 0, analysing: 0, added: 1200, refused: 2 };
const list: IncomingList = {
  files: [],
  total: 0,
  counts,
  scan: null,
  filesPerMinute: 0,
  secondsLeft: null,
  uploadFormats: [],
  maxUploadBytes: 1,
};
const scan = {
  way: "import",
  found: 3400,
  added: 100,
  refused: 20,
  startedAt: "2027-03-02T18:00:00.000Z",
} as const;

test("the counts are one line, with speed and time left while files are in progress", () => {
  expect(wordCounts(list)).toBe("1,200 in the library · 2 refused");
  expect(
    wordCounts({
      ...list,
      counts: { ...counts, receiving: 1, received: 40, analysing: 2 },
      filesPerMinute: 12,
      secondsLeft: 210,
    }),
  ).toBe(
    "1 receiving · 42 waiting or being analysed · 1,200 in the library · 2 refused · 12 files in the last minute · about 4 min left",
  );
});

test("a scan shows its progress, and is polled more often", () => {
  expect([wordScan(list), isMoving(list)]).toEqual([undefined, false]);
  expect(wordScan({ ...list, scan })).toBe("An import has read 120 of 3,400 new files.");
  expect(isMoving({ ...list, scan })).toBe(true);
});

test("a file shows its state and its source", () => {
  const file: IncomingFile = {
    id: "",
    name: "a.mp3",
    way: "upload",
    batchId: null,
    uploader: "admin",
    state: "receiving",
    sizeBytes: 4096,
    receivedBytes: 1024,
    reason: null,
    canRetry: false,
    trackId: null,
    startedAt: "",
    changedAt: "",
  };

  expect([
    wordIncoming(file),
    wordIncoming({ ...file, state: "added", way: "folder" }),
    wordIncoming({ ...file, state: "refused", reason: "No sound" }),
  ]).toEqual([
    "Receiving, 1.0 KB of 4.0 KB, uploaded by admin",
    "In the library, 4.0 KB, found in a music folder",
    "Refused: No sound",
  ]);
});
