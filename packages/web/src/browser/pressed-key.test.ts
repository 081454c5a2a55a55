import { expect, test } from "vitest";
import { pressedKey } from "./pressed-key.ts";

test("Enter and Escape of an input method are no keys of the page, in the order of WebKit either", () => {
  expect(pressedKey({ key: "Enter", keyCode: 229, isComposing: true })).toBe("");
  // WebKit: compositionend, then this keydown.
  expect(pressedKey({ key: "Enter", keyCode: 229, isComposing: false })).toBe("");
  expect(pressedKey({ key: "Escape", keyCode: 27, isComposing: true })).toBe("");
  expect(pressedKey({ key: "Enter", keyCode: 13, isComposing: false })).toBe("Enter");
  expect(pressedKey({ nativeEvent: { key: "Enter", keyCode: 229, isComposing: false } })).toBe("");
});
