import { expect, test } from "vitest";
import { CHOICE_MS, createChoices, isNamedBy, matchTrack, readChoice } from "./track-choice.ts";

const uplink = { title: "Midnight Uplink", artist: "Nova" };
const cover = { title: "Midnight Uplink", artist: "Mira" };
const drive = { title: "Midnight Drive", artist: "Nova" };
const novaDrive = { title: "Nova Midnight Drive", artist: "No One" };
const signs = { title: "!!!", artist: "!!!" };

test.each([
  ["nothing that fits", "x", [], { kind: "none" }],
  [
    "the only one that fits, however it is spelled",
    "midnigt",
    [drive],
    { kind: "one", track: drive },
  ],
  ["a title in full", "midnight drive", [uplink, drive], { kind: "one", track: drive }],
  ["artist and title", "Nova - Midnight Uplink", [cover, uplink], { kind: "one", track: uplink }],
  ["title and artist", "midnight uplink nova", [cover, uplink], { kind: "one", track: uplink }],
  [
    "a title of two artists",
    "midnight uplink",
    [uplink, cover, drive],
    { kind: "several", tracks: [uplink, cover] },
  ],
  [
    "words that are two tracks",
    "nova midnight drive",
    [drive, novaDrive],
    { kind: "several", tracks: [drive, novaDrive] },
  ],
  [
    "part of several",
    "midnight",
    [uplink, drive, cover, novaDrive],
    { kind: "several", tracks: [uplink, drive, cover] },
  ],
  ["two files of one track", "midnight", [uplink, { ...uplink }], { kind: "one", track: uplink }],
  [
    "a name of signs",
    "!!!",
    [signs, { title: "!!!?", artist: "x" }],
    { kind: "one", track: signs },
  ],
])("%s", (_what, query, found, match) => {
  expect(matchTrack(found, query)).toEqual(match);
});

test("a track matches by the beginnings of its words, in any order", () => {
  expect(isNamedBy(uplink, "nova upl")).toBe(true);
  expect(isNamedBy(uplink, "nova drive")).toBe(false);
  expect(isNamedBy(uplink, "?")).toBe(false);
});

test("a choice is one of the numbers that were offered", () => {
  expect(["1", "3", "4", "0", "02", "2 x", ""].map((typed) => readChoice(typed, 3))).toEqual([
    0,
    2,
    null,
    null,
    null,
    null,
    null,
  ]);
});

const choice = (query: string) => ({ query, tracks: [{ id: query }] });

test("only a speaker's newest choice is kept, for two minutes", () => {
  const clock = { nowMs: 1000 };
  const choices = createChoices(() => clock.nowMs);
  choices.ask("ann", choice("first"));
  choices.ask("ann", choice("second"));

  clock.nowMs += CHOICE_MS - 1;
  expect(choices.find("ann")).toEqual(choice("second"));
  expect(choices.find("bob")).toBeNull();
  clock.nowMs += 1;
  expect(choices.find("ann")).toBeNull();
});

test("choices of five hundred speakers are kept", () => {
  const choices = createChoices(() => 0);
  for (let n = 0; n <= 500; n += 1) choices.ask(`speaker ${n}`, choice("x"));

  expect(choices.find("speaker 0")).toBeNull();
  expect(choices.find("speaker 1")).not.toBeNull();
});
