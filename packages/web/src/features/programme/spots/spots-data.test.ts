import type { SpotAiring } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { outcomeWords, placeWords, stationTime } from "./spots-data.ts";

const airing: SpotAiring = {
  id: "1",
  trackId: null,
  title: "Spring sale",
  artist: "Corner Shop",
  show: { id: "2", name: "Night drive" },
  clock: { id: "3", name: "Music hour" },
  slotNumber: 3,
  isBreak: true,
  plannedAt: null,
  airedAt: "2027-03-01T18:30:05.400Z",
  lengthMs: 30_000,
  playedMs: 12_400,
  outcome: "cut",
  listeners: null,
};

test("a spot shows its place in the programme, and how much of it was heard", () => {
  expect(placeWords(airing)).toBe("Night drive · Music hour, slot 3 · spot break");
  expect(placeWords({ ...airing, show: null, clock: null, slotNumber: null, isBreak: false })).toBe(
    "Outside the schedule",
  );
  expect(placeWords({ ...airing, show: null, clock: null, slotNumber: null, isBreak: null })).toBe(
    "Planned, but the plan is no longer known",
  );
  expect(outcomeWords(airing)).toBe("Cut after 0:12");
  expect(outcomeWords({ ...airing, outcome: "whole" })).toBe("Whole");
  expect(outcomeWords({ ...airing, outcome: "on-air" })).toBe("On air");
});

test("times are in the station's time zone", () => {
  expect(stationTime(airing.airedAt, "Asia/Kolkata")).toBe("2027-03-02 00:00:05");
});
