import { parseVolume } from "./volume.ts";

const KEY = "neonrelay_volume";

/** Storage can be forbidden; then the volume lives as long as the page. */
export function loadVolume(): number {
  try {
    return parseVolume(localStorage.getItem(KEY));
  } catch {
    return parseVolume(null);
  }
}

export function saveVolume(volume: number): void {
  try {
    localStorage.setItem(KEY, String(volume));
  } catch (error) {
    console.warn("volume not stored", error);
  }
}
