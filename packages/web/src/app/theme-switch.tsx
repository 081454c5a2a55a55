import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, themeNames, themes, useTheme } from "./theme-choice.ts";

export const themeIcons = { system: Monitor, dark: Moon, light: Sun } as const;

/** Light, dark, or as the visitor's system is. In the narrow sidebar it has room for icons only. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <fieldset aria-label="Theme" className="mode-buttons">
      {themes.map((name) => {
        const Icon = themeIcons[name];
        return (
          <button
            key={name}
            type="button"
            className="mode-button"
            aria-pressed={name === theme}
            title={`Theme: ${themeNames[name]}`}
            onClick={() => chooseTheme(name)}
          >
            <Icon size={16} aria-hidden="true" className="mx-auto lg:max-xl:block hidden" />
            <span className="lg:max-xl:sr-only">{themeNames[name]}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
