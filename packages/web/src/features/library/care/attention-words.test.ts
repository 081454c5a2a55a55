import { expect, test } from "vitest";
import { wordTrouble, wordUnusedRule } from "./attention-words.ts";

test.each([
  ["too_quiet", -31.24, null, "-31.2 LUFS"],
  ["clipped", 88.6, 65_000, "89 places a minute at full scale, the first at 1:05"],
  ["silent_inside", 12.4, 180_000, "12.4 s of silence at 3:00"],
  ["cut_off", 0, 60_000, "It ends at full level"],
  ["cut_off", 30, 60_000, "30 s are missing at the end"],
  ["wrong_duration", 30, null, "Its file says 30 s more than there are"],
  ["wrong_duration", -30, null, "Its file says 30 s less than there are"],
] as const)("%s by %d at %s is described in words", (trouble, amount, atMs, what) => {
  expect(wordTrouble({ trouble, amount, atMs }).what).toBe(what);
});

test("a kind rule that no track matches is named", () => {
  expect(wordUnusedRule({ by: "folder", value: "Jingles" })).toMatch(
    /names the folder “Jingles”, but/,
  );
  expect(wordUnusedRule({ by: "genre", value: "Talk" })).toMatch(/names the genre “Talk”, but/);
});
