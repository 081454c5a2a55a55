import type { ProgrammeColor } from "@neonrelay/contract/callers";

/** Hue, saturation and lightness of the colours of shows, for lines on a dark ground. */
export const colorLooks: Readonly<Record<ProgrammeColor, string>> = {
  cyan: "184 90% 56%",
  magenta: "312 90% 68%",
  green: "142 70% 54%",
  amber: "40 95% 58%",
  violet: "262 90% 74%",
  red: "355 90% 68%",
};

/** A shade dark enough for text on it. */
export function groundColor(color: ProgrammeColor): string {
  const [hue = "0"] = colorLooks[color].split(" ");
  return `hsl(${hue} 42% 15%)`;
}
