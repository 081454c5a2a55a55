import { expect, test } from "vitest";
import { parseMask, readByMask } from "./file-name-mask-rules.ts";

function read(mask: string, path: string): Readonly<Record<string, string>> | null {
  const parsed = parseMask(mask);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const values = readByMask(parsed, path);
  return values === null ? null : Object.fromEntries(values);
}

test.each([
  ["%artist% - %title%", "/m/Neon Coast - Night Drive.mp3"],
  ["%artist% - %title%", "/m/Neon_Coast_-_Night_Drive.flac"],
])("%s reads artist and title from %s", (mask, path) => {
  expect(read(mask, path)).toEqual({ artist: "Neon Coast", title: "Night Drive" });
});

test("a field ends at the first match of the text after it, and the last field takes the rest", () => {
  expect(read("%track%. %artist% - %title%", "/m/07. Vega - Sun - Live.ogg")).toEqual({
    trackNumber: "07",
    artist: "Vega",
    title: "Sun - Live",
  });
});

test("folders are read from the end of the path, and skipped parts are dropped", () => {
  expect(
    read("%artist%/%year% - %album%/%skip% %title%", "/srv/Vega/2019 - Sun/01 Rise.mp3"),
  ).toEqual({ artist: "Vega", year: "2019", album: "Sun", title: "Rise" });
});

test("text at the end of the mask must be at the end of the name", () => {
  expect(read("%title% [%label%]", "/m/Rise [Neon] 2.mp3")).toBeNull();
  expect(read("%title% [%label%]", "/m/Rise [Neon].mp3")).toEqual({ title: "Rise", label: "Neon" });
});

test.each(["/m/Night Drive.mp3", "/m/ - Night Drive.mp3", "/m/Vega -.mp3"])(
  "%s does not match",
  (path) => {
    expect(read("%artist% - %title%", path)).toBeNull();
  },
);

test("a path with fewer folders than the mask does not match", () => {
  expect(read("%artist%/%album%/%title%", "Rise.mp3")).toBeNull();
});

test.each([
  ["title", "names no field"],
  ["%skip%", "names no field"],
  ["%title% %title%", "twice"],
  ["%artist%%title%", "need text between"],
  ["%mood% %title%", "%mood% stands for no field"],
])("the mask %s is refused", (mask, words) => {
  const parsed = parseMask(mask);
  expect("problem" in parsed ? parsed.problem : "").toContain(words);
});

test("a long name is read quickly, whatever the mask", () => {
  const mask = parseMask("%artist% - %album% - %title% - %genre% - %label%!");
  if ("problem" in mask) throw new Error(mask.problem);
  const beganMs = performance.now();

  const isRead = readByMask(mask, `/m/${" -".repeat(20_000)}x.mp3`) !== null;

  expect(isRead).toBe(false);
  expect(performance.now() - beganMs).toBeLessThan(1000);
});
