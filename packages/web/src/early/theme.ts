/** A visitor's choice; `system` follows the system's setting. */
export type Theme = "system" | "dark" | "light";

export const THEME_KEY = "neonrelay_theme";

/** Shows the choice made last in this browser, and each new one, of this page or another. */
export function followTheme(): void {
  showTheme(loadTheme());
  addEventListener("storage", ({ key, newValue }) => {
    if (key === THEME_KEY) showTheme(toTheme(newValue));
  });
}

export function loadTheme(): Theme {
  try {
    return toTheme(localStorage.getItem(THEME_KEY));
  } catch {
    return "system";
  }
}

export function toTheme(stored: string | null): Theme {
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** The theme of this page, which is the choice even where the browser stores nothing. */
export function shownTheme(): Theme {
  return toTheme(document.documentElement.style.colorScheme);
}

/** Sets the scheme from which tokens.css picks its colours, and the colour of the browser's bar to match. */
export function showTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const its = bar.dataset["theme"];
    const chosen = its === theme ? "all" : "not all";
    bar.media = theme === "system" ? `(prefers-color-scheme: ${its})` : chosen;
  }
}
