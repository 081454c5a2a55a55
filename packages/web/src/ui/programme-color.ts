import type { ProgrammeColor } from "@neonrelay/contract/callers";
import type { Hsl } from "./contrast.ts";
import { MARK_CONTRAST, mended, themed } from "./theme-colours.ts";

/** The colours of clocks and shows: name, and the colour on a dark page. */
export const colorLooks: Readonly<Record<ProgrammeColor, { readonly name: string } & Hsl>> = {
  cyan: { name: "Cyan", hue: 184, saturation: 90, lightness: 56 },
  magenta: { name: "Magenta", hue: 312, saturation: 90, lightness: 68 },
  green: { name: "Green", hue: 142, saturation: 70, lightness: 54 },
  amber: { name: "Amber", hue: 40, saturation: 95, lightness: 58 },
  violet: { name: "Violet", hue: 262, saturation: 90, lightness: 74 },
  red: { name: "Red", hue: 355, saturation: 90, lightness: 68 },
};

/** The colour itself, for lines and marks. */
export function lineColor(color: ProgrammeColor): string {
  return themed((theme) => mended(colorLooks[color], theme, MARK_CONTRAST));
}

/** A shade with little enough colour for text on it. */
export function groundColor(color: ProgrammeColor): string {
  const { hue } = colorLooks[color];
  return themed((theme) =>
    theme === "light"
      ? { hue, saturation: 75, lightness: 94 }
      : { hue, saturation: 42, lightness: 15 },
  );
}
