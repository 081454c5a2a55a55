import { expect, test } from "vitest";
import { lengthHint } from "./length-hint-rules.ts";

test.each([
  ["a".repeat(300), undefined],
  ["a".repeat(301), "99 left"],
  ["a".repeat(400), "0 left · about 2 lines on IRC (400 bytes)"],
  ["夜".repeat(131), "about 2 lines on IRC (393 bytes)"],
])("the hint for %j is %j", (text, hint) => {
  expect(lengthHint(text)).toBe(hint);
});
