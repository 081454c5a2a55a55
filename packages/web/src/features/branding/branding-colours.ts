import type { Branding } from "@neonrelay/contract/callers";
import { contrast, type Hsl } from "../../ui/contrast.ts";

/** The lightest surface below text, see tokens.css: text that is readable here is readable everywhere. */
const SURFACE: Hsl = { hue: 250, saturation: 24, lightness: 17 };
/** WCAG 2.2 §1.4.3. */
const LEAST_CONTRAST = 4.5;
/** Slightly more than required, since neon text is small and bright. */
const TEXT_CONTRAST = 6;
/** How much darker text on the primary colour is. */
const FOREGROUND_STEP = 50;

/** The station's three colours as custom properties, each 'h s% l%'. */
export function colourProperties(colors: Branding["colors"]): ReadonlyMap<string, string> {
  const primary = parseHsl(colors.primary);
  const secondary = parseHsl(colors.secondary);
  const accent = parseHsl(colors.accent);
  return new Map([
    ["--primary", toTriplet(primary)],
    ["--secondary", toTriplet(secondary)],
    ["--accent", toTriplet(accent)],
    ["--primary-text", toTriplet(readable(primary))],
    ["--secondary-text", toTriplet(readable(secondary))],
    ["--accent-text", toTriplet(readable(accent))],
    ["--on-primary", toTriplet(foregroundOn(primary))],
  ]);
}

/** @param text 'hsl(h, s%, l%)', as in the contract */
export function parseHsl(text: string): Hsl {
  const [hue = 0, saturation = 0, lightness = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return { hue, saturation, lightness };
}

/** 50 below the primary's lightness, as specified; black or white if that is unreadable. */
function foregroundOn(primary: Hsl): Hsl {
  const derived = { ...primary, lightness: Math.max(0, primary.lightness - FOREGROUND_STEP) };
  if (contrast(derived, primary) >= LEAST_CONTRAST) return derived;
  const black = { ...primary, lightness: 0 };
  const white = { ...primary, lightness: 100 };
  return contrast(black, primary) >= contrast(white, primary) ? black : white;
}

/** The colour, lightened until readable on every surface. */
function readable(colour: Hsl): Hsl {
  let lightness = colour.lightness;
  while (lightness < 100 && contrast({ ...colour, lightness }, SURFACE) < TEXT_CONTRAST)
    lightness += 1;
  return { ...colour, lightness };
}

function toTriplet({ hue, saturation, lightness }: Hsl): string {
  return `${hue} ${saturation}% ${lightness}%`;
}

/** Applies the station's colours and description to the page; components show its names. */
export function showBranding(branding: Branding): void {
  for (const [name, value] of colourProperties(branding.colors))
    document.documentElement.style.setProperty(name, value);
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute("content", `${branding.siteName} - ${branding.tagline}`);
}
