import { expect, test } from "vitest";
import { contrast } from "../../ui/contrast.ts";
import type { Hsl } from "../../ui/contrast.ts";
import { ircPalette, nickColour, runColours } from "./run-colours.ts";

const SURFACE: Hsl = { hue: 250, saturation: 26, lightness: 12 };

function parse(css: string | undefined): Hsl {
  const [hue = 0, saturation = 0, lightness = 0] = (css?.match(/\d+/g) ?? []).map(Number);
  return { hue, saturation, lightness };
}

test("all 99 colours are readable on the page", () => {
  const ratios = ircPalette.map((_, index) =>
    contrast(
      parse(runColours({ reverse: false, foreground: { kind: "palette", index } }).color),
      SURFACE,
    ),
  );

  expect(ratios).toHaveLength(99);
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
});

test("all 99 colours are readable on each other", () => {
  let worst = 21;
  for (const [front] of ircPalette.entries())
    for (const [back] of ircPalette.entries()) {
      const { color, backgroundColor } = runColours({
        reverse: front % 2 === 0,
        foreground: { kind: "palette", index: front },
        background: { kind: "palette", index: back },
      });
      worst = Math.min(worst, contrast(parse(color), parse(backgroundColor)));
    }

  expect(worst).toBeGreaterThanOrEqual(4.5);
});

test("a reversed run without colours is on the text colour", () => {
  expect(runColours({ reverse: true })).toEqual({
    color: "hsl(250 26% 12%)",
    backgroundColor: "hsl(220 30% 96%)",
  });
});

test("a run without colours has the page's, and an invalid colour is ignored", () => {
  expect(runColours({ reverse: false })).toEqual({});
  expect(runColours({ reverse: false, foreground: { kind: "rgb", hex: "red;x" } })).toEqual({});
});

test("a nick's colour is readable and ignores case", () => {
  expect(nickColour("NightOwl")).toBe(nickColour("nightowl"));
  expect(contrast(parse(nickColour("maria")), SURFACE)).toBeGreaterThanOrEqual(4.5);
});
