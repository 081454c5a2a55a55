import { expect, test } from "vitest";
import { pictureTypeOf } from "./picture-rules.ts";

test.each([
  ["image/jpeg", "ffd8ffe000104a464946"],
  ["image/png", "89504e470d0a1a0a0000000d"],
  ["image/webp", "524946462400000057454250"],
  [null, "524946462400000057415645"],
  [null, "3c7376672f3e"],
  [null, "474946383961"],
  [null, ""],
])("%s begins with %s", (mediaType, bytes) => {
  expect(pictureTypeOf(Buffer.from(bytes, "hex"))).toBe(mediaType);
});
