import { expect, test } from "vitest";
import { crampedHeightPx } from "./cramped-rules.ts";

const writing = {
  heightPx: 430,
  scale: 1,
  isWideLayout: false,
  isWriting: true,
  hasResized: true,
  before: undefined,
};

test.each([
  ["while a field has the focus above a keyboard", {}, 430],
  ["on a phone without a keyboard", { heightPx: 664 }, undefined],
  ["on a wide page", { isWideLayout: true }, undefined],
  ["zoomed in", { scale: 2 }, undefined],
  ["in a low window without a focused field", { isWriting: false }, undefined],
  [
    "with the button beside the field pressed",
    { isWriting: false, hasResized: false, before: 430 },
    430,
  ],
  ["once the keyboard has gone", { isWriting: false, heightPx: 700, before: 430 }, undefined],
])("%s the page fills the remaining height, or all of it", (_when, change, height) => {
  expect(crampedHeightPx({ ...writing, ...change })).toBe(height);
});
