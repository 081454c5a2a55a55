import { expect, test } from "vitest";
import { agedBefore, rowsKept } from "./retention-rules.ts";

const nowMs = Date.UTC(2030, 0, 31);
const day = (date: number, month = 0) => new Date(Date.UTC(2030, month, date));

test("each kind is kept for its days, requests for eight, past schedule entries for 400, and sessions until they expire", () => {
  const retention = { chatDays: 1, commentDays: 2, historyDays: 3, securityEventDays: 30 };

  expect(agedBefore({ retention, listeningSessionDays: 4 }, nowMs)).toEqual([
    { kind: "chat", before: day(30) },
    { kind: "comments", before: day(29) },
    { kind: "history", before: day(28) },
    { kind: "securityEvents", before: day(1) },
    { kind: "listeningSessions", before: day(27) },
    { kind: "requests", before: day(23) },
    { kind: "scheduleEntries", before: day(31 - 400) },
    { kind: "holidays", before: day(31 - 400) },
    { kind: "sessions", before: day(31) },
  ]);
});

test("zero days keep a kind forever, up to its number of rows", () => {
  const retention = { chatDays: 0, commentDays: 0, historyDays: 0, securityEventDays: 0 };

  expect(agedBefore({ retention, listeningSessionDays: 0 }, nowMs).map(({ kind }) => kind)).toEqual(
    ["requests", "scheduleEntries", "holidays", "sessions"],
  );
  expect(rowsKept).toEqual([
    { kind: "chat", kept: 100_000 },
    { kind: "comments", kept: 50_000 },
    { kind: "commentLikes", kept: 100_000 },
    { kind: "playLikes", kept: 100_000 },
    { kind: "requests", kept: 100_000 },
    { kind: "systemLogs", kept: 50_000 },
    { kind: "securityEvents", kept: 50_000 },
    { kind: "listeningSessions", kept: 5_000_000 },
  ]);
});
