// oxlint-disable-next-line no-restricted-imports -- Vitest imports style sheets as empty, so the test reads the file
import { readFileSync } from "node:fs";
import { defaultBranding } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { contrast } from "../../ui/contrast.ts";
import { surfaces } from "../../ui/theme-colours.ts";
import { colourProperties, parseHsl } from "./branding-colours.ts";

const hues = Array.from({ length: 36 }, (_, tenth) => tenth * 10);
const themes = ["light", "dark"] as const;

test("text on the primary colour is 50 darker, floored at 0", () => {
  const { colors } = defaultBranding;

  const properties = colourProperties({ ...colors, primary: "hsl(180, 100%, 60%)" });

  expect(colourProperties(colors).get("--on-primary")).toBe("hsl(180 100% 0%)");
  expect(properties.get("--on-primary")).toBe("hsl(180 100% 10%)");
});

test("the style sheet begins with the default colours", () => {
  const css = readFileSync(new URL("../../ui/tokens.css", import.meta.url), "utf8");

  const expected = [...colourProperties(defaultBranding.colors)];

  expect(expected.filter(([name, value]) => !css.includes(`  ${name}: ${value};\n`))).toEqual([]);
});

/** Every tenth hue, dull and full, from black to white; among them yellow and pure blue. */
const grid = hues.flatMap((hue) =>
  [0, 50, 100].flatMap((saturation) =>
    [0, 10, 20, 35, 50, 65, 80, 90, 100].map((lightness) => ({ hue, saturation, lightness })),
  ),
);

test.each(themes)(
  "[W290] any colour of the station is readable on a %s page, as a line and on itself, and the stored one stays",
  (theme) => {
    const unreadable = grid.filter((stored) => {
      const primary = `hsl(${stored.hue}, ${stored.saturation}%, ${stored.lightness}%)`;
      const properties = colourProperties({ primary, secondary: primary, accent: primary });
      const colour = (name: string) => parseHsl(inTheme(properties.get(name) ?? "", theme));
      return (
        contrast(colour("--primary-text"), surfaces[theme]) < 4.5 ||
        contrast(colour("--primary-edge"), surfaces[theme]) < 3 ||
        contrast(colour("--on-primary"), stored) < 4.5 ||
        properties.get("--primary") !== primary.replaceAll(",", "") ||
        properties.get("--accent-text") !== properties.get("--primary-text")
      );
    });

    expect(unreadable).toEqual([]);
  },
);

/** The colour of a theme, from one for both or `light-dark()`. */
function inTheme(css: string, theme: (typeof themes)[number]): string {
  const colours = css.match(/hsl\([^)]*\)/g) ?? [];
  return (theme === "light" ? colours[0] : colours.at(-1)) ?? "";
}
