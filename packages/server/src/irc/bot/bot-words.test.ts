import { expect, test } from "vitest";
import { namePlay } from "./bot-words.ts";

test("a DJ is named with what they play, and alone while their program sends no title", () => {
  const play = { kind: "live", djName: "Ada" } as const;

  expect(namePlay({ ...play, title: "Tide", artist: "Mira" })).toBe("Ada live with “Tide” by Mira");
  expect(namePlay({ ...play, title: "Live", artist: "Ada" })).toBe("Ada live");
  expect(namePlay({ ...play, title: "", artist: "" })).toBe("Ada live");
});
