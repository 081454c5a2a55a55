import { brandingSchema } from "@neonrelay/contract/callers";
import type { Branding } from "@neonrelay/contract/callers";

const KEY = "station_branding";

/** undefined on a first visit, and if another version stored it. */
export function loadBranding(): Branding | undefined {
  try {
    const parsed = brandingSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? "null"));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function saveBranding(branding: Branding): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(branding));
  } catch (error) {
    console.warn("branding not stored", error);
  }
}
