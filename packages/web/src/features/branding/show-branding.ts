import type { Branding } from "@neonrelay/contract/callers";
import { colourProperties } from "./branding-colours.ts";

/** Applies the station's colours and description to the page; components show its names. */
export function showBranding(branding: Branding): void {
  for (const [name, value] of colourProperties(branding.colors))
    document.documentElement.style.setProperty(name, value);
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute("content", `${branding.siteName} - ${branding.tagline}`);
}
