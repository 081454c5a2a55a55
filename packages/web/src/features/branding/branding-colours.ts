import type { Branding } from "@neonrelay/contract/callers";
import { contrast, type Hsl } from "../../ui/contrast.ts";
import {
  cssColour,
  MARK_CONTRAST,
  mended,
  type PageTheme,
  TEXT_CONTRAST,
  themed,
} from "../../ui/theme-colours.ts";

/** Slightly more than required on the dark page, since neon text is small and bright. */
const textContrast: Readonly<Record<PageTheme, number>> = { light: TEXT_CONTRAST, dark: 6 };
/** How much darker text on the primary colour is. */
const FOREGROUND_STEP = 50;

/** The station's three colours as custom properties, see tokens.css: as they are stored, and as lines and text. */
export function colourProperties(colors: Branding["colors"]): ReadonlyMap<string, string> {
  const primary = parseHsl(colors.primary);
  return new Map([
    ...variantsOf("--primary", primary),
    ...variantsOf("--secondary", parseHsl(colors.secondary)),
    ...variantsOf("--accent", parseHsl(colors.accent)),
    ["--on-primary", cssColour(foregroundOn(primary))],
  ]);
}

function variantsOf(name: string, colour: Hsl): readonly (readonly [string, string])[] {
  return [
    [name, cssColour(colour)],
    [`${name}-edge`, themed((theme) => mended(colour, theme, MARK_CONTRAST))],
    [`${name}-text`, themed((theme) => mended(colour, theme, textContrast[theme]))],
  ];
}

/** @param text 'hsl(h, s%, l%)', as in the contract */
export function parseHsl(text: string): Hsl {
  const [hue = 0, saturation = 0, lightness = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return { hue, saturation, lightness };
}

/** 50 below the primary's lightness, as specified; black or white if that is unreadable. */
function foregroundOn(primary: Hsl): Hsl {
  const derived = { ...primary, lightness: Math.max(0, primary.lightness - FOREGROUND_STEP) };
  if (contrast(derived, primary) >= TEXT_CONTRAST) return derived;
  const black = { ...primary, lightness: 0 };
  const white = { ...primary, lightness: 100 };
  return contrast(black, primary) >= contrast(white, primary) ? black : white;
}

/** Applies the station's colours and description to the page; components show its names. */
export function showBranding(branding: Branding): void {
  for (const [name, value] of colourProperties(branding.colors))
    document.documentElement.style.setProperty(name, value);
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute("content", `${branding.siteName} - ${branding.tagline}`);
}
