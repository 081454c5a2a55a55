import { expect, test } from "vitest";
import {
  countryName,
  decimalWords,
  figureWords,
  hoursWords,
  placeName,
  shareWords,
  stepWords,
} from "./listener-words.ts";

test("[W301] countries have names; what is unknown or has no row of its own says so", () => {
  expect([countryName("DE"), countryName("QM"), countryName(null)]).toEqual([
    "Germany",
    "QM",
    "Unknown",
  ]);
  expect([
    placeName("countries", "other"),
    placeName("players", "other"),
    placeName("devices", "tv"),
    placeName("devices", "other"),
    placeName("edges", null),
    placeName("players", null),
    placeName("via", "web"),
  ]).toEqual(["Others", "Others", "TV", "Other", "The station itself", "Unknown", "Web port"]);
});

test("[W304] figures have a unit, and an em dash where there is none", () => {
  const nobody = {
    seconds: 0,
    averageListeners: 0,
    peakListeners: null,
    sessions: 0,
    lostSessions: 0,
    uniques: null,
  };
  const some = {
    ...nobody,
    seconds: 4_500_000,
    averageListeners: 1234.56,
    peakListeners: 2000,
    sessions: 1000,
    uniques: { average: 412.5, highest: 530 },
  };

  expect(figureWords(nobody)).toEqual({
    peak: "—",
    average: "0.0",
    hours: "0.0 h",
    sessions: "0",
    uniques: "—",
    length: "—",
  });
  expect(figureWords({ ...some, uniques: { average: 9, highest: 9 } }).uniques).toBe("9");
  expect(figureWords(some)).toEqual({
    peak: "2,000",
    average: "1,234.6",
    hours: "1,250 h",
    sessions: "1,000",
    uniques: "412.5, highest 530",
    length: "1h 15m",
  });
});

test("[W304] shares are of a whole, and decimals carry over", () => {
  expect([shareWords(1, 8), shareWords(0, 8), shareWords(3, 0)]).toEqual(["12.5 %", "0.0 %", "—"]);
  expect([decimalWords(9.96), hoursWords(36_000), hoursWords(3600)]).toEqual([
    "10.0",
    "10 h",
    "1.0 h",
  ]);
});

test("[W304] a step is named in the station's time zone", () => {
  const first = { from: "2027-02-28T23:00:00.000Z", date: "2027-03-01" };
  const named = (step: "hour" | "day" | "week" | "month") =>
    stepWords(first, { step, timeZone: "Europe/Berlin" });

  expect([named("hour"), named("day"), named("week"), named("month")]).toEqual([
    "Mon 1 Mar, 00:00",
    "Mon, 1 Mar 2027",
    "Week of 1 Mar 2027",
    "March 2027",
  ]);
});
