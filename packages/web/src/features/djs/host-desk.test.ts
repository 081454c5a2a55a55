import type { HostSlot } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import {
  formatCountdown,
  isNear,
  isPlanned,
  nextMoment,
  wordBeside,
  wordConnection,
} from "./host-desk.tsx";

test.each([
  [0, "0:00"],
  [1, "0:01"],
  [61_000, "1:01"],
  [3_723_000, "1:02:03"],
  [48 * 3_600_000 - 1000, "47:59:59"],
  [48 * 3_600_000, "2 days"],
  [-5, "0:00"],
])("%i ms are formatted as %s", (ms, shown) => {
  expect(formatCountdown(ms)).toBe(shown);
});

function slotFrom(startsAt: string): HostSlot {
  const beside = { name: null, track: null };
  return {
    show: { id: "id", name: "Night Flight", slug: "night-flight" },
    startsAt,
    endsAt: startsAt,
    opensAt: startsAt,
    graceEndsAt: startsAt,
    overrunEndsAt: startsAt,
    phase: "before",
    before: beside,
    after: beside,
  };
}

test("the countdown runs to the start, then to the end, then to the end of the overrun", () => {
  const slot = {
    startsAt: "2027-03-01T20:00:00.000Z",
    endsAt: "2027-03-01T21:00:00.000Z",
    overrunEndsAt: "2027-03-01T21:05:00.000Z",
  };
  const nameAt = (time: string) => nextMoment(slot, Date.parse(`2027-03-01T${time}Z`)).name;

  expect(["19:59:59", "20:00:00", "21:00:00"].map(nameAt)).toEqual([
    "Begins in",
    "Ends in",
    "Off air in",
  ]);
});

test.each([
  ["before", "20:00:00", "19:00:00", true],
  ["before", "20:00:00", "18:59:59", false],
  ["open", "23:00:00", "20:00:00", true],
  ["overrun", "18:00:00", "20:00:00", true],
] as const)("a show that is '%s' and starts at %s is near at %s: %s", (phase, at, now, near) => {
  const slot = { ...slotFrom(`2027-03-01T${at}.000Z`), phase };

  expect(isNear({ slot, now: `2027-03-01T${now}.000Z` })).toBe(near);
});

test("what plays before a show is known twelve hours ahead", () => {
  const slot = slotFrom("2027-03-01T20:00:00.000Z");
  const isPlannedAt = (time: string) => isPlanned({ slot, now: `2027-03-01T${time}.000Z` });

  expect(["07:59:59", "08:00:00"].map(isPlannedAt)).toEqual([false, true]);
});

test("no show is not near", () => {
  expect(isNear({ slot: null, now: "2027-03-01T20:00:00.000Z" })).toBe(false);
});

test("a host sees the state of their connection, and why a key would be refused", () => {
  const desk = { connection: null, hasKey: true, refusal: null };

  expect(wordConnection({ ...desk, connection: "waiting" })).toBe(
    "Connected, waiting for your time",
  );
  expect(wordConnection({ ...desk, hasKey: false })).toBe("Not connected. Make a stream key first");
  expect(wordConnection({ ...desk, refusal: "Only the hosts can connect." })).toBe(
    "Not connected. Only the hosts can connect.",
  );
});

test("around a show, the show or clock is named, and its track if planned", () => {
  const track = { title: "Midnight Uplink", artist: "The Relays" };

  expect(wordBeside({ name: "Late Clock", track })).toBe(
    "Late Clock · The Relays – Midnight Uplink",
  );
  expect(wordBeside({ name: null, track })).toBe("The Relays – Midnight Uplink");
  expect(wordBeside({ name: null, track: null })).toBe("Music");
});
