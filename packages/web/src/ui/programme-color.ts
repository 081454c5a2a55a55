import type { ProgrammeColor } from "@neonrelay/contract/callers";

/** The colours of clocks and shows: name, and hue, saturation and lightness for lines on a dark background. */
export const colorLooks: Readonly<
  Record<ProgrammeColor, { readonly name: string; readonly hsl: string }>
> = {
  cyan: { name: "Cyan", hsl: "184 90% 56%" },
  magenta: { name: "Magenta", hsl: "312 90% 68%" },
  green: { name: "Green", hsl: "142 70% 54%" },
  amber: { name: "Amber", hsl: "40 95% 58%" },
  violet: { name: "Violet", hsl: "262 90% 74%" },
  red: { name: "Red", hsl: "355 90% 68%" },
};

/** The colour itself. */
export function lineColor(color: ProgrammeColor): string {
  return `hsl(${colorLooks[color].hsl})`;
}

/** A shade dark enough for text on it. */
export function groundColor(color: ProgrammeColor): string {
  const [hue = "0"] = colorLooks[color].hsl.split(" ");
  return `hsl(${hue} 42% 15%)`;
}
