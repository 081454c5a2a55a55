import { expect, test } from "vitest";
import { isPaletteKey, isShortcut, paletteKeys } from "./shortcut-rules.ts";
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

test("a single key is a shortcut in either case", () => {
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

test("Space belongs to the focused button, and a held arrow changes the volume", () => {
  expect(isShortcut(press({ key: " ", takesKeys: true }), " ")).toBe(false);
  expect(isShortcut(press({ key: " " }), " ")).toBe(true);
  expect(isShortcut(press({ key: "ArrowUp", isRepeated: true }), "arrowup")).toBe(true);
  expect(isShortcut(press({ key: "ArrowUp", takesKeys: true }), "arrowup")).toBe(false);
});

test("the palette opens with Ctrl+K, and with ⌘K on a Mac, where Ctrl+K cuts the line", () => {
  const keys = { key: "k", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const opens = (platform: string) =>
    [
      { ...keys, ctrlKey: true },
      { ...keys, metaKey: true },
      keys,
      { ...keys, ctrlKey: true, shiftKey: true },
      { ...keys, ctrlKey: true, altKey: true },
    ].map((press) => isPaletteKey(press, platform));

  expect(opens("Linux x86_64")).toEqual([true, false, false, false, false]);
  expect(opens("MacIntel")).toEqual([false, true, false, false, false]);
  expect([paletteKeys("Win32"), paletteKeys("iPad")]).toEqual(["Ctrl K", "⌘ K"]);
});
