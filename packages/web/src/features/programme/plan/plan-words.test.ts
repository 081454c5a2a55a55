import type { ClockSlot, SeparationRule, SlotContent } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { testTrack } from "../../../test-track.ts";
import {
  airedSourceWords,
  countsOf,
  gaveWayWords,
  placeWords,
  scarcityOf,
  sourceWords,
  startMark,
  startTip,
} from "./plan-words.ts";

const ID = "b8a3c7d2-1f5e-4a2b-8e0d-6c9f4b7a1e35";
const evening = { id: ID, name: "Evening" };
const follow = { kind: "follow" } as const;
const plain = {
  playlist: null,
  show: null,
  clock: null,
  slotId: null,
  slot: null,
  start: follow,
  request: null,
};
const slotOf = (content: SlotContent): ClockSlot => ({
  id: ID,
  content,
  start: follow,
  length: { kind: "rest" },
});
const inSlot = (content: SlotContent) => ({ ...plain, slotId: ID, slot: slotOf(content) });

test.each([
  ["Placed by an operator", { ...plain, playlist: evening, isByHand: true }],
  ["Evening", { ...plain, playlist: evening, isByHand: false }],
  ["Library", { ...plain, isByHand: false }],
  ["Fixed track", { ...inSlot({ kind: "track", trackId: ID }), isByHand: false }],
  ["Any jingle", { ...inSlot({ kind: "content", contentKind: "jingle" }), isByHand: false }],
  ["Library", { ...inSlot({ kind: "playlist", playlistId: ID }), isByHand: false }],
  [
    "Request slot, else Evening",
    { ...inSlot({ kind: "requests", playlistId: ID }), playlist: evening, isByHand: false },
  ],
  [
    "Request slot: owl waits with “Lighthouse”",
    {
      ...inSlot({ kind: "requests", playlistId: null }),
      isByHand: false,
      request: { title: "Lighthouse", artist: "Mira", requestedBy: "owl" },
    },
  ],
  ["A slot that is gone", { ...plain, slotId: ID, isByHand: false }],
])("%s is the source of a planned item", (words, item) => {
  expect(sourceWords(item)).toBe(words);
});

test.each([
  ["Requested by owl", { rule: "request", requestedBy: "owl", djName: null }],
  ["Request slot: requested by owl", { rule: "requests", requestedBy: "owl", djName: null }],
  ["Request slot, none came: Evening", { rule: "requests", requestedBy: null, djName: null }],
  ["From the queue", { rule: "request", requestedBy: null, djName: null }],
  ["Live: Mira", { rule: "dj", requestedBy: null, djName: "Mira" }],
  ["Live", { rule: "dj", requestedBy: null, djName: null }],
  ["Rotation of the library", { rule: "rotation", requestedBy: null, djName: null }],
  ["Placed by an operator", { rule: "hand", requestedBy: null, djName: null }],
  ["Evening", { rule: "slot", requestedBy: null, djName: null }],
  ["Evening", { rule: "weight", requestedBy: null, djName: null }],
] as const)("%s is the source of what was on air", (words, item) => {
  expect(airedSourceWords({ ...plain, playlist: evening, ...item })).toBe(words);
});

test("a row names its show and clock, and marks an exact time, a soft one or a window", () => {
  const show = { id: ID, name: "Night Flight" };
  const clock = { id: ID, name: "Music hour" };

  expect(placeWords({ show, clock })).toBe("Night Flight · Music hour");
  expect(placeWords({ show: null, clock })).toBe("Music hour");
  expect(placeWords({ show: null, clock: null })).toBeUndefined();
  expect(startMark(follow)).toBeUndefined();
  expect(startMark({ kind: "exact", at: "2027-03-01T12:00:00Z", whileLive: "wait" })).toBe("Exact");
  expect(startMark({ kind: "soft", from: "2027-03-01T12:00:00Z", until: null })).toBe("Soft");
  const times = { from: "2027-03-01T12:00:00Z", until: "2027-03-01T12:05:00Z" };
  expect(startMark({ kind: "window", ...times, whileLive: "wait" })).toBe("Window");
});

test("an exact item's or a window's mark says what happens to a DJ", () => {
  const at = "2027-03-01T12:00:00Z";
  const window = { kind: "window", from: at, until: "2027-03-01T12:05:00Z" } as const;

  expect(startTip({ kind: "exact", at, whileLive: "duck" })).toBe(
    "Begins at that very second; plays over a DJ",
  );
  expect(startTip({ kind: "exact", at, whileLive: "wait" })).toBe(
    "Begins at that very second; waits for a DJ to leave",
  );
  expect(startTip({ ...window, whileLive: "interrupt" })).toBe(
    "Begins at the first join in its window, or at the end of it; interrupts a DJ",
  );
});

test("ignored rules are named in their order, and nothing is shown when there are none", () => {
  expect([gaveWayWords(["hour", "album"]), gaveWayWords([])]).toEqual([
    "Ignored rules: not at yesterday's hour, album",
    undefined,
  ]);
});

test("tracks are too few once most rows ignore a rule; repeats of a track count once", () => {
  const row = (id: string, ...gaveWay: SeparationRule[]) => ({
    track: { ...testTrack, id },
    gaveWay,
  });
  const ignoring = [row("one", "artist", "track"), row("two", "artist"), row("one", "artist")];
  const free = row("free");

  expect(scarcityOf([...ignoring, free])).toEqual({ tracks: 2, gaveWay: ["track", "artist"] });
  expect(scarcityOf([...ignoring, free, free, free])).toBeUndefined();
  expect(scarcityOf([])).toBeUndefined();
});

test("a reason counts the tracks to choose from and those excluded, by rule", () => {
  const keptOut = { track: 12, title: 0, artist: 31, album: 4, hour: 0 };

  expect(countsOf({ considered: 214, keptOut })).toEqual([
    ["Tracks to choose from", "214"],
    ["Excluded: track", "12"],
    ["Excluded: artist", "31"],
    ["Excluded: album", "4"],
  ]);
});
