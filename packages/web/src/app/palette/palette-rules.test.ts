import { Music } from "lucide-react";
import { expect, test } from "vitest";
import { findEntries, type PaletteEntry, placeAfterKey } from "./palette-rules.ts";

const entry = (change: Partial<PaletteEntry> & Pick<PaletteEntry, "label">): PaletteEntry => ({
  id: change.label,
  group: "Go to",
  icon: Music,
  run: () => undefined,
  ...change,
});
const entries = [
  entry({ label: "Library", words: "music tracks" }),
  entry({ label: "Fade Out", group: "Station" }),
  entry({ label: "Fade In", group: "Station" }),
  entry({ label: "Stop", group: "Player", words: "silence" }),
  entry({ label: ".np", group: "Bot commands", note: "Shows what is on air." }),
];
const labels = (typed: string) =>
  findEntries(typed, entries).map(({ name, found }) => [
    name,
    ...found.map((match) => match.entry.label),
  ]);

test("with nothing typed every entry is listed, group by group", () => {
  expect(labels(" ")).toEqual([
    ["Go to", "Library"],
    ["Player", "Stop"],
    ["Station", "Fade Out", "Fade In"],
    ["Bot commands", ".np"],
  ]);
});

test("the group with the best entry comes first, and in it the best entry", () => {
  expect(labels("in")).toEqual([["Station", "Fade In"]]);
  expect(labels("fade i")).toEqual([["Station", "Fade In"]]);
  expect(labels("st")).toEqual([
    ["Player", "Stop"],
    ["Station", "Fade Out", "Fade In"],
  ]);
  expect(labels("fade")).toEqual([["Station", "Fade In", "Fade Out"]]);
});

test("what was begun comes first, 'Go to' before the rest, then the station's contents in their order", () => {
  const found = findEntries("lib", [
    entry({ label: "Calibrate", group: "Player" }),
    entry({ label: "Library limit", group: "Settings" }),
    entry({ label: "Liberation Hour", group: "Shows" }),
    entry({ label: "Queue: Slow Fall", group: "Tracks" }),
    entry({ label: ".library", group: "Station" }),
    ...entries,
  ]);

  expect(found.map(({ name }) => name)).toEqual([
    "Go to",
    "Station",
    "Tracks",
    "Shows",
    "Settings",
    "Player",
  ]);
});

test("notes and other words find an entry, and mark nothing in its label; settings have only their names", () => {
  const setting = entry({ label: "Bitrate", note: "Streaming", group: "Settings" });
  expect(findEntries("streaming", [setting])).toEqual([]);
  expect(labels("air sho")).toEqual([["Bot commands", ".np"]]);
  expect(findEntries("music", entries)).toEqual([
    {
      name: "Go to",
      found: [{ entry: entries[0], score: expect.any(Number), places: [] }],
      best: expect.any(Number),
    },
  ]);
});

test("arrows wrap around, Page Up and Page Down stop at the ends, and other keys belong to the field", () => {
  const after = (key: string, place: number) => placeAfterKey(key, { place, count: 12 });

  expect([after("ArrowDown", 11), after("ArrowUp", 0), after("ArrowDown", 3)]).toEqual([0, 11, 4]);
  expect([after("PageDown", 9), after("PageUp", 3), after("Home", 3)]).toEqual([11, 0, undefined]);
  expect(placeAfterKey("ArrowDown", { place: 0, count: 0 })).toBeUndefined();
});
