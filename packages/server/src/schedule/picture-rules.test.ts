import { expect, test } from "vitest";
import { isPicture } from "./picture-rules.ts";

test.each([
  ["JPEG", true, "ffd8ffe000104a464946"],
  ["PNG", true, "89504e470d0a1a0a0000000d"],
  ["WebP", true, "524946462400000057454250"],
  ["WAVE", false, "524946462400000057415645"],
  ["SVG", false, "3c7376672f3e"],
  ["GIF", false, "474946383961"],
  ["nothing", false, ""],
])("whether %s is accepted as a picture of a show: %s", (_name, isTaken, bytes) => {
  expect(isPicture(Buffer.from(bytes, "hex"))).toBe(isTaken);
});
