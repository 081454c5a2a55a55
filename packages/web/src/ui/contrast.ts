/** A colour by hue in degrees and saturation and lightness in percent. */
export interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(a: Hsl, b: Hsl): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Hsl): number {
  const linear = [0, 8, 4].map((offset) => {
    const value = channel(colour, offset);
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 0 to 1; CSS Color 4 §7.1. */
function channel({ hue, saturation, lightness }: Hsl, offset: number): number {
  const light = lightness / 100;
  const spread = (saturation / 100) * Math.min(light, 1 - light);
  const k = (offset + hue / 30) % 12;
  return light - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1));
}
