import type { KindRule } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { decideKind, type KindClues } from "./kind-rules.ts";

const nothing: KindClues = { path: "/srv/music/a.mp3", genre: null, kindTag: null };
const rule = (by: KindRule["by"], value: string, kind: KindRule["kind"] = "jingle"): KindRule => ({
  by,
  value,
  kind,
});

test.each([
  [rule("folder", "jingles"), { path: "/srv/music/Jingles/a.mp3" }],
  [rule("folder", "Jíngles/Night/"), { path: "/srv/music/jingles/night/late/a.mp3" }],
  [rule("folder", "/srv/music"), { path: "/srv/music/a.mp3" }],
  [rule("folder", "Radio\\Jingles"), { path: "/srv/radio/jingles/a.mp3" }],
  [rule("genre", "STATION ID"), { genre: "Pop; Station Id" }],
  [rule("tag", "Jingle"), { kindTag: "jingle" }],
])("%j matches %j", (one, clues) => {
  expect(decideKind({ ...nothing, ...clues }, [one])).toBe("jingle");
});

test.each([
  [rule("folder", "jingles"), { path: "/srv/my jingles/a.mp3" }],
  [rule("folder", "jingles"), { path: "/srv/jingles.mp3" }],
  [rule("folder", "/"), { path: "/srv/a.mp3" }],
  [rule("genre", "jingle"), { genre: "jingles" }],
  [rule("tag", "jingle"), { kindTag: null }],
])("%j does not match %j, which stays music", (one, clues) => {
  expect(decideKind({ ...nothing, ...clues }, [one])).toBe("music");
});

test("the first matching rule wins", () => {
  const clues = { ...nothing, path: "/m/Talk/a.mp3", genre: "Talk" };
  const rules = [rule("genre", "none"), rule("folder", "talk", "speech"), rule("genre", "talk")];

  expect(decideKind(clues, rules)).toBe("speech");
});
