import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type FormattedRun, parseFormatting, stripFormatting } from "./formatting.ts";

const plain: FormattedRun = {
  text: "",
  bold: false,
  italic: false,
  underline: false,
  strikethrough: false,
  monospace: false,
  reverse: false,
};
const palette = (index: number) => ({ kind: "palette", index }) as const;

const cases: readonly (readonly [string, readonly Partial<FormattedRun>[]])[] = [
  ["a\u0002b\u0002c", [{ text: "a" }, { text: "b", bold: true }, { text: "c" }]],
  [
    "\u001Da\u001Fb\u000Fc",
    [{ text: "a", italic: true }, { text: "b", italic: true, underline: true }, { text: "c" }],
  ],
  [
    "\u001Ea\u001E\u0011b\u0011\u0016c",
    [
      { text: "a", strikethrough: true },
      { text: "b", monospace: true },
      { text: "c", reverse: true },
    ],
  ],
  [
    "\u00034red\u00034,12on blue\u000313x",
    [
      { text: "red", foreground: palette(4) },
      { text: "on blue", foreground: palette(4), background: palette(12) },
      { text: "x", foreground: palette(13), background: palette(12) },
    ],
  ],
  ["\u0003041 of\u0003 x", [{ text: "1 of", foreground: palette(4) }, { text: " x" }]],
  ["\u00033,x", [{ text: ",x", foreground: palette(3) }]],
  ["\u000399,4x", [{ text: "x", background: palette(4) }]],
  [
    "\u0004FF0000,00ff00x\u0004y",
    [
      {
        text: "x",
        foreground: { kind: "rgb", hex: "ff0000" },
        background: { kind: "rgb", hex: "00ff00" },
      },
      { text: "y" },
    ],
  ],
  ["a\u0002\u0002b", [{ text: "ab" }]],
  ["a\u0001b\tc", [{ text: "a b c" }]],
  ["\u0002\u0003", []],
];

test.each(cases)("[I16] %j parses into runs", (text, runs) => {
  expect(parseFormatting(text)).toEqual(runs.map((run) => ({ ...plain, ...run })));
});

test("[I16] the runs' text is the text without codes, and holds no control character", () => {
  const unit = fc.constantFrom(
    "\u0002",
    "\u0003",
    "\u0004",
    "\u000F",
    "\u0016",
    "1",
    ",",
    "f",
    "é",
    "\u0001",
    "\r",
  );

  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      const runs = parseFormatting(text);

      expect(runs.map((run) => run.text).join("")).toBe(stripFormatting(text));
      // oxlint-disable-next-line no-control-regex -- none may be left
      expect(stripFormatting(text)).not.toMatch(/[\u0000-\u001F]/);
      expect(runs.every((run) => run.text !== "")).toBe(true);
    }),
  );
});
