import { Monitor, MoonStar, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { chooseSetting, onSettingChosen } from "../browser/chosen-setting.ts";
import { shownTheme, type Theme, THEME_KEY, toTheme } from "../early/theme.ts";

export const themes = [
  { name: "system", label: "System", icon: Monitor },
  { name: "dark", label: "Dark", icon: MoonStar },
  { name: "light", label: "Light", icon: Sun },
] as const;

/** Light, dark, or as the visitor's system is. In the narrow sidebar it has room for icons only. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(shownTheme);
  useEffect(() => onSettingChosen(THEME_KEY, (chosen) => setTheme(toTheme(chosen))), []);
  return (
    <fieldset aria-label="Theme" className="mode-buttons">
      {themes.map(({ name, label, icon: Icon }) => (
        <button
          key={name}
          type="button"
          className="mode-button"
          aria-pressed={name === theme}
          onClick={() => chooseTheme(name)}
        >
          <Icon size={16} aria-hidden="true" className="mx-auto hidden lg:max-xl:block" />
          <span className="lg:max-xl:sr-only">{label}</span>
        </button>
      ))}
    </fieldset>
  );
}

export function chooseTheme(theme: Theme): void {
  chooseSetting(THEME_KEY, theme);
}
