import { expect, test } from "vitest";
import { freeSlug, slugOf } from "./slug-rules.ts";

test.each([
  ["Night Flight", "night-flight"],
  ["  Café — Ölé!  ", "cafe-ole"],
  ["Straße & Łódź", "strasse-lodz"],
  ["Don't Stop", "dont-stop"],
  ["ﬁnal ２０", "final-20"],
  ["夜の電車", "show"],
  ["../../etc", "etc"],
  ["x".repeat(80), "x".repeat(60)],
])("'%s' gets the address %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a slug already taken by another show gets a number", () => {
  expect(freeSlug("Night", new Set(["night", "night-2"]))).toBe("night-3");
});
