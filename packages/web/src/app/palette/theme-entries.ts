import { chooseTheme, themeNames, themes } from "../theme-choice.ts";
import { themeIcons } from "../theme-switch.tsx";
import type { PaletteEntry } from "./palette-rules.ts";

/** The page light, dark, or as the system is. */
export const themeEntries: readonly PaletteEntry[] = themes.map((name) => ({
  id: `theme-${name}`,
  group: "Theme",
  label: `Theme: ${themeNames[name]}`,
  words: "colours mode appearance",
  icon: themeIcons[name],
  run: () => chooseTheme(name),
}));
