import type { Occurrence, ScheduleEntry } from "@neonrelay/contract/callers";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buttonsOf, wordsOf } from "../../../test-page.tsx";
import { weekFrom } from "../../../ui/calendar-dates.ts";
import { WeekGrid } from "./week-grid.tsx";
import { weekItems } from "./week-item.ts";

const TIME_ZONE = "Europe/Berlin";
const entry: ScheduleEntry = {
  id: "e1",
  what: { kind: "show", showId: "s1" },
  startsAt: "2026-10-19T23:00:00",
  durationMinutes: 120,
  repeat: "FREQ=WEEKLY;BYDAY=MO",
  except: [],
  priority: 0,
  version: 1,
};
const late: Occurrence = {
  entryId: "e1",
  date: "2026-10-19",
  startsAt: "2026-10-19T21:00:00.000Z",
  endsAt: "2026-10-19T23:00:00.000Z",
  show: {
    id: "s1",
    name: "Night Flight",
    slug: "night-flight",
    pictureUrl: null,
    color: "violet",
    hosts: ["Vega"],
  },
  clock: null,
  isLive: true,
  covered: "partly",
  coveredBy: "News",
};

function markupOf(days: readonly string[]): string {
  const items = weekItems([late], { entries: [entry], timeZone: TIME_ZONE });
  const nothing = () => {};
  return renderToStaticMarkup(
    <WeekGrid
      days={days}
      items={items}
      holidays={new Map([["2026-10-20", "Founding Day"]])}
      timeZone={TIME_ZONE}
      nowMs={Date.parse("2026-10-20T10:00:00Z")}
      pending={undefined}
      onDraw={nothing}
      onOpen={nothing}
      onChange={nothing}
      onRemove={nothing}
      onPending={nothing}
    />,
  );
}

test("the calendar has a list for each day, and a show past midnight is in two of them", () => {
  const markup = markupOf(weekFrom("2026-10-19"));

  const lists = [...markup.matchAll(/<ol aria-label="([^"]*)">(.*?)<\/ol>/gs)].map(
    ([, name, content = ""]) => [name, Object.keys(buttonsOf(content)).length],
  );
  expect(lists.slice(0, 3)).toEqual([
    ["Monday, 19 October", 1],
    ["Tuesday, 20 October", 1],
    ["Wednesday, 21 October", 0],
  ]);
  expect(Object.keys(buttonsOf(markup))).toEqual([
    "Night Flight 23:00 – 01:00 Monday, 19 October, live show, repeats, partly covered by News",
    "… Night Flight 23:00 – 01:00 Monday, 19 October, live show, repeats, partly covered by News",
  ]);
});

test("today, and the day on which the clock changes, are marked", () => {
  const words = wordsOf(markupOf(weekFrom("2026-10-19")));

  expect(words).toContain("Tuesday (today) 20 October");
  expect(words).toContain("Sunday 25 October Clocks back 03:00 → 02:00");
});

test("the heading of a day names its holiday", () => {
  const [, ...headings] = markupOf(weekFrom("2026-10-19")).split("Founding Day");

  expect(headings).toHaveLength(1);
});
