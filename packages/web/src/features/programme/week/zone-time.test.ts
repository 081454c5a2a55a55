import { expect, test } from "vitest";
import { clockChangeOn, localMoment } from "./zone-time.ts";

test("a moment is in the station's local time, wherever the visitor is", () => {
  const at = Date.parse("2026-11-23T23:30:00Z");

  expect(localMoment(at, "Europe/Berlin")).toEqual({ date: "2026-11-24", minute: 30 });
  expect(localMoment(at, "America/St_Johns")).toEqual({ date: "2026-11-23", minute: 1200 });
});

test("the days on which the clocks change are known, with the times before and after", () => {
  expect(clockChangeOn("2026-03-29", "Europe/Berlin")).toEqual({ fromMinute: 120, toMinute: 180 });
  expect(clockChangeOn("2026-10-25", "Europe/Berlin")).toEqual({ fromMinute: 180, toMinute: 120 });
  expect(clockChangeOn("2026-11-01", "America/New_York")).toEqual({
    fromMinute: 120,
    toMinute: 60,
  });
  expect(clockChangeOn("2026-10-26", "Europe/Berlin")).toBeUndefined();
  expect(clockChangeOn("2026-03-29", "Asia/Tokyo")).toBeUndefined();
});
