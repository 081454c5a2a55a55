import type { Branding } from "@neonrelay/contract/callers";
import { colourProperties } from "./branding-colours.ts";

/** Puts the station's colours and description into the page; its names are drawn where they stand. */
export function showBranding(branding: Branding): void {
  for (const [name, value] of colourProperties(branding.colors))
    document.documentElement.style.setProperty(name, value);
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute("content", `${branding.siteName} - ${branding.tagline}`);
}
