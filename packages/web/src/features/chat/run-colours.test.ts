import { expect, test } from "vitest";
import { contrast } from "../../ui/contrast.ts";
import type { Hsl } from "../../ui/contrast.ts";
import { type PageTheme, surfaces } from "../../ui/theme-colours.ts";
import { ircPalette, nickColour, runColours } from "./run-colours.ts";

const themes = ["light", "dark"] as const;

/** @param css one colour, or `light-dark()` */
function parse(css: string | undefined, theme: PageTheme): Hsl {
  const colours = css?.match(/hsl\([^)]*\)/g) ?? [];
  const [hue = 0, saturation = 0, lightness = 0] = (
    (theme === "light" ? colours[0] : colours.at(-1))?.match(/\d+/g) ?? []
  ).map(Number);
  return { hue, saturation, lightness };
}

test.each(themes)("all 99 colours are readable on a %s page", (theme) => {
  const ratios = ircPalette.map((_, index) =>
    contrast(
      parse(runColours({ reverse: false, foreground: { kind: "palette", index } }).color, theme),
      surfaces[theme],
    ),
  );

  expect(ratios).toHaveLength(99);
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
});

test.each(themes)("all 99 colours are readable on each other and alone, on a %s page", (theme) => {
  let worst = 21;
  const indexes = [...ircPalette.keys(), undefined];
  for (const front of indexes)
    for (const back of indexes) {
      const { color, backgroundColor } = runColours({
        reverse: front === undefined || front % 2 === 0,
        ...(front !== undefined && { foreground: { kind: "palette", index: front } }),
        ...(back !== undefined && { background: { kind: "palette", index: back } }),
      });
      if (backgroundColor === undefined) continue;
      worst = Math.min(worst, contrast(parse(color, theme), parse(backgroundColor, theme)));
    }

  expect(worst).toBeGreaterThanOrEqual(4.5);
});

test("a reversed run without colours is on the text colour", () => {
  expect(runColours({ reverse: true })).toEqual({
    color: "light-dark(hsl(262 50% 91%), hsl(250 24% 17%))",
    backgroundColor: "light-dark(hsl(252 50% 15%), hsl(220 30% 96%))",
  });
});

test("a run without colours has the page's, and an invalid colour is ignored", () => {
  expect(runColours({ reverse: false })).toEqual({});
  expect(runColours({ reverse: false, foreground: { kind: "rgb", hex: "red;x" } })).toEqual({});
});

test.each(themes)("a nick's colour is readable on a %s page and ignores case", (theme) => {
  expect(nickColour("NightOwl")).toBe(nickColour("nightowl"));
  expect(contrast(parse(nickColour("maria"), theme), surfaces[theme])).toBeGreaterThanOrEqual(4.5);
});
