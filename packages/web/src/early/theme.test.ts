import { afterEach, expect, test, vi } from "vitest";
import { loadTheme, showTheme, shownTheme, type Theme } from "./theme.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A page with the two bars of index.html. */
function openPage() {
  const bars = ["dark", "light"].map((theme) => ({ dataset: { theme }, media: "" }));
  const style = { colorScheme: "" };
  vi.stubGlobal("document", { documentElement: { style }, querySelectorAll: () => bars });
  return { style, medias: () => bars.map(({ media }) => media) };
}

test.each([
  ["system", "", ["(prefers-color-scheme: dark)", "(prefers-color-scheme: light)"]],
  ["dark", "dark", ["all", "not all"]],
  ["light", "light", ["not all", "all"]],
] as const)("[W291] %s has its scheme and bar", (theme, scheme, medias) => {
  const page = openPage();

  showTheme("light");
  showTheme(theme);

  expect(page.style.colorScheme).toBe(scheme);
  expect(page.medias()).toEqual(medias);
  expect(shownTheme()).toBe(theme);
});

test.each<readonly [string, () => string | null, Theme]>([
  ["no choice", () => null, "system"],
  ["a choice", () => "light", "light"],
  ["what another version stored", () => "sepia", "system"],
  [
    "a browser that stores nothing",
    () => {
      throw new DOMException("denied", "SecurityError");
    },
    "system",
  ],
])("[W291] %s is loaded", (_what, getItem, theme) => {
  vi.stubGlobal("localStorage", { getItem });

  expect(loadTheme()).toBe(theme);
});
