import { useEffect, useState } from "react";
import { chooseSetting, onSettingChosen } from "../browser/chosen-setting.ts";
import {
  loadTheme,
  showTheme,
  shownTheme,
  type Theme,
  THEME_KEY,
  toTheme,
} from "../early/theme.ts";

export const themes = ["system", "dark", "light"] as const satisfies readonly Theme[];
export const themeNames: Readonly<Record<Theme, string>> = {
  system: "System",
  dark: "Dark",
  light: "Light",
};

/** Shows the choice made last, and each new one, of this page or another. */
export function followTheme(): void {
  showTheme(loadTheme());
  onSettingChosen(THEME_KEY, (theme) => showTheme(toTheme(theme)));
}

export function useTheme(): Theme {
  const [theme, setTheme] = useState(shownTheme);
  useEffect(() => onSettingChosen(THEME_KEY, (chosen) => setTheme(toTheme(chosen))), []);
  return theme;
}

export function chooseTheme(theme: Theme): void {
  chooseSetting(THEME_KEY, theme);
}
