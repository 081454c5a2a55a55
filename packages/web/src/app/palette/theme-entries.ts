import { chooseTheme, themes } from "../theme-switch.tsx";
import type { PaletteEntry } from "./palette-rules.ts";

/** The page light, dark, or as the system is. */
export const themeEntries: readonly PaletteEntry[] = themes.map(({ name, label, icon }) => ({
  id: `theme-${name}`,
  group: "Theme",
  label: `Theme: ${label}`,
  words: "colours mode appearance",
  icon,
  run: () => chooseTheme(name),
}));
