import { expect, test } from "vitest";
import { nameShow, wordDay, wordNext, wordText, wordTime, type ShowDate } from "./show-words.ts";

const said = { timeZone: "Europe/Berlin", nowMs: Date.parse("2027-03-01T12:00:00Z") };
const dawn: ShowDate = {
  entryId: "1",
  date: "2027-03-02",
  startsAt: "2027-03-02T05:00:00.000Z",
  endsAt: "2027-03-02T06:00:00.000Z",
  show: { id: "2", name: "Dawn", slug: "dawn", color: "cyan", pictureUrl: null, hosts: [] },
  clock: null,
  isLive: false,
  covered: "no",
  coveredBy: null,
};

test.each([
  ["2027-03-01T21:00:00Z", "22:00 UTC+1", "22:00"],
  ["2027-03-01T23:30:00Z", "00:30 UTC+1", "Tue 00:30"],
  ["2027-03-07T19:00:00Z", "20:00 UTC+1", "Sun 20:00"],
  ["2027-03-28T19:00:00Z", "21:00 UTC+2", "Mar 28 21:00"],
])("[B6] %s is %s in the station's time zone, and written as %s", (at, time, day) => {
  expect([wordTime(at, said.timeZone), wordDay(at, said)]).toEqual([time, day]);
});

test("[B6] UTC has no offset in words", () => {
  expect(wordTime("2027-03-01T21:00:00Z", "UTC")).toBe("21:00 UTC");
});

test("[B6] a show is named with its hosts, without control characters", () => {
  expect(nameShow({ name: "Night\u0003 Flight", hosts: [] })).toBe("“Night Flight”");
  expect(nameShow({ name: "Dawn", hosts: ["Vega", "Ada"] })).toBe("“Dawn” with Vega and Ada");
});

test("[B6] the next show is named with its time, and an upcoming clock is not named", () => {
  expect(wordNext({ next: dawn }, said)).toBe("next: “Dawn” Tue 06:00 UTC+1");
  expect(wordNext({ next: { ...dawn, show: null } }, said)).toBe("");
});

test("[B3] a long text of several lines becomes one line that ends in an ellipsis", () => {
  const words = wordText(`First line\nsecond ${"long ".repeat(60)}`);

  expect(words).toMatch(/^First line second long .*…$/);
  expect(words.length).toBeLessThanOrEqual(160);
});
