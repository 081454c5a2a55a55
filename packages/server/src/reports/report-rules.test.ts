import { expect, test } from "vitest";
import {
  countPlay,
  fileNameOf,
  incompleteTrackIdsOf,
  newTotals,
  notesOf,
  periodOf,
  refusePeriod,
  unitedStatesShareOf,
} from "./report-rules.ts";
import { jingle, liveTitle, reportPlay } from "./test-report-plays.ts";

const HOUR_MS = 3_600_000;

test("[K26] a report's days are whole days of its time zone, also those on which clocks change", () => {
  const hoursOf = (from: string, to: string, timeZone: string) => {
    const { fromMs, untilMs } = periodOf({ from, to, timeZone });
    return (untilMs - fromMs) / HOUR_MS;
  };

  expect(hoursOf("2027-03-28", "2027-03-28", "Europe/Berlin")).toBe(23);
  expect(hoursOf("2027-10-31", "2027-10-31", "Europe/Berlin")).toBe(25);
  expect(hoursOf("2027-03-01", "2027-03-31", "America/New_York")).toBe(31 * 24 - 1);
  expect(hoursOf("2027-04-04", "2027-04-04", "Australia/Lord_Howe")).toBe(24.5);
  // Midnight itself is left out.
  expect(periodOf({ from: "2024-04-26", to: "2024-04-26", timeZone: "Africa/Cairo" })).toEqual({
    fromMs: Date.parse("2024-04-25T22:00:00Z"),
    untilMs: Date.parse("2024-04-26T21:00:00Z"),
  });
});

test("days that don't exist, come in the wrong order, lie ahead or are too many are refused", () => {
  const fieldOf = (from: string, to: string) =>
    refusePeriod({ from, to }, { today: "2027-03-31", maxDays: 366 })?.field ?? null;

  expect(fieldOf("2027-03-01", "2027-03-31")).toBeNull();
  expect(fieldOf("2026-03-31", "2027-03-31")).toBeNull();
  expect(fieldOf("2027-02-30", "2027-03-01")).toBe("from");
  expect(fieldOf("2027-02-01", "2027-02-29")).toBe("to");
  expect(fieldOf("2027-03-02", "2027-03-01")).toBe("to");
  expect(fieldOf("2027-03-01", "2027-04-01")).toBe("to");
  expect(fieldOf("2026-03-30", "2027-03-31")).toBe("to");
  expect(fieldOf("0000-01-01", "2027-03-31")).toBe("from");
});

test("[K27] listeners of unknown countries count as in the United States; without any listening time everything does", () => {
  const share = (countries: Record<string, number>) =>
    unitedStatesShareOf(reportPlay({ countries }));

  expect(share({ US: 1, DE: 3 })).toBe(0.25);
  expect(share({ DE: 2, "": 1, other: 1 })).toBe(0.5);
  expect(share({ "": 5 })).toBe(1);
  expect(share({})).toBe(1);
});

test("[K28] completeness counts plays of music, and names each track once", () => {
  const totals = newTotals();
  const unlabelled = reportPlay({ label: "" });

  for (const play of [unlabelled, unlabelled, liveTitle, { ...jingle, isrc: "" }])
    countPlay(totals, play);

  expect(totals.completeness).toEqual({
    plays: 3,
    playsWithoutIsrc: 1,
    playsWithoutLabel: 3,
    playsWithoutAlbum: 1,
    tracks: 1,
  });
  expect(incompleteTrackIdsOf(totals)).toEqual([unlabelled.trackId]);
});

test("[K27] notes say whose listeners were counted, and what is not there", () => {
  const totalsOf = (...plays: readonly ReturnType<typeof reportPlay>[]) => {
    const totals = newTotals();
    for (const play of plays) countPlay(totals, play);
    return totals;
  };
  const base = { isCutAtStart: false, today: "2027-05-01" };
  const answers = { kind: "soundexchange", to: "2027-03-31" } as const;

  expect(notesOf(answers, { ...base, totals: totalsOf(reportPlay()) })).toEqual([
    "It counts listeners in the United States, by their part of each play's listening time; unknown countries count as there (0.0 % of the time).",
  ]);
  expect(notesOf(answers, { ...base, totals: totalsOf(liveTitle) })).toEqual([
    "No listener's country is known, so it counts listeners of all countries.",
    "Recordings without an ISRC need album and label.",
  ]);
  expect(
    notesOf(
      { kind: "csv", to: "2027-05-01" },
      { ...base, isCutAtStart: true, totals: totalsOf(reportPlay()) },
    ),
  ).toEqual([
    "Plays of its first days are not there: they are older than the history that is kept, or than the station.",
    "Its last day is not over.",
  ]);
});

test("SoundExchange's file is named after service and days", () => {
  const answers = {
    from: "2027-03-01",
    to: "2027-03-31",
    timeZone: "UTC",
    service: { name: "Neon Relay 1", category: "", channel: "" },
    columns: null,
  };

  expect(fileNameOf({ ...answers, kind: "soundexchange" })).toBe(
    "NEONRELAY101032027-31032027_A.txt",
  );
  expect(fileNameOf({ ...answers, kind: "ppl" })).toBe("ppl-2027-03-01-2027-03-31.csv");
});
