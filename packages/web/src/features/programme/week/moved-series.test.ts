import { expect, test } from "vitest";
import { movedSeries } from "./moved-series.ts";

const weekly = {
  startsAt: "2026-11-02T20:00:00",
  durationMinutes: 120,
  repeat: "FREQ=WEEKLY;BYDAY=MO,TH",
  except: ["2026-11-09", "2026-11-12"],
};

test("an entry that happens once moves to its new day and time", () => {
  const once = { ...weekly, repeat: null, except: [] };

  expect(
    movedSeries(once, { from: "2026-11-02", to: { date: "2026-11-04", minute: 600, minutes: 60 } }),
  ).toEqual({ ...once, startsAt: "2026-11-04T10:00:00", durationMinutes: 60 });
});

test("a later hour applies to the whole series and keeps its days", () => {
  expect(
    movedSeries(weekly, {
      from: "2026-11-23",
      to: { date: "2026-11-23", minute: 1275, minutes: 90 },
    }),
  ).toEqual({ ...weekly, startsAt: "2026-11-02T21:15:00", durationMinutes: 90 });
});

test("a weekly series moves with its day, together with the start and exceptions of that day", () => {
  expect(
    movedSeries(weekly, {
      from: "2026-11-23",
      to: { date: "2026-11-24", minute: 1200, minutes: 120 },
    }),
  ).toEqual({
    startsAt: "2026-11-03T20:00:00",
    durationMinutes: 120,
    repeat: "FREQ=WEEKLY;BYDAY=TU,TH",
    except: ["2026-11-10", "2026-11-12"],
  });
});

test("a daily entry keeps its days", () => {
  const daily = { ...weekly, repeat: "FREQ=DAILY", except: [] };

  expect(
    movedSeries(daily, {
      from: "2026-11-23",
      to: { date: "2026-11-25", minute: 540, minutes: 120 },
    }),
  ).toEqual({ ...daily, startsAt: "2026-11-02T09:00:00" });
});
