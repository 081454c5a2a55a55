import { expect, test } from "vitest";
import { demoWords } from "./first-music.tsx";

test("the button names its action, then its progress", () => {
  expect(demoWords(undefined)).toBe("Create demo tracks");
  expect(demoWords({ making: null })).toBe("Create demo tracks");
  expect(demoWords({ making: { made: 2, of: 6 } })).toBe("Making demo tracks: 2 of 6");
});
