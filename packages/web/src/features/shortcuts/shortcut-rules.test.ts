import { expect, test } from "vitest";
import { isShortcut } from "./shortcut-rules.ts";
import type { KeyPress } from "./shortcut-rules.ts";

const press = (change: Partial<KeyPress>): KeyPress => ({
  key: "m",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isRepeated: false,
  takesText: false,
  takesKeys: false,
  isCovered: false,
  ...change,
});

test("a key alone is a shortcut, small or capital", () => {
  expect([isShortcut(press({}), "m"), isShortcut(press({ key: "M" }), "m")]).toEqual([true, true]);
});

test("a key is no shortcut in a field, below a dialog, with Ctrl, or held down", () => {
  const changes: Partial<KeyPress>[] = [
    { takesText: true },
    { isCovered: true },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { isRepeated: true },
    { key: "n" },
  ];

  expect(changes.map((change) => isShortcut(press(change), "m"))).toEqual(changes.map(() => false));
});

test("Space belongs to the button that has the focus, and an arrow may be held for the volume", () => {
  expect(isShortcut(press({ key: " ", takesKeys: true }), " ")).toBe(false);
  expect(isShortcut(press({ key: " " }), " ")).toBe(true);
  expect(isShortcut(press({ key: "ArrowUp", isRepeated: true }), "arrowup")).toBe(true);
  expect(isShortcut(press({ key: "ArrowUp", takesKeys: true }), "arrowup")).toBe(false);
});
