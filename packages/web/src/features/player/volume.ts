export const DEFAULT_VOLUME = 50;
export const GAIN_LIMIT_DB = 20;

/** Loudness follows the square, so the lower half of the slider is useful too. */
export function volumeGain(volume: number): number {
  return (volume / 100) ** 2;
}

export function gainFactor(gainDb: number): number {
  return 10 ** (gainDb / 20);
}

/** The stored whole number from 0 to 100, or the default. */
export function parseVolume(stored: string | null): number {
  if (stored === null || stored.trim() === "") return DEFAULT_VOLUME;
  const volume = Number(stored);
  if (!Number.isFinite(volume)) return DEFAULT_VOLUME;
  return Math.round(Math.min(100, Math.max(0, volume)));
}

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
