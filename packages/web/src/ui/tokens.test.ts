// oxlint-disable-next-line no-restricted-imports -- Vitest imports style sheets as empty, so the test reads the file
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, type Hsl } from "./contrast.ts";
import { type PageTheme, surfaces as hardestSurfaces } from "./theme-colours.ts";

const tokensCss = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

const surfaces = ["bg", "s1", "s2", "s3", "raised"] as const;
const inThemes = <Name extends string>(...names: readonly Name[]) =>
  names.flatMap((name) => [[name, "light"] as const, [name, "dark"] as const]);

test.each(
  inThemes(
    "text",
    "muted",
    "faint",
    "primary-text",
    "secondary-text",
    "accent-text",
    "danger",
    "warn",
  ),
)("[W290] %s is readable on every surface of a %s page (4.5:1)", (name, theme) => {
  expect(lowestContrast(name, theme)).toBeGreaterThanOrEqual(4.5);
});

test.each(inThemes("control", "primary-edge", "secondary-edge", "accent-edge"))(
  "[W290] %s stands out from every surface of a %s page (3:1)",
  (name, theme) => {
    expect(lowestContrast(name, theme)).toBeGreaterThanOrEqual(3);
  },
);

test("text on a neon button is readable (4.5:1)", () => {
  for (const fill of ["primary", "accent", "secondary"])
    expect(contrast(token("on-primary", "dark"), token(fill, "dark"))).toBeGreaterThanOrEqual(4.5);
});

test.each(["light", "dark"] as const)("derived colours count with the %s page's s3", (theme) => {
  expect(hardestSurfaces[theme]).toEqual(token("s3", theme));
});

function lowestContrast(name: string, theme: PageTheme): number {
  return Math.min(
    ...surfaces.map((surface) => contrast(token(name, theme), token(surface, theme))),
  );
}

/** @throws if it is neither one colour nor one for each theme */
function token(name: string, theme: PageTheme): Hsl {
  const value = new RegExp(`--${name}: (.+);`).exec(tokensCss)?.[1] ?? "";
  const colours = [...value.matchAll(/hsl\((\d+) (\d+)% (\d+)%\)/g)].map(
    ([, hue, saturation, lightness]) => ({
      hue: Number(hue),
      saturation: Number(saturation),
      lightness: Number(lightness),
    }),
  );
  const [light, dark = light] = colours;
  if (light === undefined || dark === undefined) throw new Error(`no colour ${name}`);
  return theme === "light" ? light : dark;
}
