import { contrast, type Hsl } from "./contrast.ts";

/** WCAG 2.2 §1.4.3. */
export const TEXT_CONTRAST = 4.5;
/** WCAG 2.2 §1.4.11, for lines and marks. */
export const MARK_CONTRAST = 3;

export type PageTheme = "light" | "dark";

/** The surface of tokens.css closest to its text, s3: what stands out on it does on the others. */
export const surfaces: Readonly<Record<PageTheme, Hsl>> = {
  light: { hue: 262, saturation: 50, lightness: 91 },
  dark: { hue: 250, saturation: 24, lightness: 17 },
};

/** A colour as CSS that follows the page's theme. */
export function themed(colourIn: (theme: PageTheme) => Hsl): string {
  const [light, dark] = [cssColour(colourIn("light")), cssColour(colourIn("dark"))];
  return light === dark ? dark : `light-dark(${light}, ${dark})`;
}

/** The colour, darkened on a light page and lightened on a dark one, until it has that contrast. */
export function mended(colour: Hsl, theme: PageTheme, least: number): Hsl {
  const [step, end] = theme === "light" ? [-1, 0] : [1, 100];
  let { lightness } = colour;
  while (lightness !== end && contrast({ ...colour, lightness }, surfaces[theme]) < least)
    lightness += step;
  return { ...colour, lightness };
}

export function cssColour({ hue, saturation, lightness }: Hsl): string {
  return `hsl(${hue} ${saturation}% ${lightness}%)`;
}
