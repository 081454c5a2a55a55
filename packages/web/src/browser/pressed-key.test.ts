import { expect, test } from "vitest";
import { pressedKey } from "./pressed-key.ts";

test("Enter and Escape of an input method are not the page's keys, in WebKit's event order too", () => {
  expect(pressedKey({ key: "Enter", keyCode: 229, isComposing: true })).toBe("");
  // WebKit: compositionend, then this keydown.
  expect(pressedKey({ key: "Enter", keyCode: 229, isComposing: false })).toBe("");
  expect(pressedKey({ key: "Escape", keyCode: 27, isComposing: true })).toBe("");
  expect(pressedKey({ key: "Enter", keyCode: 13, isComposing: false })).toBe("Enter");
  expect(pressedKey({ nativeEvent: { key: "Enter", keyCode: 229, isComposing: false } })).toBe("");
});
