import { programmeColors } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { contrast, type Hsl } from "./contrast.ts";
import { groundColor, lineColor } from "./programme-color.ts";
import { type PageTheme, surfaces } from "./theme-colours.ts";

/** Muted text of tokens.css. */
const muted: Readonly<Record<PageTheme, Hsl>> = {
  light: { hue: 252, saturation: 22, lightness: 35 },
  dark: { hue: 230, saturation: 18, lightness: 72 },
};

test.each(["light", "dark"] as const)(
  "[W290] a show's colour stands out on a %s page, and text is readable on its ground",
  (theme) => {
    const worst = programmeColors.map((color) => [
      contrast(inTheme(lineColor(color), theme), surfaces[theme]) / 3,
      contrast(inTheme(lineColor(color), theme), inTheme(groundColor(color), theme)) / 3,
      contrast(muted[theme], inTheme(groundColor(color), theme)) / 4.5,
    ]);

    expect(Math.min(...worst.flat())).toBeGreaterThanOrEqual(1);
  },
);

function inTheme(css: string, theme: PageTheme): Hsl {
  const colours = css.match(/hsl\([^)]*\)/g) ?? [];
  const [hue = 0, saturation = 0, lightness = 0] = (
    (theme === "light" ? colours[0] : colours.at(-1))?.match(/\d+/g) ?? []
  ).map(Number);
  return { hue, saturation, lightness };
}
